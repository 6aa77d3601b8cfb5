# PyTorch on a GPU as a peer of the section gpu: reads the names of lines as a JSON list and prints one JSON object {"version":
# ..., "values": {name: {"pytorch": value, "pytorch_graphed": ..., "pytorch_compiled": ...}}}, products in GFLOP/s, steps in
# microseconds. Sizes are in the names. The models are those of gpu_models.cc and of the C examples; data of the large ones lie on
# the GPU, those of the small ones come from the host. With --trial a processor will do: whether it runs, not how fast.
import json
import math
import re
import statistics
import sys
import time

import torch
from torch import nn
from torch.nn import functional

CHAIN, WARM_UP, STEPS = 8, 10, 100
TRIAL = "--trial" in sys.argv[1:]
if torch.cuda.is_available():
    DEVICE = "cuda"
elif TRIAL:
    DEVICE, WARM_UP, STEPS = "cpu", 1, 2
else:
    sys.exit("this PyTorch (%s) sees no GPU" % torch.__version__)


def median_seconds(call, steps=STEPS):
    """Of a call that waits for the GPU at its end, as a step does whose loss is looked at."""
    times = []
    for i in range(WARM_UP + steps):
        start = time.perf_counter()
        call()
        if i >= WARM_UP:
            times.append(time.perf_counter() - start)
    return statistics.median(times)


def product(kind, n):
    dtype = {"f32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16}[kind]
    torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
    a = (torch.randn(n, n, device=DEVICE) * math.sqrt(1 / n)).to(dtype)

    def chain():
        y = a
        for _ in range(CHAIN):
            y = a @ y
        return y[0, 0].item()

    with torch.no_grad():
        return {"pytorch": CHAIN * 2e-9 * n**3 / median_seconds(chain, min(STEPS, 20))}


class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 16, 5, padding=2), nn.Conv2d(16, 32, 5, padding=2)
        self.hidden, self.output = nn.Linear(1568, 128), nn.Linear(128, 10)

    def forward(self, x):
        x = functional.max_pool2d(torch.relu(self.conv1(x.view(-1, 1, 28, 28))), 2)
        x = functional.max_pool2d(torch.relu(self.conv2(x)), 2)
        return self.output(torch.relu(self.hidden(x.flatten(1))))


class Bottleneck(nn.Module):
    def __init__(self, size_in, width, stride):
        super().__init__()
        def conv(a, b, size, step):
            return nn.Sequential(nn.Conv2d(a, b, size, step, size // 2, bias=False), nn.BatchNorm2d(b, eps=1e-3))

        out = 4 * width
        self.a, self.b, self.c = conv(size_in, width, 1, 1), conv(width, width, 3, stride), conv(width, out, 1, 1)
        self.skip = nn.Identity() if size_in == out and stride == 1 else conv(size_in, out, 1, stride)

    def forward(self, x):
        y = torch.relu(self.b(torch.relu(self.a(x))))
        return torch.relu(self.c(y) + self.skip(x))


def resnet50(width):
    layers = [nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width, eps=1e-3), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    size_in = width
    for stage, blocks in enumerate((3, 4, 6, 3)):
        for block in range(blocks):
            layers.append(Bottleneck(size_in, width << stage, 2 if stage > 0 and block == 0 else 1))
            size_in = 4 * (width << stage)
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(size_in, 1000))


class GptBlock(nn.Module):
    def __init__(self, heads, size):
        super().__init__()
        self.heads, self.norm1, self.norm2 = heads, nn.LayerNorm(size), nn.LayerNorm(size)
        self.qkv, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.wide, self.narrow = nn.Linear(size, 4 * size), nn.Linear(4 * size, size)

    def forward(self, x):
        batch, length, size = x.shape
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in self.qkv(self.norm1(x)).split(size, 2))
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, size))
        return x + self.narrow(functional.gelu(self.wide(self.norm2(x)), approximate="tanh"))


class Training:
    """A model, its data on the device, and perhaps values of these that come from the host at every step."""

    def __init__(self, model, loss, optimizer, data, fed=False, narrow=False):
        self.model, self.loss, self.narrow = model.to(DEVICE), loss, narrow
        if narrow:
            self.model = self.model.to(memory_format=torch.channels_last)
        more = {"capturable": DEVICE == "cuda"} if optimizer is torch.optim.Adam else {"momentum": 0.9}
        self.optimizer = optimizer(self.model.parameters(), lr=1e-4, **more)
        self.host = [x.pin_memory() if DEVICE == "cuda" else x for x in data] if fed else []
        self.data = [x.to(DEVICE) for x in data]

    def compute(self, model):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(DEVICE, torch.bfloat16, enabled=self.narrow):
            loss = self.loss(model(self.data[0]), *self.data[1:])
        loss.backward()
        self.optimizer.step()
        return loss

    def feed(self):
        for to, value in zip(self.data, self.host):
            to.copy_(value, non_blocking=True)

    def eager(self, model):
        def step():
            self.feed()
            return self.compute(model).item()

        return median_seconds(step) * 1e6

    def graphed(self):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.compute(self.model)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            loss = self.compute(self.model)

        def step():
            self.feed()
            graph.replay()
            return loss.item()

        return median_seconds(step) * 1e6

    def all(self, compiled):
        values = {"pytorch": self.eager(self.model)}
        if DEVICE == "cuda":
            if compiled:
                try:
                    values["pytorch_compiled"] = self.eager(torch.compile(self.model))
                except Exception as error:  # it wants a compiler of its own at run time
                    print("torch.compile: %s" % str(error).splitlines()[0], file=sys.stderr)
            values["pytorch_graphed"] = self.graphed()
        return values


def training(name):
    found = re.fullmatch(r"(mlp|lenet)_b(\d+)_adam_step", name)
    if found:
        batch = int(found[2])
        model = LeNet() if found[1] == "lenet" else nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
        data = torch.rand(batch, 784), torch.arange(batch) % 10
        return Training(model, functional.cross_entropy, torch.optim.Adam, data, fed=True)
    found = re.fullmatch(r"resnet50_b(\d+)_s(\d+)_w(\d+)_bf16_step", name)
    if found:
        batch, side, width = map(int, found.groups())
        images = torch.randn(batch, 3, side, side).to(torch.bfloat16).to(memory_format=torch.channels_last)
        return Training(resnet50(width), functional.cross_entropy, torch.optim.SGD, (images, torch.arange(batch) % 1000), narrow=True)
    found = re.fullmatch(r"gpt2_block_b(\d+)_t(\d+)_h(\d+)_d(\d+)_bf16_step", name)
    if found:
        batch, length, heads, size = map(int, found.groups())
        inputs = torch.randn(batch, length, size).to(torch.bfloat16)
        return Training(GptBlock(heads, size), lambda y: y.float().square().mean(), torch.optim.Adam, (inputs,), narrow=True)
    return None


def values(name):
    found = re.fullmatch(r"matmul_(f32|tf32|bf16)_(\d+)", name)
    if found:
        return product(found[1], int(found[2]))
    model = training(name)
    return {} if model is None else model.all(compiled=name.endswith("bf16_step"))


torch.manual_seed(1)
print(json.dumps({"version": torch.__version__, "values": {name: values(name) for name in json.load(sys.stdin)}}))
