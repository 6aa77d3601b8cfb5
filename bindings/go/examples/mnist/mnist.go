// Package mnist reads MNIST and has the softmax regression that the examples train on it.
package mnist

import (
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

// Check ends the program with an error.
func Check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Must is value, unless there is an error, which ends the program.
func Must[T any](value T, err error) T {
	Check(err)
	return value
}

// Pixels of an image.
const Pixels = 28 * 28

// A Set is images, Pixels bytes each, and their labels.
type Set struct{ Images, Labels []byte }

// Find is the folder with MNIST, if RUNNEL_DATA_DIR has one.
func Find() (string, bool) {
	folder := filepath.Join(os.Getenv("RUNNEL_DATA_DIR"), "datasets/mnist")
	found, _ := filepath.Glob(filepath.Join(folder, "train-images-idx3-ubyte*"))
	return folder, os.Getenv("RUNNEL_DATA_DIR") != "" && len(found) > 0
}

// read gives the elements of an IDX file of bytes, plain or packed by gzip, whose header has rank dims.
func read(path string, rank int) ([]byte, error) {
	bytes, err := os.ReadFile(path)
	if err != nil {
		file, err := os.Open(path + ".gz")
		if err != nil {
			return nil, err
		}
		defer file.Close()
		unpacked, err := gzip.NewReader(file)
		if err != nil {
			return nil, err
		}
		if bytes, err = io.ReadAll(unpacked); err != nil {
			return nil, err
		}
	}
	head, size := 4+4*rank, 1
	if len(bytes) < head || string(bytes[:4]) != string([]byte{0, 0, 8, byte(rank)}) {
		return nil, fmt.Errorf("%s: not an IDX file of bytes", path)
	}
	for i := 4; i < head; i += 4 {
		size *= int(binary.BigEndian.Uint32(bytes[i:]))
	}
	if size != len(bytes)-head {
		return nil, fmt.Errorf("%s: its size is not what its header says", path)
	}
	return bytes[head:], nil
}

// Read reads a set; which is "train" or "t10k".
func Read(folder, which string) (*Set, error) {
	images, err := read(filepath.Join(folder, which+"-images-idx3-ubyte"), 3)
	if err != nil {
		return nil, err
	}
	labels, err := read(filepath.Join(folder, which+"-labels-idx1-ubyte"), 1)
	if err != nil {
		return nil, err
	}
	if len(images) != len(labels)*Pixels {
		return nil, fmt.Errorf("%s: images and labels do not fit", folder)
	}
	return &Set{images, labels}, nil
}

// Samples reads a set as a model of layers takes it: images [n, Pixels] of bytes and their labels.
func Samples(r *runnel.Runtime, folder, which string) (runnel.Samples, error) {
	set, err := Read(folder, which)
	if err != nil {
		return runnel.Samples{}, err
	}
	count := int64(len(set.Labels))
	images, err := runnel.NewTensor(r, []int64{count, Pixels}, set.Images)
	if err != nil {
		return runnel.Samples{}, err
	}
	labels, err := runnel.NewTensor(r, []int64{count}, set.Labels)
	return runnel.Samples{Inputs: []*runnel.Tensor{images}, Targets: []*runnel.Tensor{labels}}, err
}

// Fill writes images and labels from the set's first one on, as the model takes them.
func (s *Set) Fill(first int, pixels []float32, labels []int64) {
	for i := range labels {
		index := (first + i) % len(s.Labels)
		labels[i] = int64(s.Labels[index])
		for j, pixel := range s.Images[index*Pixels : (index+1)*Pixels] {
			pixels[i*Pixels+j] = float32(pixel) / 255
		}
	}
}

// A Model is softmax regression: the places of its graph that a program needs.
type Model struct {
	Graph                       *runnel.Graph
	Image, Label, Loss, Correct runnel.Output
	Step, Initialize            runnel.Node
}

// NewModel builds the graph.
func NewModel(r *runnel.Runtime) (*Model, error) { return NewModelOn(r, "") }

// NewModelOn builds it with the variables, and so their updates, on a device: "/job:ps/task:0".
func NewModelOn(r *runnel.Runtime, device string) (*Model, error) {
	g, err := runnel.NewGraph(r)
	if err != nil {
		return nil, err
	}
	s, m := g.Root(), &Model{Graph: g}
	m.Image = s.Placeholder("image", runnel.Float, runnel.Shape{-1, Pixels})
	m.Label = s.Placeholder("label", runnel.Int64, runnel.Shape{-1})
	there := s.On(device)
	weights, bias := there.ZeroVariable("weights", runnel.Float, Pixels, 10), there.ZeroVariable("bias", runnel.Float, 10)
	logits := ops.BiasAdd(s.Named("logits"), ops.MatMul(s, m.Image, weights.Value), bias.Value)
	prediction := ops.ArgMax(s.Named("prediction"), logits, runnel.Const[int32](s, nil, 1))

	all := runnel.Const[int32](s, nil, 0)
	losses, _ := ops.SparseSoftmaxCrossEntropyWithLogits(s, logits, m.Label)
	m.Loss = ops.Mean(s.Named("loss"), losses, all)
	m.Correct = ops.Sum(s.Named("correct"), ops.Cast(s, ops.Equal(s, prediction, m.Label), runnel.Float), all)

	training := runnel.Minimize(s, runnel.Adam{Rate: 0.003}, m.Loss, weights, bias)
	m.Step = training.Step
	m.Initialize = s.Group("initialize", weights.Initializer, bias.Initializer, training.Initializer)
	return m, s.Err()
}

// call runs a callable over batches of the set, count times, and tells each number that it gives.
func (m *Model) call(ctx context.Context, r *runnel.Runtime, callable *runnel.Callable, set *Set, size, count int,
	tell func(number int, value float32)) error {
	image, err := runnel.NewZeros(r, runnel.Float, []int64{int64(size), Pixels})
	if err != nil {
		return err
	}
	defer image.Close()
	label, err := runnel.NewZeros(r, runnel.Int64, []int64{int64(size)})
	if err != nil {
		return err
	}
	defer label.Close()
	for i := 0; i < count; i++ {
		pixels, err := runnel.Writable[float32](image)
		if err != nil {
			return err
		}
		labels, err := runnel.Writable[int64](label)
		if err != nil {
			return err
		}
		set.Fill(i*size, pixels, labels)
		fetched, err := callable.Run(ctx, image, label)
		if err != nil {
			return err
		}
		value, err := runnel.Item[float32](fetched[0])
		runnel.CloseAll(fetched)
		if err != nil {
			return err
		}
		tell(i, value)
	}
	return nil
}

// Train trains on batches of 100, in the order of the set; progress is told the loss of every step.
func (m *Model) Train(ctx context.Context, r *runnel.Runtime, s *runnel.Session, set *Set, steps int,
	progress func(step int, loss float32)) error {
	if _, err := s.Run(ctx, nil, nil, []runnel.Node{m.Initialize}); err != nil {
		return err
	}
	step, err := s.Prepare([]runnel.Output{m.Image, m.Label}, []runnel.Output{m.Loss}, []runnel.Node{m.Step})
	if err != nil {
		return err
	}
	defer step.Close()
	return m.call(ctx, r, step, set, 100, steps, progress)
}

// Evaluate counts the images of the set that the model reads right.
func (m *Model) Evaluate(ctx context.Context, r *runnel.Runtime, s *runnel.Session, set *Set) (int, error) {
	evaluate, err := s.Prepare([]runnel.Output{m.Image, m.Label}, []runnel.Output{m.Correct}, nil)
	if err != nil {
		return 0, err
	}
	defer evaluate.Close()
	correct := 0
	err = m.call(ctx, r, evaluate, set, 1000, len(set.Labels)/1000, func(_ int, value float32) { correct += int(value) })
	return correct, err
}
