"""Records what a release promises: record.py INSTALL_PREFIX SOURCE_DIR VERSION writes tests/abi/VERSION.tar.gz.

The archive has the C headers as that install has them, a program and a plugin with a device, as their users wrote them
then. Run it once when a version is released, never again for that version: the tests beside it hold every later tree
against it.
"""
import gzip
import io
import os
import sys
import tarfile


def contents(prefix, source):
    """{name in the archive: bytes}"""
    found = {}
    include = os.path.join(prefix, "include", "runnel")
    for folder, _, files in os.walk(include):
        for name in files:
            path = os.path.join(folder, name)
            if name.endswith(".h"):
                found["include/runnel/" + os.path.relpath(path, include)] = open(path, "rb").read()
    program = open(os.path.join(source, "tests/c_api/c/main_path.c"), "rb").read()
    plugin = open(os.path.join(source, "plugins/null/null.cc"), "rb").read()
    plugin = plugin.replace(b'"plugins/sdk/', b'"runnel/plugin/')  # where an install has them
    return dict(found, **{"program.c": program, "plugin.cc": plugin})


def write(path, found):
    """The same bytes for the same contents."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(found):
            entry = tarfile.TarInfo(name)
            entry.size = len(found[name])
            archive.addfile(entry, io.BytesIO(found[name]))
    with open(path, "wb") as file:
        file.write(gzip.compress(raw.getvalue(), 9, mtime=0))


def main():
    prefix, source, version = sys.argv[1:4]
    path = os.path.join(source, "tests/abi", version + ".tar.gz")
    if os.path.exists(path):
        sys.exit("%s is there: what was promised does not change" % path)
    write(path, contents(prefix, source))
    print(path)


if __name__ == "__main__":
    main()
