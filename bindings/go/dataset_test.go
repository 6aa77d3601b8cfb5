package runnel_test

import (
	"context"
	"errors"
	"io"
	"reflect"
	"testing"

	"runnel.internal/runnel"
)

func numbersOf(t *testing.T, it *runnel.DatasetIterator) []int64 {
	var out []int64
	for {
		element, err := it.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		values, err := runnel.Copy[int64](element[0])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, values...)
	}
}

func passOver(t *testing.T, d *runnel.Dataset, err error) *runnel.DatasetIterator {
	if err != nil {
		t.Fatal(err)
	}
	it, err := d.Iterate()
	if err != nil {
		t.Fatal(err)
	}
	return it
}

func TestDatasetsGiveElementsInOrder(t *testing.T) {
	r := newRuntime(t)
	d, err := runnel.RangeDataset(r, 0, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	// tf.data.Dataset.range(10).shuffle(4, seed=7), TensorFlow 2.21.
	shuffled, err := d.Shuffle(4, 7, true)
	if got := numbersOf(t, passOver(t, shuffled, err)); !reflect.DeepEqual(got, []int64{0, 4, 2, 3, 5, 6, 1, 8, 7, 9}) {
		t.Error(got)
	}
	batches, err := d.Batch(4, false)
	if err != nil || batches.Cardinality() != 3 {
		t.Error(batches.Cardinality(), err)
	}
	one := passOver(t, shuffled, nil)
	if _, err := one.Next(context.Background()); err != nil {
		t.Fatal(err)
	}
	state, err := one.Save()
	if err != nil {
		t.Fatal(err)
	}
	other := passOver(t, shuffled, nil)
	if err := other.Restore(state); err != nil {
		t.Fatal(err)
	}
	if a, b := numbersOf(t, one), numbersOf(t, other); !reflect.DeepEqual(a, b) {
		t.Error(a, b)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := passOver(t, d, nil).Next(ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
