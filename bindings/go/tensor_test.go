package runnel_test

import (
	"math"
	"testing"

	"runnel.internal/runnel"
)

func holds[T runnel.Element](t *testing.T, r *runnel.Runtime, dtype runnel.DType, values ...T) {
	t.Helper()
	made := tensor(t, r, values...)
	if made.DType() != dtype || made.Len() != len(values) || made.Dims()[0] != int64(len(values)) {
		t.Errorf("%v: %v", dtype, made)
	}
	wantElements(t, made, values...)
	shown, err := runnel.Elements[T](made)
	if err != nil || len(shown) != len(values) || shown[0] != values[0] {
		t.Errorf("%v: %v, %v", dtype, shown, err)
	}
}

func TestTensorsHoldElementsOfEveryPlainType(t *testing.T) {
	r := newRuntime(t)
	holds[float32](t, r, runnel.Float, 1.5, math.MaxFloat32)
	holds[float64](t, r, runnel.Double, 1.5, math.MaxFloat64)
	holds[int8](t, r, runnel.Int8, -1, 7)
	holds[int16](t, r, runnel.Int16, -1, 7)
	holds[int32](t, r, runnel.Int32, -1, 7)
	holds[int64](t, r, runnel.Int64, math.MinInt64, 7)
	holds[uint8](t, r, runnel.Uint8, 255, 7)
	holds[uint16](t, r, runnel.Uint16, 65535, 7)
	holds[uint32](t, r, runnel.Uint32, 1, 7)
	holds[uint64](t, r, runnel.Uint64, math.MaxUint64, 7)
	holds(t, r, runnel.Bool, true, false)
	holds[complex64](t, r, runnel.Complex64, 1-1i, 2)
	holds[complex128](t, r, runnel.Complex128, 1-1i, 2)
	holds[runnel.HalfBits](t, r, runnel.Half, 0x3c00, 0)
	holds[runnel.Bfloat16Bits](t, r, runnel.Bfloat16, 0x3f80, 0)
}

func TestTensorsAreWrittenOnlyWhileNobodyElseSeesThem(t *testing.T) {
	r := newRuntime(t)
	made := must[*runnel.Tensor](t)(runnel.NewZeros(r, runnel.Float, []int64{2}))
	defer made.Close()
	wantElements[float32](t, made, 0, 0)
	writable := must[[]float32](t)(runnel.Writable[float32](made))
	writable[0], writable[1] = 1, 2
	other := must[*runnel.Tensor](t)(made.Reshape([]int64{2, 1}))
	wantElements[float32](t, other, 1, 2)
	_, err := runnel.Writable[float32](made)
	wantFailure(t, err, runnel.FailedPrecondition, "shared")
	other.Close()
	must[[]float32](t)(runnel.Writable[float32](made))[0] = 5
	shown := must[[]float32](t)(runnel.Elements[float32](made))
	if shown[0] != 5 || &shown[0] != &writable[0] {
		t.Error("elements are shown in place")
	}
}

func TestTensorsOfStringsHoldAnyBytes(t *testing.T) {
	r := newRuntime(t)
	made := must[*runnel.Tensor](t)(runnel.NewStrings(r, []int64{2}, []string{"a\x00b", ""}))
	defer made.Close()
	if err := made.SetString(1, "longer than fits anywhere inline, so that it is kept elsewhere"); err != nil {
		t.Fatal(err)
	}
	got := must[[]string](t)(made.Strings())
	if got[0] != "a\x00b" || len(got[1]) != 62 {
		t.Errorf("%q", got)
	}
	wantFailure(t, made.SetString(2, ""), runnel.OutOfRange, "2")
}

func TestTensorsAfterCloseAreRefused(t *testing.T) {
	r := newRuntime(t)
	before := r.MemoryInUse()
	made := must[*runnel.Tensor](t)(runnel.NewZeros(r, runnel.Float, []int64{1000}))
	if r.MemoryInUse() < before+4000 {
		t.Error("memory is not counted")
	}
	made.Close()
	made.Close()
	if r.MemoryInUse() != before {
		t.Errorf("%d bytes are left", r.MemoryInUse()-before)
	}
	_, err := runnel.Elements[float32](made)
	wantFailure(t, err, runnel.FailedPrecondition, "tensor is closed")
	_, err = made.Reshape(nil)
	wantFailure(t, err, runnel.FailedPrecondition, "closed")
	if made.Len() != 0 || made.DType() != runnel.Invalid || made.Dims() != nil {
		t.Error("a closed tensor has nothing")
	}
}
