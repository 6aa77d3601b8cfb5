# The parts of a run of hours, each kept when it has ended: after an interruption the run goes on with the others.
import json
import os
import time
from dataclasses import asdict

from harness import results as r


class Parts:
    """Parts that ran at `commit`, in the file `path`, a line for each; None keeps nothing."""

    def __init__(self, path, commit, resume):
        self.path, self.commit = path, commit
        self.ended = self._read() if resume else {}
        self.seconds = sum(seconds for seconds, _ in self.ended.values())
        if path and not resume and os.path.exists(path):
            os.remove(path)

    def _read(self):
        ended = {}
        if os.path.exists(self.path):
            with open(self.path, "r+") as file:
                whole = file.read()
                whole = whole[:whole.rfind("\n") + 1]  # the last line may be torn
                file.truncate(len(whole.encode()))
            for part in map(json.loads, whole.splitlines()):
                if part["commit"] == self.commit:
                    ended[part["part"]] = part["seconds"], [r.Result(**result) for result in part["results"]]
        return ended

    def run(self, name, part):
        """The results of the part: those that are kept, or what part() gives now."""
        if name in self.ended:
            return self.ended[name][1]
        begin = time.monotonic()
        found = part()
        seconds = time.monotonic() - begin
        self.seconds += seconds
        if self.path:
            with open(self.path, "a") as file:
                file.write(json.dumps({"part": name, "commit": self.commit, "seconds": seconds,
                                       "results": [asdict(result) for result in found]}) + "\n")
        return found
