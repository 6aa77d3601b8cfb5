# What the worker processes that compare with TensorFlow need: it and Runnel's binding, or why one is not there.
import importlib.util
import os
import sys

NOT_MEASURED = 3  # the exit status of a worker that cannot compare; the last line on standard error says why
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def has_tensorflow():
    """Whether this Python has TensorFlow, which is not imported by this; says so if not. To be asked before what needs it, or NumPy, is
    imported."""
    if importlib.util.find_spec("tensorflow") is not None:
        return True
    print("tensorflow is not installed for %s (RUNNEL_TENSORFLOW_PYTHON names another Python)" % sys.executable, file=sys.stderr)
    return False


def import_runnel():
    """The Python binding of this tree; None, with the reason said, if it does not load."""
    sys.path.insert(0, os.path.join(TREE, "bindings/python"))
    try:
        import runnel
    except ImportError as error:
        print(str(error).replace("\n", " "), file=sys.stderr)
        return None
    return runnel
