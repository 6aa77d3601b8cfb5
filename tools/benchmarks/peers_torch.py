# A step of training in PyTorch, of the models and at the sizes of models.cc and training.cc: one JSON object,
# {"name": {"threads": microseconds}}. For the Python of the peers' virtual environment.
import json
import statistics
import time

import torch
from torch import nn

SECONDS = 1.5


class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 6, 5, padding=2), nn.Conv2d(6, 16, 5)
        self.dense1, self.dense2, self.dense3 = nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, 10)

    def forward(self, x):
        x = torch.max_pool2d(torch.relu(self.conv1(x)), 2)
        x = torch.max_pool2d(torch.relu(self.conv2(x)), 2)
        return self.dense3(torch.relu(self.dense2(torch.relu(self.dense1(x.flatten(1))))))


class CharLstm(nn.Module):
    def __init__(self, vocabulary=64):
        super().__init__()
        self.embedding, self.lstm = nn.Embedding(vocabulary, 16), nn.LSTM(16, 128, batch_first=True)
        self.dense = nn.Linear(128, vocabulary)

    def forward(self, ids):
        return self.dense(self.lstm(self.embedding(ids))[0]).flatten(0, 1)


def models():
    torch.manual_seed(1)
    mlp = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    yield ("mlp_784_128_10_sgd_step", mlp, torch.rand(100, 784), torch.arange(100) % 10, torch.optim.SGD(mlp.parameters(), 0.001))
    lenet = LeNet()
    yield ("lenet_b64_momentum_step", lenet, torch.rand(64, 1, 28, 28), torch.arange(64) % 10,
           torch.optim.SGD(lenet.parameters(), 0.001, momentum=0.9))
    lstm = CharLstm()
    yield ("char_lstm_h128_t50_b32_adam_step", lstm, torch.randint(0, 64, (32, 50)), torch.randint(0, 64, (1600,)),
           torch.optim.Adam(lstm.parameters(), 0.003))


def step_micros(model, x, y, optimizer):
    def step():
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()

    for _ in range(3):
        step()
    micros, begin = [], time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        step()
        micros.append((time.perf_counter() - start) * 1e6)
    return statistics.median(micros)


found = {}
for threads in (1, 2):
    torch.set_num_threads(threads)
    for name, *parts in models():
        found.setdefault(name, {})[threads] = step_micros(*parts)
print(json.dumps({"version": torch.__version__, "steps": found}))
