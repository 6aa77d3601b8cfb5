"""What a C header promises to those who were compiled against it, and which of it a later header breaks.

Structs may grow at their end, unless they are passed or stored by value without a size; functions, enumerators and
macros may be added. Everything that was there stays as it was, word for word but for comments and spaces.
"""
import re

# Filled or copied by both sides without a size_bytes: these never change.
FROZEN = {"rnl_str_t", "rnl_output_t", "rnl_learn_weight_t", "rnlp_str_t", "rnlp_tensor_t", "rnlp_variable_t", "rnlp_point_t", "rnlp_place_t",
          "rnlp_prefix_t", "rnlp_alias_t", "rnlp_arg_mark_t", "rnlp_type_constraint_t"}


def words(text):
    """`text` without comments, spaces only where they part words."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    return re.sub(r"\s*([^\w\s])\s*", r"\1", re.sub(r"\s+", " ", text)).strip()


def parts(body, end):
    """The parts of a body that `end` ends, not counting those inside of parentheses."""
    found, depth, current = [], 0, ""
    for letter in body:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == end and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += letter
    return found + ([current.strip()] if current.strip() else [])


def enumerators(body):
    """{name: value, an expression}; without one it is counted on from the one before."""
    found, base, since = {}, "", -1
    for item in parts(body, ","):
        name, _, value = item.partition("=")
        base, since = (value, 0) if value else (base, since + 1)
        found[name] = value or ("%s+%d" % (base, since) if base else str(since))
    return found


def read(text):
    """(structs {name: [field]}, others {name: text}) of a header."""
    macros = {m.group(1): words(m.group(2)) for m in re.finditer(r"^#define (\w+)(?!\()[ \t]+((?:.*\\\n)*.*)$", text, re.M)}
    text = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", text, flags=re.M)
    text = words(text)
    structs, others = {}, {"#define " + k: v for k, v in macros.items()}
    for match in re.finditer(r"(?:typedef )?struct (\w+)\{([^{}]*)\}", text):
        structs[match.group(1)] = parts(match.group(2), ";")
    for match in re.finditer(r"typedef enum (\w*)\{([^{}]*)\}", text):
        others.update({"enumerator " + k: v for k, v in enumerators(match.group(2)).items()})
    for match in re.finditer(r"RNL_API ([^;{}]*?(\w+)\([^;{}]*\));", text):
        others["function " + match.group(2)] = match.group(1)
    for match in re.finditer(r"typedef ([^;{}]*\(\*(\w+)\)\([^;{}]*\));", text):
        others["callback " + match.group(2)] = match.group(1)
    return structs, others


def may_change(name):
    """The version itself, and how a header keeps from being read twice."""
    return re.fullmatch(r"#define (\w+_H_|RNLP?_ABI_(MAJOR|MINOR|VERSION)|RNL_API|RNLP_EXPORT)", name)


def broken(old, new):
    """What `new` does not keep of `old`, as lines of text."""
    (old_structs, old_others), (new_structs, new_others) = read(old), read(new)
    lines = []
    for name, fields in old_structs.items():
        kept = new_structs.get(name)
        if kept is None:
            lines.append("struct %s is gone" % name)
        elif kept[:len(fields)] != fields:
            at = next(i for i in range(len(fields)) if i >= len(kept) or kept[i] != fields[i])
            lines.append("struct %s: field %d was `%s`, is `%s`" % (name, at, fields[at], kept[at] if at < len(kept) else "none"))
        elif len(kept) > len(fields) and name in FROZEN:
            lines.append("struct %s has no size and grew by `%s`" % (name, kept[len(fields)]))
    for name, text in old_others.items():
        if not may_change(name) and new_others.get(name) != text:
            lines.append("%s was `%s`, is `%s`" % (name, text, new_others.get(name, "none")))
    return lines
