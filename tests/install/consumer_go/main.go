// A program of somebody who has the module and an installed librunnel.
package main

import (
	"context"
	"fmt"
	"log"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func run() error {
	r, err := runnel.NewRuntime(nil)
	if err != nil {
		return err
	}
	defer r.Close()
	g, err := runnel.NewGraph(r)
	if err != nil {
		return err
	}
	defer g.Close()
	s := g.Root()
	x := s.Placeholder("x", runnel.Float, runnel.Shape{})
	slope := s.Gradients([]runnel.Output{ops.Square(s, x)}, []runnel.Output{x})
	if s.Err() != nil {
		return s.Err()
	}
	session, err := runnel.NewSession(g, nil)
	if err != nil {
		return err
	}
	three, err := runnel.NewScalar[float32](r, 3)
	if err != nil {
		return err
	}
	answer, err := session.Run(context.Background(), []runnel.Feed{{Output: x, Value: three}}, slope, nil)
	if err != nil {
		return err
	}
	value, err := runnel.Item[float32](answer[0])
	fmt.Printf("runnel %s, %s: %g\n", runnel.Version(), r.Devices()[0].Type, value)
	return err
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
