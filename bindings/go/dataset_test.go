package runnel_test

import (
	"context"
	"errors"
	"io"
	"reflect"
	"strconv"
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

func TestElementsArePaddedAndWindowsAreDatasets(t *testing.T) {
	r := newRuntime(t)
	d := must[*runnel.Dataset](t)(runnel.RangeDataset(r, 0, 5, 1))
	batches := must[*runnel.Dataset](t)(d.Batch(2, false))
	seven := must[*runnel.Tensor](t)(runnel.NewScalar[int64](r, 7))
	padded, err := batches.PaddedBatch(3, []runnel.Shape{{-1}}, []*runnel.Tensor{seven}, false)
	if got := numbersOf(t, passOver(t, padded, err)); !reflect.DeepEqual(got, []int64{0, 1, 2, 3, 4, 7}) {
		t.Error(got)
	}
	windows, err := d.Window(2, 2, 1, true)
	it := passOver(t, windows, err)
	element := must[[]*runnel.Tensor](t)(it.Next(context.Background()))
	window, err := runnel.VariantDataset(r, element[0])
	if got := numbersOf(t, passOver(t, window, err)); !reflect.DeepEqual(got, []int64{0, 1}) {
		t.Error(got)
	}
	variant := must[*runnel.Tensor](t)(d.Variant())
	same, err := runnel.VariantDataset(r, variant)
	if got := numbersOf(t, passOver(t, same, err)); !reflect.DeepEqual(got, []int64{0, 1, 2, 3, 4}) {
		t.Error(got)
	}
	g := newGraph(t, r)
	_, err = d.Interleave(g, "absent", []runnel.DType{runnel.Int64}, runnel.InterleaveOptions{CycleLength: 1})
	wantFailure(t, err, runnel.NotFound, "absent")
	_, err = d.GroupByWindow(g, "absent", "absent", "absent", []runnel.DType{runnel.Int64})
	wantFailure(t, err, runnel.NotFound, "absent")
}

func TestGeneratorsMakeElementsUntilTheyEnd(t *testing.T) {
	r := newRuntime(t)
	generator := func(index int64) ([]*runnel.Tensor, error) {
		switch index {
		case 2:
			return nil, &runnel.Error{Code: runnel.DataLoss, Message: "the second is lost"}
		case 3:
			panic("the third")
		case 4:
			return nil, nil
		case 6:
			return nil, io.EOF
		}
		square, err := runnel.NewTensor(r, runnel.Shape{}, []int64{index * index})
		if err != nil {
			return nil, err
		}
		name, err := runnel.NewStrings(r, runnel.Shape{1}, []string{strconv.Itoa(int(index))})
		return []*runnel.Tensor{square, name}, err
	}
	d, err := runnel.GeneratorDataset(r, []runnel.DType{runnel.Int64, runnel.String}, generator)
	if err != nil {
		t.Fatal(err)
	}
	for pass := 0; pass < 2; pass++ {
		it := passOver(t, d, nil)
		d.Close() // passes go on
		for index, wanted := range []runnel.Code{runnel.OK, runnel.OK, runnel.DataLoss, runnel.Internal, runnel.InvalidArgument, runnel.OK} {
			element, err := it.Next(context.Background())
			var failure *runnel.Error
			if wanted != runnel.OK {
				if !errors.As(err, &failure) || failure.Code != wanted {
					t.Errorf("%d: %v", index, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(index, err)
			}
			if values, err := runnel.Copy[int64](element[0]); err != nil || values[0] != int64(index*index) {
				t.Error(values, err)
			}
		}
		if _, err := it.Next(context.Background()); !errors.Is(err, io.EOF) {
			t.Error(err)
		}
		if d, err = runnel.GeneratorDataset(r, []runnel.DType{runnel.Int64, runnel.String}, generator); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := runnel.GeneratorDataset(r, nil, generator); err == nil {
		t.Error("no components")
	}
	if _, err := runnel.GeneratorDataset(r, []runnel.DType{runnel.Int64}, nil); err == nil {
		t.Error("no generator")
	}
}
