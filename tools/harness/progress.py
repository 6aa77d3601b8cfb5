# A progress bar on standard error: one line that is rewritten on a terminal, a line every tenth elsewhere.
import shutil
import sys
import threading
import time


class Progress:
    def __init__(self, title, stream=None):
        self.title = title
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self.lock = threading.Lock()
        self.last_tenth = -1
        self.last_shown = 0.0
        self.start = time.monotonic()

    def show(self, done, total, what=""):
        with self.lock:
            if self.terminal:
                now = time.monotonic()
                if done < total and now - self.last_shown < 0.05:
                    return
                self.last_shown = now
                width = shutil.get_terminal_size().columns - 1
                filled = 20 * done // max(total, 1)
                bar = "%s [%s%s] %d/%d %s" % (self.title, "=" * filled, " " * (20 - filled), done, total, what)
                self.stream.write("\r\x1b[K" + bar[:width])
                self.stream.flush()
            elif total > 0:
                tenth = 10 * done // total
                if tenth != self.last_tenth:
                    self.last_tenth = tenth
                    self.stream.write("%s: %d of %d, %.0f s\n" % (self.title, done, total, time.monotonic() - self.start))
                    self.stream.flush()

    def clear(self):
        with self.lock:
            if self.terminal:
                self.stream.write("\r\x1b[K")
                self.stream.flush()
