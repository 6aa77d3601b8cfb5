# Reads c_api/runnel.h and c_api/runnel_learn.h into a model: what every binding, the export lists and the golden layouts
# are made from. The headers are regular, and this reads just what it uses: a line that it does not understand is an error, never
# skipped. Documents are the comment lines directly above a declaration, or the comment behind it.
import os
import re

SCALARS = {  # C type: bytes, as on every 64-bit target that Runnel supports
    "void": 0, "char": 1, "bool": 1, "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8, "size_t": 8,
    "float": 4, "double": 8,
}
INCLUDES = {"stdbool.h", "stddef.h", "stdint.h", "string.h"}
POINTER_BYTES = 8


class HeaderError(Exception):
    """The header has something that this parser does not know; its text says where and what."""


HEADERS = ("runnel.h", "runnel_learn.h")  # each may use what those before it declare


def fail(place, message):
    """`place` is a file and a line: "runnel.h:12"."""
    raise HeaderError("%s: %s" % (place, message))


class Declaration:
    """A statement of a header: its text without comments, its raw lines, its comment, its first line as a place."""

    def __init__(self, raw, doc, line, section):
        self.raw, self.line, self.section = raw, line, section
        text = " ".join(re.sub(r"//.*", "", x) for x in raw)
        self.text = re.sub(r"\s+", " ", text).strip()
        behind = re.search(r"[;,]\s*// ?(.*)$", raw[-1]) if len(raw) == 1 else None
        self.doc = doc_text(doc + ([behind.group(1)] if behind else []))


def doc_text(lines):
    """Comment lines as they are read: one line for each sentence group, continuation lines joined."""
    out = []
    for line in lines:
        text = line.strip()
        starts = not out or re.match(r"(- |Shapes: |Units: |Errors(?: \w+)*: |Threads(?: \w+)*: |Ownership: |Source: |Names )", text)
        if starts:
            out.append(text)
        else:
            out[-1] += " " + text
    return "\n".join(x for x in out if x)


def declarations(text, name):
    """The statements of the header `name` in order, preprocessor lines apart: ([Declaration], {macro: (text, place, doc)})."""
    found, macros, doc, section, raw, start = [], {}, [], "", [], 0
    lines = text.split("\n")
    place = (name + ":%d").__mod__
    skip_until_endif = False
    number = 0
    while number < len(lines):
        line, number = lines[number], number + 1
        if raw:
            raw.append(line)
        elif skip_until_endif:
            skip_until_endif = not line.startswith("#endif")
            continue
        elif not line.strip():
            doc = []
            continue
        elif re.match(r"// -{20,}$", line):
            end = next((i for i in range(number, len(lines)) if re.match(r"// -{20,}$", lines[i])), None)
            if end is None:
                fail(place(number), "a section without a second rule")
            section = doc_text([x[2:].strip() for x in lines[number:end]])
            number, doc = end + 1, []
            continue
        elif line.startswith("// ---- "):
            doc = []
            continue
        elif line.startswith("//"):
            doc.append(line[2:].strip())
            continue
        elif line.startswith("#"):
            skip_until_endif = preprocessor(line, place(number), macros, doc_text(doc), name)
            doc = []
            continue
        else:
            raw, start = [line], number
        code = re.sub(r"//.*", "", "\n".join(raw))
        depth = code.count("{") - code.count("}")
        if depth < 0:
            fail(place(number), "a brace that closes nothing")
        if depth == 0 and re.search(r";\s*$" if not code.startswith("static inline") else r"\}\s*$", code):
            found.append(Declaration(raw, doc, place(start), section))
            doc = doc if re.match(r"struct \w+;", raw[0]) else []  # a forward declaration: the comment is the next one's
            raw = []
    if raw:
        fail(place(start), "a declaration without an end")
    return found, macros


def preprocessor(line, place, macros, doc, name):
    """True if what follows, up to #endif, is for the compiler only."""
    include = re.fullmatch(r"#include <([\w./]+)>", line)
    if include and include.group(1) in INCLUDES:
        return False
    if line in ['#include "%s"' % x for x in HEADERS[:HEADERS.index(name)]]:
        return False
    guard = "RUNNEL_C_API_%s_" % name.upper().replace(".", "_")
    if line in ("#ifndef " + guard, "#define " + guard, "#endif  // " + guard):
        return False
    if line in ("#if defined(__GNUC__)", "#ifdef __cplusplus"):
        return True
    define = re.fullmatch(r"#define (RNL_\w+) (.+)", line)
    if define:
        macros[define.group(1)] = (define.group(2), place, doc)
        return False
    fail(place, "not a preprocessor line that is known: %s" % line)


LISTS = ("constants", "handles", "externs", "aliases", "structs", "callbacks", "functions", "inlines")


