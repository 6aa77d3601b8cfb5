//go:build asan

package heap

// int __lsan_do_recoverable_leak_check(void);
import "C"

// Leaks looks for blocks of C's heap that nothing in C has any more, and says on standard error where they were made.
func Leaks() bool { return C.__lsan_do_recoverable_leak_check() != 0 }
