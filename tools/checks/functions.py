# How long the functions of a C or C++ file are. No parser: text without comments, literals and preprocessor lines is
# walked brace by brace, and what a brace opens is told from the words before it.
import re

BLANKED = re.compile(
    r'R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
ATTRIBUTE = re.compile(r"\[\[.*?\]\]|\balignas\s*\([^()]*\)|\b__attribute__\s*\(\(.*?\)\)|\bextern\s*\"\"", re.S)
SCOPE = re.compile(r'(?:^|[\s)])(?:(?:inline\s+)?namespace(?:\s+[\w:]+)?|extern\s*"")$')
TYPE = re.compile(r"\b(?:class|struct|union)\s+((?:\w+::)*\w+)?[^;=()]*$")
NAME = re.compile(r"((?:\w+(?:<[^<>]*>)?\s*::\s*)*(?:~\s*\w+|operator\s*(?:\(\)|\[\]|[^\s(\w]+|[\w:<>*& ]+?)|\w+))\s*\(")
NOT_NAMES = {"if", "for", "while", "switch", "catch", "return", "sizeof", "decltype", "noexcept", "requires", "alignas",
             "defined", "static_assert"}


def blanked(text):
    """The same number of lines, without what may hold a brace that is none."""
    def lines_of(match):
        whole = match.group(0)
        if whole.startswith(("//", "/*")):
            return "\n" * whole.count("\n") or " "
        return '""' + "\n" * whole.count("\n") if not whole.startswith("'") else "0"
    return DIRECTIVE.sub(lambda m: "\n" * m.group(0).count("\n"), re.sub(BLANKED, lines_of, text))


def closing(text, start, opening="(", close=")"):
    """The place behind what closes the bracket at `start`."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] == opening:
            depth += 1
        elif text[at] == close:
            depth -= 1
            if depth == 0:
                return at + 1
    return len(text)


def function_name(head):
    """(name, rest behind its parameters, where it begins) of the function that `head` begins, or None."""
    macro = re.match(r"([A-Z][A-Z\d_]+)\s*\(([^()]*)\)$", head)  # one that names a function: TEST(Suite, Name)
    if macro:
        return "%s(%s)" % (macro.group(1), " ".join(macro.group(2).split())), "", 0
    at = begin = 0
    while True:
        match = NAME.search(head, at)
        if match is None:
            return None
        name = re.sub(r"\s+", "", match.group(1)) if "operator" not in match.group(1) else match.group(1).strip()
        if "=" in head[:match.start()] and "operator" not in head[:match.end()]:
            return None  # what initialises a variable
        end = closing(head, match.end() - 1)
        before = head[:match.start()].replace("->", "")
        if before.count("<") > before.count(">"):  # std::function<void(int)>
            at = match.end()
            continue
        if name.split("::")[-1] not in NOT_NAMES and not name.isdigit():
            rest = head[end:].lstrip()
            is_macro = re.match(r"(?!(?:const|noexcept|override|final|requires|volatile|mutable|try)\b)[\w(]", rest)
            if not is_macro:  # such as one that stands alone before a function
                return name, rest, begin
            if head[begin:match.start()].strip() == "":
                begin = end + len(head[end:]) - len(head[end:].lstrip())
        at = end


def is_initialiser(rest):
    """Whether a brace behind `rest`, which follows the parameters, sets a member: `: a_(1), b_{`."""
    rest = rest.strip()
    colon = re.search(r"(?<!:):(?!:)", rest)
    return colon is not None and bool(re.search(r"[\w>]$", rest)) and not rest.endswith(("const", "override", "noexcept"))


def functions_of(text):
    """(name, first line, number of lines) of every function that has a body, in order."""
    text = blanked(text)
    found, scopes = [], []  # of each open scope: the class that it is of, or ""
    begin, at = 0, 0  # begin: of the declaration that is being read
    while at < len(text):
        char = text[at]
        if char in ";}":
            if char == "}" and scopes:
                scopes.pop()
            begin = at + 1
        elif char == ":" and re.search(r"\b(?:public|private|protected)\s*$", text[begin:at]):
            begin = at + 1
        elif char == "(":
            at = closing(text, at)
            continue
        elif char == "{":
            raw = text[begin:at]
            head = ATTRIBUTE.sub(" ", raw).strip()
            head = re.sub(r"^(?:template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>\s*)+", "", head)
            is_scope = bool(SCOPE.search(raw.strip()))
            named = None if is_scope else function_name(head)
            if named is not None and is_initialiser(named[1]):
                at = closing(text, at, "{", "}")
                continue
            of_type = TYPE.search(head) if named is None and not is_scope else None
            if named is not None:
                end = closing(text, at, "{", "}")
                first = begin + len(raw) - len(raw.lstrip())
                if named[2] > 0:  # behind a macro
                    first = max(first, begin + raw.find(head[named[2]:].split("\n")[0]))
                owner = "::".join(s for s in scopes if s)
                name = "%s::%s" % (owner, named[0]) if owner else named[0]
                found.append((name, text.count("\n", 0, first) + 1, text.count("\n", first, end) + 1))
                at = begin = end
                continue
            if is_scope or of_type is not None:
                scopes.append((of_type.group(1) or "") if of_type is not None else "")
                begin = at + 1
            else:  # an enumeration or a value
                at = closing(text, at, "{", "}")
                continue
        at += 1
    return found
