// Command load_and_run loads a frozen graph that train_mnist wrote and reads ten digits with it:
// RUNNEL_DATA_DIR=... go run ./examples/load_and_run softmax.pb
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"runnel.internal/runnel"
	"runnel.internal/runnel/examples/mnist"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) < 2 {
		return errors.New("usage: load_and_run GRAPH")
	}
	data, found := mnist.Find()
	if !found {
		fmt.Println("skipped: RUNNEL_DATA_DIR has no datasets/mnist")
		return nil
	}
	set, err := mnist.Read(data, "t10k")
	if err != nil {
		return err
	}
	pixels, labels := make([]float32, 10*mnist.Pixels), make([]int64, 10)
	set.Fill(0, pixels, labels)
	graphDef, err := os.ReadFile(os.Args[1])
	if err != nil {
		return err
	}
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
	if err := g.Import(graphDef, nil); err != nil {
		return err
	}
	s, err := runnel.NewSession(g, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	image, err := runnel.NewTensor(r, []int64{10, mnist.Pixels}, pixels)
	if err != nil {
		return err
	}
	defer image.Close()
	fetched, err := s.RunNamed(context.Background(), g, map[string]*runnel.Tensor{"image": image}, []string{"prediction"}, nil)
	if err != nil {
		return err
	}
	defer runnel.CloseAll(fetched)
	predicted, err := runnel.Elements[int64](fetched[0])
	if err != nil {
		return err
	}
	for i, label := range labels {
		fmt.Printf("label %d, predicted %d\n", label, predicted[i])
	}
	return nil
}
