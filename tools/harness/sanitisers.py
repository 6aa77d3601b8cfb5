# What programs built with sanitisers are given.
import os

from harness import tree

# Sanitisers need these to be strict and to say what they found where.
SANITISER_ENV = {
    "asan": {
        "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    },
    "tsan": {"TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1:allocator_may_return_null=1:suppressions="
             + os.path.join(tree.ROOT, "tools/harness/tsan.supp")},
}
