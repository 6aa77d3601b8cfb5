// Command train_mnist trains softmax regression on MNIST, saves the weights and freezes the graph:
// RUNNEL_DATA_DIR=... go run ./examples/train_mnist [FOLDER]. Ctrl-C ends it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"runnel.internal/runnel"
	"runnel.internal/runnel/examples/mnist"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	data, found := mnist.Find()
	if !found {
		fmt.Println("skipped: RUNNEL_DATA_DIR has no datasets/mnist")
		return nil
	}
	folder := "."
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	train, err := mnist.Read(data, "train")
	if err != nil {
		return err
	}
	test, err := mnist.Read(data, "t10k")
	if err != nil {
		return err
	}
	r, err := runnel.NewRuntime(nil)
	if err != nil {
		return err
	}
	defer r.Close()
	m, err := mnist.NewModel(r)
	if err != nil {
		return err
	}
	defer m.Graph.Close()
	s, err := runnel.NewSession(m.Graph, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := m.Train(ctx, r, s, train, 1000, func(step int, loss float32) {
		if (step+1)%200 == 0 {
			fmt.Printf("step %4d  loss %.4f\n", step+1, loss)
		}
	}); err != nil {
		return err
	}
	correct, err := m.Evaluate(ctx, r, s, test)
	if err != nil {
		return err
	}
	if err := s.Save(filepath.Join(folder, "softmax")); err != nil {
		return err
	}
	frozen, err := s.Freeze("prediction")
	if err != nil {
		return err
	}
	fmt.Printf("%d of %d test images right; frozen graph in softmax.pb\n", correct, len(test.Labels))
	return os.WriteFile(filepath.Join(folder, "softmax.pb"), frozen, 0o666)
}
