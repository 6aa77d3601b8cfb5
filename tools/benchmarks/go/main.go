// Prints how many nanoseconds one prepared call over a tiny graph takes in C, and how many more in Go, as JSON: medians over
// rounds in which the two take turns.
package main

/*
#cgo pkg-config: runnel
#include "call.h"
*/
import "C"

import (
	"context"
	"fmt"
	"log"
	"sort"
	"time"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

const rounds, calls = 2001, 100

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func checkC(status *C.rnl_status_t) {
	if status != nil {
		log.Fatal(C.GoString(C.rnl_status_message(status).data))
	}
}

// ns is the time of one of the calls that f makes, whose sum it gives.
func ns(f func() float64) float64 {
	start := time.Now()
	sum := f()
	took := time.Since(start)
	if sum != 3*calls {
		log.Fatalf("2 + 1 is not %g", sum/calls)
	}
	return float64(took.Nanoseconds()) / calls
}

func median(values []float64) float64 {
	sort.Float64s(values)
	return values[len(values)/2]
}

func minus(a, b []float64) []float64 {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	return differences
}

func main() {
	var plain C.call_t
	checkC(C.call_create(&plain))
	r, err := runnel.NewRuntime(&runnel.RuntimeOptions{Threads: 1})
	check(err)
	g, err := runnel.NewGraph(r)
	check(err)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{})
	y := ops.AddV2(root, x, runnel.Const[float32](root, nil, 1))
	check(root.Err())
	session, err := runnel.NewSession(g, nil)
	check(err)
	callable, err := session.Prepare([]runnel.Output{x}, []runnel.Output{y}, nil)
	check(err)
	two, err := runnel.NewScalar[float32](r, 2)
	check(err)
	ctx := context.Background()

	var c, fresh, again []float64
	feeds, fetched := []*runnel.Tensor{two}, make([]*runnel.Tensor, 1)
	for round := 0; round < rounds; round++ {
		c = append(c, ns(func() float64 {
			var sum C.double
			checkC(C.call_many(&plain, calls, &sum))
			return float64(sum)
		}))
		fresh = append(fresh, ns(func() (sum float64) {
			for i := 0; i < calls; i++ {
				answer, err := callable.Run(ctx, two)
				check(err)
				value, err := runnel.Item[float32](answer[0])
				check(err)
				answer[0].Close()
				sum += float64(value)
			}
			return sum
		}))
		again = append(again, ns(func() (sum float64) {
			for i := 0; i < calls; i++ {
				check(callable.RunInto(ctx, feeds, fetched))
				values, err := runnel.Elements[float32](fetched[0])
				check(err)
				sum += float64(values[0])
			}
			return sum
		}))
	}
	fmt.Printf("{\"c\": %.1f, \"more\": %.1f, \"more_new_tensors\": %.1f}\n", median(append([]float64(nil), c...)), median(minus(again, c)),
		median(minus(fresh, c)))
}
