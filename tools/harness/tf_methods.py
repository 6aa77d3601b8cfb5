# Runs the methods of one of TensorFlow's own test files, in TensorFlow's sessions or with Runnel behind them, in graph mode, and tells the
# process that started this one of each as it begins and ends: a line of JSON on a descriptor of its own.
#
# Lines: {"names": [...]} once the file is read, or {"unreadable": text}; {"begin": name}; {"method": name, "status": "passed", "failed"
# or "skipped", "message": text, "steps": [null, or {"error": class, "message": text}], "remote": sessions of servers, "metadata": steps
# that ask for TensorFlow's run metadata}.
import importlib.util
import json
import os
import sys
import tempfile
import unittest

from harness import oracle, tf_old_names, tf_sessions


class Outcome(unittest.TestResult):
    """Of one method; the first failure counts."""

    def __init__(self):
        super().__init__()
        self.status, self.message = "passed", ""

    def fail(self, error):
        if self.status != "failed":
            self.status, self.message = "failed", "%s: %s" % (error[0].__name__, error[1])

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if self.status == "passed":
            self.status, self.message = "skipped", reason

    def addError(self, test, error):
        self.fail(error)

    def addFailure(self, test, error):
        self.fail(error)

    def addExpectedFailure(self, test, error):
        pass

    def addUnexpectedSuccess(self, test):
        self.status, self.message = "failed", "should fail, and does not"

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.fail(error)


class Steps:
    """What the steps of the sessions came to, in their order: nothing, or an error."""

    def __init__(self):
        from tensorflow.python.client import session
        self.done, self.remote, self.metadata = [], 0, 0
        base, create = session.BaseSession, session.BaseSession.__init__

        def init(this, target="", *arguments, **named):
            self.remote += bool(target)
            create(this, target, *arguments, **named)
        base.__init__ = init
        for name in ("_do_run", "partial_run_setup"):
            self.watch(base, name)

    def watch(self, base, name):
        run = getattr(base, name)

        def watched(this, *arguments, **named):
            self.metadata += name == "_do_run" and arguments[-1] is not None
            try:
                value = run(this, *arguments, **named)
            except Exception as error:
                self.done.append({"error": type(error).__name__, "message": str(error)[:2000]})
                raise
            self.done.append(None)
            return value
        setattr(base, name, watched)


def read_file(path):
    """The file as a module; what would run its tests is not run."""
    spec = importlib.util.spec_from_file_location("kernel_test", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["kernel_test"] = module
    sys.path.insert(0, os.path.dirname(path))
    spec.loader.exec_module(module)
    return module


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        elif not test.id().endswith(".test_session"):  # a method of TensorFlow's TestCase that is no test
            yield test


def name_of(test):
    return "%s.%s" % (type(test).__name__, test._testMethodName)  # an id may hold addresses


def work(path, mode, folder, channel, step_timeout):
    checkout = path[:path.rindex("/tensorflow/python/")]
    sources = os.path.join(folder, "org_tensorflow")  # where tests look for data, as Bazel lays it out
    if not os.path.lexists(sources):
        os.symlink(checkout, sources)
    os.environ.update(TEST_SRCDIR=folder, TEST_TMPDIR=tempfile.mkdtemp(dir=folder))
    os.chdir(checkout)
    out = os.fdopen(channel, "w")

    def tell(**line):
        out.write(json.dumps(line) + "\n")
        out.flush()
    tf = tf_old_names.prepare(checkout)
    if mode == "runnel":
        runnel = oracle.import_runnel()
        if runnel is None:
            return oracle.NOT_MEASURED
        tf_sessions.RunnelSessions(tf, runnel, step_timeout)
    else:
        tf_sessions.run_callables_as_steps()
    steps = Steps()
    try:
        module = read_file(path)
    except BaseException as error:  # SystemExit among them: the file is at fault
        tell(unreadable="%s: %s" % (type(error).__name__, error))
        os._exit(0)
    tests = {name_of(test): test for test in tests_of(unittest.defaultTestLoader.loadTestsFromModule(module))}
    tell(names=list(tests))
    with open(os.path.join(folder, "wanted.json")) as file:
        wanted = json.load(file)
    for name in tests if wanted is None else wanted:
        tell(begin=name)
        outcome, steps.done, steps.remote, steps.metadata = Outcome(), [], 0, 0
        try:
            tests[name].run(outcome)
        except BaseException as error:
            outcome.fail((type(error), error))
        tell(method=name, status=outcome.status, message=outcome.message[:2000], steps=steps.done, remote=steps.remote,
             metadata=steps.metadata)
    out.close()
    os._exit(0)  # threads of a test may still wait
