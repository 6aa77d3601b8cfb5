# How the tree stands: rings among units and folders, and paths of the documents that lead nowhere. tools/house tells it,
# the check `house` fails on it.
import fnmatch
import os
import re

import common
import includes

FOLDERS_OF = includes.FOLDERS[:-1]  # of all but the tests, which may look inside of everything
HISTORY = {"CHANGELOG.md"}  # tells what was, with the names that it had
CITED = re.compile(r"`([^`\n]+)`|\]\(([^()\s]+)\)")
FILE_NAME = re.compile(r"\.(?:h|hpp|cc|c|cpp|cu|comp|py|rs|go|md|toml|tsv|cmake|in|proto|list|golden)$|CMakeLists\.txt$")
PLAIN = re.compile(r"^[\w.*/+-]+$")
PLACEHOLDER = re.compile(r"/[A-Z]+$")  # tools/checks/NAME: any of them


def sources_of(files):
    return [f for f in files if f.endswith(common.SOURCE_ENDINGS)]


def rings(sources, root):
    inside = [f for f in sources if f.startswith(FOLDERS_OF)]
    folders = includes.rings_of(includes.edges_of(inside, root, {f: os.path.dirname(f) for f in inside}))
    return list(includes.unit_rings(sources, root)) + folders


def count_folders(sources):
    counts = {}
    for file in sources:
        folder = os.path.dirname(file)
        counts[folder] = counts.get(folder, 0) + 1
    return dict(sorted(counts.items()))


class Tree:
    """What may be cited: files, folders, and files without their endings; each by any of its last parts, too."""

    def __init__(self, files):
        self.whole, self.ends = set(), set()
        for file in files:
            parts = file.split("/")
            for count in range(1, len(parts) + 1):
                self.whole.add("/".join(parts[:count]))
        self.whole |= {re.sub(r"\.\w+$", "", path) for path in self.whole}
        self.tops = {path.split("/")[0] for path in files if "/" in path}
        for path in self.whole:
            parts = path.split("/")
            self.ends.update("/".join(parts[at:]) for at in range(len(parts)))

    def has(self, cited):
        return cited in self.ends if "*" not in cited else any(fnmatch.fnmatch(path, cited) for path in self.ends)

    def is_path(self, cited, near):
        """Whether the text cites a path of this tree at all: a file's name, or a folder of the tree's."""
        if not PLAIN.match(cited) or cited.startswith(("/", "-", ".")) or "//" in cited or PLACEHOLDER.search(cited):
            return False
        if "/" not in cited:
            return bool(FILE_NAME.search(cited)) and not cited.startswith("*")
        return cited.split("/")[0] in self.tops or bool(FILE_NAME.search(cited)) and near != "README.md"


def cited_paths(text):
    """(line, path) of what stands between backticks or is linked to, without line numbers and arguments."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in CITED.finditer(line):
            words = (match.group(1) or match.group(2)).split()
            if words:
                yield number, re.sub(r"(?::\d+|#.*)$", "", words[0]).rstrip("/,;")


def undocumented_paths(files, sources, root):
    tree, texts, found = Tree(files), {}, []
    cmake = "\n".join(common.read_text(os.path.join(root, f)) for f in files if f.endswith((".cmake", "CMakeLists.txt")))
    for file in files:
        if file.endswith(".md") and file not in HISTORY:
            texts[file] = common.read_text(os.path.join(root, file))
    dangling = 0
    for file, text in texts.items():
        for line, path in cited_paths(text):
            beside = os.path.normpath(os.path.join(os.path.dirname(file), path))
            is_made = "/" not in path and path in cmake  # by the build
            if tree.is_path(path, file) and not tree.has(path) and not tree.has(beside) and not is_made:
                dangling += 1
                found.append({"path": path, "why": "%s:%d cites it, and it is not there" % (file, line)})
    everything = "\n".join(texts.values())
    for folder in count_folders(sources):
        own = any(os.path.dirname(file) == folder for file in texts)
        if not own and not re.search(r"(?<![\w/])(?:[\w-]+/)*%s\b" % re.escape(os.path.basename(folder)), everything):
            found.append({"path": folder, "why": "no Markdown file mentions it"})
    return found, dangling
