# What a method of TensorFlow's tests says of Runnel, by its record in TensorFlow and its record with Runnel behind the sessions
# (tf_methods.py; the status is "crashed" or "hung" where the process ended in it).
import re

FIELDS = ("passed", "wrong", "refused", "text", "excluded", "no_session")

UNKNOWN_OP = re.compile(r'op "([\w>]+)" is not registered')
UNKNOWN_OPS = re.compile(r"(?:: |, )([\w>]+) \((?:\d+ nodes: )?\"")
NODE = re.compile(r'\bnode "[^"]*" \((\w[\w>]*)')
TYPES = r"half|float|double|bfloat16|int\d+|uint\d+|bool|string|complex64|complex128|resource|variant|q(?:u)?int\d+"
REFUSED_TYPE = re.compile(r'attr "\w+" is (%s), allowed are' % TYPES)
NO_KERNEL = re.compile(r"\((\w[\w>]*)((?: \w+=\w+)*)[^()]*\) has no kernel")


def unregistered(message):
    """The ops that an error says are not there."""
    if "not registered" not in message:
        return []
    return UNKNOWN_OP.findall(message) or UNKNOWN_OPS.findall(message.split("not registered", 1)[1])


def untyped(message):
    """The op and types that an error says have no kernel."""
    node = NODE.search(message)
    op = node.group(1) if node else "?"
    refused = REFUSED_TYPE.search(message)
    if refused:
        return ["%s %s" % (op, refused.group(1))]
    kernel = NO_KERNEL.search(message)
    if kernel:
        return [" ".join([kernel.group(1)] + re.findall(r"=(\w+)", kernel.group(2)))]
    return []


def text_differs(message):
    return re.search(r"does not match|Unexpected error|not found in|Error type mismatch|Exception of type", message) is not None


def judge(wanted, got):
    """(field, what is missing, message): the field that counts the method; "unsupported" is one too."""
    if wanted["status"] != "passed" or wanted["remote"]:
        return "excluded", [], wanted["message"] if wanted["status"] != "passed" else "a session of a server"
    if not wanted["steps"]:
        return "no_session", [], ""
    unknown = sorted({op for step in got["steps"] if step is not None for op in unregistered(step["message"])})
    if unknown:  # a test that passes because of such an error passes by chance
        return "unsupported", unknown, next(s["message"] for s in got["steps"] if s is not None)
    if got["status"] == "passed":
        return "passed", [], ""
    if wanted["metadata"]:
        return "excluded", [], "it looks at TensorFlow's run metadata"
    if got["status"] in ("crashed", "hung"):
        return "wrong", [], "%s: %s" % (got["status"], got["message"])
    lacks, first = set(), None
    for number, step in enumerate(got["steps"]):
        before = wanted["steps"][number] if number < len(wanted["steps"]) else None
        if step is not None and (before is None or step["error"] != before["error"]):
            lacks.update(untyped(step["message"]))
            if step["error"] == "UnimplementedError" and not lacks:
                node = NODE.search(step["message"])
                lacks.add(node.group(1) if node else "?")
        if first is None and (step is None) != (before is None):
            first = step, before
        elif first is None and step is not None and step["error"] != before["error"]:
            first = step, before
    if lacks:
        return "unsupported", sorted(lacks), next(s["message"] for s in got["steps"] if s is not None)
    if first is None:
        same = got["steps"] and any(s is not None for s in got["steps"])
        return ("text" if same and text_differs(got["message"]) else "wrong"), [], got["message"]
    step, before = first
    if before is None:
        return "refused", [], "%s: %s" % (step["error"], step["message"])
    if step is None:
        return "wrong", [], "no error, where TensorFlow gives %s: %s" % (before["error"], before["message"][:200])
    return "wrong", [], "%s: %s, where TensorFlow gives %s: %s" % (step["error"], step["message"], before["error"], before["message"][:200])
