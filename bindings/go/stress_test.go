package runnel_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/internal/heap"
	"runnel.internal/runnel/ops"
)

// Ten thousand goroutines on one session: some compute, some wait for what others send, some wait for what never comes
// until they are cancelled. Every one ends as it must, and what they held comes back.
func TestTenThousandGoroutinesLoseAndLeakNothing(t *testing.T) {
	r := must[*runnel.Runtime](t)(runnel.NewRuntime(&runnel.RuntimeOptions{Threads: 2}))
	defer r.Close()
	manyGoroutines(t, r, 10_000)
}

// The same again and again: what C has allocated does not grow with the runs. A thread more, of the many that wait in C
// at once, keeps some hundreds of kilobytes for its next blocks, which count as allocated: that comes at times, a block
// that runs lose comes in every round.
func TestRoundsOfGoroutinesLeaveCsHeapAsItWas(t *testing.T) {
	const goroutines, warm, rounds = 2000, 4, 12
	r := must[*runnel.Runtime](t)(runnel.NewRuntime(&runnel.RuntimeOptions{Threads: 2}))
	defer r.Close()
	var grown []int64
	before := int64(0)
	for round := 0; round < rounds; round++ {
		manyGoroutines(t, r, goroutines)
		runtime.GC()
		now := heap.InUse()
		if round >= warm { // pools, arenas of threads and plans are warm
			grown = append(grown, now-before)
		}
		before = now
	}
	least := grown[0]
	for _, bytes := range grown {
		if bytes < least {
			least = bytes
		}
	}
	// One block that each run loses would be twice that.
	if least > goroutines*16 {
		t.Errorf("C's heap grew in each round of %d runs: %v bytes", goroutines, grown)
	}
}

func manyGoroutines(t *testing.T, r *runnel.Runtime, goroutines int) {
	handles, memory, before := runnel.Live(), r.MemoryInUse(), runtime.NumGoroutine()
	g := must[*runnel.Graph](t)(runnel.NewGraph(r))
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{64})
	doubled := ops.AddV2(root, x, x)
	total := root.ZeroVariable("total", runnel.Double)
	one := runnel.Const[float64](root, nil, 1)
	add := ops.AssignAddVariableOp(root, total.Handle, one)
	q := addQueue(root)
	if root.Err() != nil {
		t.Fatal(root.Err())
	}
	s := must[*runnel.Session](t)(runnel.NewSession(g, nil))
	must[[]*runnel.Tensor](t)(s.Run(background, nil, nil, []runnel.Node{total.Initializer}))
	callable := must[*runnel.Callable](t)(s.Prepare([]runnel.Output{x}, []runnel.Output{doubled}, nil))

	var all sync.WaitGroup
	var computed, added, sent, received, cancelled atomic.Int64
	work := func(number int) {
		defer all.Done()
		ctx, cancel := context.WithCancel(background)
		defer cancel()
		switch number % 5 {
		case 0: // computes
			values := make([]float32, 64)
			values[63] = float32(number)
			fed, err := runnel.NewTensor(r, []int64{64}, values)
			if err != nil {
				t.Error(err)
				return
			}
			defer fed.Close()
			if number%2 == 0 {
				ctx = background
			}
			fetched, err := callable.Run(ctx, fed)
			if err != nil {
				t.Error(err)
				return
			}
			defer runnel.CloseAll(fetched)
			if shown, err := runnel.Elements[float32](fetched[0]); err != nil || shown[63] != 2*float32(number) {
				t.Error(shown, err)
				return
			}
			computed.Add(1)
		case 1: // changes a variable
			if _, err := s.Run(ctx, nil, nil, []runnel.Node{add}); err != nil {
				t.Error(err)
				return
			}
			added.Add(1)
		case 2: // sends
			value, err := runnel.NewScalar(r, float32(number%1000))
			if err != nil {
				t.Error(err)
				return
			}
			defer value.Close()
			if _, err := s.Run(ctx, []runnel.Feed{{Output: q.value, Value: value}}, nil, []runnel.Node{q.enqueue}); err != nil {
				t.Error(err)
				return
			}
			sent.Add(int64(number % 1000))
		case 3: // receives, whoever sent it
			fetched, err := s.Run(ctx, nil, []runnel.Output{q.dequeued}, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer runnel.CloseAll(fetched)
			value, err := runnel.Item[float32](fetched[0])
			if err != nil {
				t.Error(err)
			}
			received.Add(int64(value))
		case 4: // waits for what never comes
			go cancel()
			if _, err := s.Run(ctx, nil, []runnel.Output{q.never}, nil); !errors.Is(err, runnel.Cancelled) {
				t.Error(err)
				return
			}
			cancelled.Add(1)
		}
	}
	all.Add(goroutines)
	for i := 0; i < goroutines; i++ {
		go work(i)
	}
	all.Wait()

	fifth := int64(goroutines / 5)
	if computed.Load() != fifth || added.Load() != fifth || cancelled.Load() != fifth {
		t.Error(computed.Load(), added.Load(), cancelled.Load())
	}
	if sent.Load() != received.Load() {
		t.Errorf("sent %d, received %d", sent.Load(), received.Load())
	}
	summed := must[[]*runnel.Tensor](t)(s.Run(background, nil, []runnel.Output{total.Value}, nil))
	wantElements(t, summed[0], float64(fifth))
	runnel.CloseAll(summed)
	callable.Close()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	g.Close()
	// Of other tests' handles some may have been collected meanwhile.
	if got := runnel.Live(); got > handles {
		t.Errorf("%d handles are left", got-handles)
	}
	for runtime.NumGoroutine() > before { // each has only to return
		runtime.Gosched()
	}
	// The runtime keeps some memory for the next steps; of what every run used, nothing is left.
	if left := int64(r.MemoryInUse()) - int64(memory); left > int64(goroutines)*64/16+4096 {
		t.Errorf("%d bytes are left", left)
	}
}
