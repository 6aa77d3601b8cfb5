// Command mnist_layers learns MNIST with layers: a model, its training, its score and its weights in twenty lines.
//
//	go run ./examples/mnist_layers [DATA-DIR [CHECKPOINT]]
package main

import (
	"fmt"
	"os"

	"runnel.internal/runnel"
	"runnel.internal/runnel/examples/mnist"
	"runnel.internal/runnel/layers"
	"runnel.internal/runnel/losses"
	"runnel.internal/runnel/optimizers"
)

func main() {
	folder, _ := mnist.Find()
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	runtime := mnist.Must(runnel.NewRuntime(nil))
	train, test := mnist.Must(mnist.Samples(runtime, folder, "train")), mnist.Must(mnist.Samples(runtime, folder, "t10k"))
	model := mnist.Must(runnel.Sequential(runtime, 1, layers.Input(784).DType(runnel.Uint8), layers.Rescaling(1.0/255),
		layers.Dense(128).Activation("relu"), layers.Dense(10).Activation("softmax")))
	mnist.Check(model.Compile(runnel.CompileOptions{Optimizer: optimizers.Adam().LearningRate(0.001),
		Losses: []any{losses.SparseCategoricalCrossentropy()}, Metrics: []any{"accuracy"}}))
	mnist.Must(model.Fit(train, runnel.FitOptions{BatchSize: 100, Epochs: 2}))
	score := mnist.Must(model.Evaluate(test, 1000))
	fmt.Printf("%.2f %% of the test images are right\n", 100*score["accuracy"])
	if len(os.Args) > 2 {
		mnist.Check(model.SaveWeights(os.Args[2]))
	}
}
