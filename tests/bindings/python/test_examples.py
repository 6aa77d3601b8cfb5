"""The examples, as a reader would run them: train on MNIST, then serve the frozen graph."""
import os
import subprocess
import sys
import tempfile

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../bindings/python/examples")


def run(name, *arguments):
    done = subprocess.run([sys.executable, "-B", os.path.join(EXAMPLES, name), *arguments], capture_output=True, text=True)
    print(done.stdout + done.stderr, end="")
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    out = run("train_mnist.py", folder, "300")
    accuracy = float(out.split("accuracy ")[1].split(",")[0])
    if accuracy < 0.89:
        sys.exit("accuracy is %g" % accuracy)
    served = run("load_and_run.py", os.path.join(folder, "softmax.pb"))
    if served.count("predicted") != 10:
        sys.exit("ten images were to be told")
run("char_lstm.py", "1500", "2")
if os.environ.get("RUNNEL_DATA_DIR"):
    mnist = os.path.join(os.environ["RUNNEL_DATA_DIR"], "datasets/mnist")
    if float(run("lenet_layers.py", mnist, "2000").split("accuracy ")[1].split()[-1]) < 0.5:
        sys.exit("LeNet has not learned")
    run("autoencoder.py", mnist, "1000")