class Model:
    """Everything that the headers declare. Lists are in the headers' order; all are plain dicts, ready for JSON."""

    def __init__(self):
        self.constants, self.handles, self.externs, self.aliases = [], [], [], []
        self.structs, self.callbacks, self.functions, self.inlines = [], [], [], []
        self.kinds = {name: "scalar" for name in SCALARS}
        self.whole = self

    def as_json(self):
        return {name: getattr(self, name) for name in LISTS}

    def part(self, header):
        """What one of the headers declares; types that it uses are still known."""
        part = Model()
        part.kinds, part.whole = self.kinds, self
        for name in LISTS:
            setattr(part, name, [x for x in getattr(self, name) if x["header"] == header])
        return part

    def function(self, name):
        return next(f for f in self.functions if f["name"] == name)

    def structs_and_callbacks(self):
        """In the headers' order, in which each may use those before it."""
        def at(entry):
            name, line = entry["place"].split(":")
            return HEADERS.index(name), int(line)
        return sorted(self.structs + self.callbacks, key=at)

    def enums(self):
        return [a for a in self.aliases if a["values"]]

    # ---- types

    def type(self, text, line):
        """'const rnl_str_t* const*' as {c, base, kind, const, pointers}: pointers from the inside, true where const."""
        match = re.fullmatch(r"(const )?(struct )?(\w+)((?:\*| const)*)", text.strip())
        if not match:
            fail(line, "not a type that is known: %r" % text)
        const, struct, base, stars = match.groups()
        if self.kinds.get(base) is None or (self.kinds[base] == "extern") != bool(struct):
            fail(line, "an unknown type: %r" % text)
        pointers = [bool(c) for c in re.findall(r"\*( const)?", stars)]
        kind = self.kinds[base]
        if not pointers and (kind in ("handle", "extern") or const):
            fail(line, "a type that cannot be passed by value: %r" % text)
        return {"c": re.sub(r"\s+", " ", text.strip()), "base": base, "kind": kind, "const": bool(const),
                "pointers": pointers}

    def parameter(self, text, line):
        match = re.fullmatch(r"(.+?[\s*])(\w+)", text.strip())
        if not match:
            fail(line, "not a parameter that is known: %r" % text)
        name = match.group(2)
        declared = self.type(match.group(1), line)
        if name.startswith("out_") and (not declared["pointers"] or len(declared["pointers"]) == 1 and declared["const"]):
            fail(line, "%s is named as an output, but cannot be written" % name)
        return {"name": name, "type": declared, "out": name.startswith("out_")}

    def parameters(self, text, line):
        if text.strip() == "void":
            return []
        return [self.parameter(p, line) for p in text.split(",")]

    def size(self, declared):
        """(size, alignment) in bytes of a type or of a struct's name."""
        if isinstance(declared, dict) and declared["pointers"]:
            return POINTER_BYTES, POINTER_BYTES
        name = declared["base"] if isinstance(declared, dict) else declared
        if name in SCALARS:
            return SCALARS[name], SCALARS[name]
        for alias in self.whole.aliases:
            if alias["name"] == name:
                return self.size(alias["type"])
        for struct in self.whole.structs:
            if struct["name"] == name:
                return struct["size"], struct["align"]
        return POINTER_BYTES, POINTER_BYTES  # callbacks

    # ---- declarations

    def add(self, d, previous):
        for pattern, method in ((r"typedef struct (\w+) (\w+);", self.add_handle), (r"struct (\w+);", self.add_extern),
                                (r"typedef struct (\w+) \{ (.*) \} (\w+);", self.add_struct),
                                (r"typedef (.+) \(\*(\w+)\)\((.*)\);", self.add_callback),
                                (r"typedef (\w+) (\w+);", self.add_alias),
                                (r"RNL_API (.+?[ *])(\w+)\((.*)\);", self.add_function),
                                (r"static inline (.+?[ *])(\w+)\((.*?)\) \{.*\}", self.add_inline)):
            match = re.fullmatch(pattern, d.text)
            if match:
                return method(d, *match.groups())
        if d.text.startswith("enum {"):
            return self.add_values(d, previous)
        fail(d.line, "not a declaration that is known: %s" % d.text)

    def define(self, name, kind, d):
        if name in self.kinds:
            fail(d.line, "a second declaration of %s" % name)
        self.kinds[name] = kind

    def add_handle(self, d, tag, name):
        if tag != name or not name.endswith("_t"):
            fail(d.line, "a handle's tag and type differ: %s" % d.text)
        self.define(name, "handle", d)
        self.handles.append({"name": name, "doc": d.doc, "section": d.section})

    def add_extern(self, d, name):
        self.define(name, "extern", d)
        self.externs.append({"name": name, "doc": d.doc})

    def add_struct(self, d, tag, body, name):
        if tag != name:
            fail(d.line, "a struct's tag and type differ: %s" % d.text)
        fields, offset, widest = [], 0, 1
        for text in body.split(";"):
            if text.strip():
                field = self.parameter(text, d.line)
                size, align = self.size(field["type"])
                offset = -(-offset // align) * align
                fields.append({"name": field["name"], "type": field["type"], "offset": offset})
                offset, widest = offset + size, max(widest, align)
        self.define(name, "struct", d)
        self.structs.append({"name": name, "place": d.line, "fields": fields, "size": -(-offset // widest) * widest, "align": widest,
                             "doc": d.doc, "section": d.section})

    def add_callback(self, d, result, name, parameters):
        self.callbacks.append({"name": name, "place": d.line, "result": self.type(result, d.line), "doc": d.doc, "section": d.section,
                               "params": self.parameters(parameters, d.line)})
        self.define(name, "callback", d)

    def add_alias(self, d, target, name):
        declared = self.type(target, d.line)
        self.define(name, "alias", d)
        self.aliases.append({"name": name, "type": declared, "values": [], "doc": d.doc, "section": d.section})

    def add_values(self, d, previous):
        if not self.aliases or previous is None or not previous.text.endswith(" %s;" % self.aliases[-1]["name"]):
            fail(d.line, "an enum that does not follow the typedef of its type")
        for text in re.fullmatch(r"enum \{ (.*?),? \};", d.text).group(1).split(","):
            match = re.fullmatch(r"\s*(RNL_\w+) = (-?\d+)\s*", text)
            if not match:
                fail(d.line, "not a value that is known: %r" % text)
            behind = next((re.search(r"// ?(.*)$", x) for x in d.raw if re.search(r"\b%s\b" % match.group(1), x)), None)
            self.aliases[-1]["values"].append({"name": match.group(1), "value": int(match.group(2)),
                                               "doc": behind.group(1) if behind and len(d.raw) > 1 else ""})

    def add_function(self, d, result, name, parameters):
        if any(f["name"] == name for f in self.functions):
            fail(d.line, "a second declaration of %s" % name)
        if not re.fullmatch(r"rnl_[a-z0-9_]+", name):
            fail(d.line, "a function's name begins with rnl_: %s" % name)
        self.functions.append({"name": name, "result": self.type(result, d.line), "doc": d.doc, "section": d.section,
                               "params": self.parameters(parameters, d.line)})

    def add_inline(self, d, result, name, parameters):
        self.inlines.append({"name": name, "result": self.type(result, d.line), "doc": d.doc,
                             "params": self.parameters(parameters, d.line)})

    def add_constant(self, name, text, line, doc):
        plain = re.sub(r"\((?:u?int\d+_t)\)", "", text)
        for constant in self.constants:
            plain = re.sub(r"\b%s\b" % constant["name"], str(constant["value"]), plain)
        if not re.fullmatch(r"[\s()\d<|+-]+", plain):
            fail(line, "not a number that is known: #define %s %s" % (name, text))
        self.constants.append({"name": name, "value": eval(plain, {"__builtins__": {}}), "doc": doc})

    def finish(self):
        names = {f["name"] for f in self.functions}
        for handle in self.handles:
            stem = handle["name"][:-2]
            if stem + "_release" not in names and handle["name"] not in LENT:
                raise HeaderError("%s: %s has no %s_release" % (handle["header"], handle["name"], stem))
            handle["retain"] = stem + "_retain" in names
        for f in self.functions:
            f["fallible"] = f["result"]["c"] == "rnl_status_t*" and f["name"] not in BORROWED_STATUS
        if not self.functions:
            raise HeaderError("the headers declare no function")


# These answer a status as a value: nothing failed.
BORROWED_STATUS = {"rnl_status_create", "rnl_status_retain", "rnl_completion_status"}
# A callback gets these for as long as it runs, so nobody releases them.
LENT = {"rnl_host_call_t", "rnl_learn_hook_call_t", "rnl_learn_model_call_t"}


def add_header(model, text, name):
    previous = None
    found, macros = declarations(text, name)
    for macro, (value, place, doc) in macros.items():
        if macro != "RNL_API":
            model.add_constant(macro, value, place, doc)
    for d in found:
        model.add(d, previous)
        previous = d
    for entry in (x for kind in LISTS for x in getattr(model, kind)):
        entry.setdefault("header", name)


def parse(text, name=HEADERS[0]):
    model = Model()
    add_header(model, text, name)
    model.finish()
    return model


def read(folder):
    """The model of all headers of c_api, the folder."""
    model = Model()
    for name in HEADERS:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            add_header(model, file.read(), name)
    model.finish()
    return model
