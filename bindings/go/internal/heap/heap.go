// Package heap tells how much of C's heap is in use; tests look at it.
package heap

// #include <malloc.h>
import "C"

// InUse is the number of bytes that C has allocated and not freed, of all threads.
func InUse() int64 { return int64(C.mallinfo2().uordblks) }
