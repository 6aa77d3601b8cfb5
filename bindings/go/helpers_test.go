package runnel_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

var background = context.Background()

func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func newRuntime(t *testing.T) *runnel.Runtime {
	t.Helper()
	r := must[*runnel.Runtime](t)(runnel.NewRuntime(&runnel.RuntimeOptions{Threads: 2}))
	t.Cleanup(r.Close)
	return r
}

func newGraph(t *testing.T, r *runnel.Runtime) *runnel.Graph {
	t.Helper()
	g := must[*runnel.Graph](t)(runnel.NewGraph(r))
	t.Cleanup(g.Close)
	return g
}

func newSession(t *testing.T, g *runnel.Graph) *runnel.Session {
	t.Helper()
	s := must[*runnel.Session](t)(runnel.NewSession(g, nil))
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// tensor is one with a single dim.
func tensor[T runnel.Element](t *testing.T, r *runnel.Runtime, values ...T) *runnel.Tensor {
	t.Helper()
	made := must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{int64(len(values))}, values))
	t.Cleanup(made.Close)
	return made
}

// wantFailure checks that err has the code and says all of pieces.
func wantFailure(t *testing.T, err error, code runnel.Code, pieces ...string) {
	t.Helper()
	var failure *runnel.Error
	if !errors.As(err, &failure) || !errors.Is(err, code) {
		t.Errorf("got %v, expected %v", err, code)
		return
	}
	for _, piece := range pieces {
		if !strings.Contains(failure.Message, piece) {
			t.Errorf("expected %q in: %v", piece, err)
		}
	}
}

func wantElements[T runnel.Element](t *testing.T, got *runnel.Tensor, want ...T) {
	t.Helper()
	values, err := runnel.Copy[T](got)
	if err != nil || len(values) != len(want) {
		t.Errorf("got %v (%v), expected %v", values, err, want)
		return
	}
	for i := range want {
		if values[i] != want[i] {
			t.Errorf("got %v, expected %v", values, want)
			return
		}
	}
}

// run fetches one output.
func run(t *testing.T, s *runnel.Session, fetch runnel.Output, feeds ...runnel.Feed) *runnel.Tensor {
	t.Helper()
	fetched := must[[]*runnel.Tensor](t)(s.Run(background, feeds, []runnel.Output{fetch}, nil))
	t.Cleanup(fetched[0].Close)
	return fetched[0]
}

// A queue of floats; a run that fetches never blocks until it is cancelled.
type queue struct {
	value    runnel.Output
	enqueue  runnel.Node
	dequeued runnel.Output
	never    runnel.Output
}

func addQueue(s *runnel.Scope) queue {
	float := []runnel.DType{runnel.Float}
	value := s.Placeholder("queued", runnel.Float, runnel.Shape{})
	full, empty := ops.FIFOQueueV2(s, float), ops.FIFOQueueV2(s, float)
	return queue{
		value:    value,
		enqueue:  ops.QueueEnqueueV2(s, full, []runnel.Output{value}),
		dequeued: ops.QueueDequeueV2(s, full, float)[0],
		never:    ops.QueueDequeueV2(s, empty, float)[0],
	}
}
