package runnel_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func TestACoordinatorTellsTheFirstError(t *testing.T) {
	c := must[*runnel.Coordinator](t)(runnel.NewCoordinator())
	defer c.Close()
	if stopped := must[bool](t)(c.WaitForStop(0)); stopped || c.ShouldStop() {
		t.Error("it stopped by itself")
	}
	mine := errors.New("mine")
	for _, why := range []error{mine, errors.New("second")} {
		if err := c.Go("worker", func(context.Context) error { return why }); err != nil {
			t.Fatal(err)
		}
		if !must[bool](t)(c.WaitForStop(runnel.Forever)) {
			t.Error("no stop")
		}
	}
	wantFailure(t, c.Join(runnel.Forever, false), runnel.Unknown, "mine")
	wantFailure(t, c.Err(), runnel.Unknown, "mine")
	if err := c.ClearStop(); err != nil || c.Err() != nil {
		t.Error(err, c.Err())
	}
	release := make(chan struct{})
	if err := c.Go("sleeper", func(ctx context.Context) error { <-ctx.Done(); <-release; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := c.RequestStop(nil); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, c.Join(0, false), runnel.DeadlineExceeded, "sleeper")
	close(release)
	if err := c.Join(runnel.Forever, false); err != nil {
		t.Error(err)
	}
}

func TestAQueueIsFilledUntilItsSourceEnds(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	s, int64s := g.Root(), []runnel.DType{runnel.Int64}
	counter := ops.VarHandleOp(s, runnel.Int64, runnel.Shape{})
	init := ops.AssignVariableOp(s, counter, runnel.Const[int64](s, nil, 0))
	queue := ops.FIFOQueueV2(s.Named("queue"), int64s, ops.FIFOQueueV2Capacity(2))
	number := ops.ResourceCountUpTo(s, counter, 10, runnel.Int64)
	ops.QueueEnqueueV2(s.Named("enqueue"), queue, []runnel.Output{number})
	element := ops.QueueDequeueV2(s, queue, int64s)[0]
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	runner := runnel.QueueRunner{Queue: "queue", EnqueueOps: []string{"enqueue"}}
	drain := func(session *runnel.Session) (all []int64, err error) {
		for {
			got, err := session.Run(context.Background(), nil, []runnel.Output{element}, nil)
			if err != nil {
				return all, err
			}
			all = append(all, must[[]int64](t)(runnel.Copy[int64](got[0]))...)
		}
	}
	started := func() *runnel.Session {
		session := newSession(t, g)
		if _, err := session.Run(context.Background(), nil, nil, []runnel.Node{init}); err != nil {
			t.Fatal(err)
		}
		return session
	}
	want := []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}

	c := must[*runnel.Coordinator](t)(runnel.NewCoordinator())
	session := started()
	filler := must[*runnel.QueueFiller](t)(runnel.NewQueueFiller(g, runner))
	defer filler.Close()
	if err := filler.Start(session, c); err != nil || filler.Queue() != "queue" {
		t.Fatal(err, filler.Queue())
	}
	all, err := drain(session)
	wantFailure(t, err, runnel.OutOfRange)
	if !reflect.DeepEqual(all, want) {
		t.Error(all)
	}
	c.Close()

	meta := must[*runnel.MetaGraph](t)(runnel.NewMetaGraph())
	if err := meta.AddQueueRunner(runner); err != nil {
		t.Fatal(err)
	}
	session = started()
	fillers := must[[]*runnel.QueueFiller](t)(runnel.StartQueueRunners(session, g, meta, nil, ""))
	if all, _ := drain(session); !reflect.DeepEqual(all, want) || fillers[0].Err() != nil {
		t.Error(all, fillers[0].Err())
	}
	_, err = runnel.NewQueueFiller(g, runnel.QueueRunner{Queue: "queue", EnqueueOps: []string{"absent"}})
	wantFailure(t, err, runnel.NotFound, "absent")
}
