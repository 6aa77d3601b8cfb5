//go:build asan

package runnel_test

import (
	"os"
	"testing"

	"runnel.internal/runnel/internal/heap"
)

// After tests that give everything back, as those of stress_test.go do, nothing of C's may be lost.
func TestMain(m *testing.M) {
	status := m.Run()
	if heap.Leaks() {
		status = 1
	}
	os.Exit(status)
}
