package runnel_test

import (
	"context"
	"testing"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func TestASparseValueIsFedAndFetchedAsOne(t *testing.T) {
	r := newRuntime(t)
	g := newGraph(t, r)
	s, ctx := g.Root(), context.Background()
	x := s.SparsePlaceholder("x", runnel.Float, 2)
	indices, values := ops.SparseReorder(s, x.Indices, x.Values, x.DenseShape)
	y := runnel.SparseOutput{Indices: indices, Values: values, DenseShape: ops.Identity(s, x.DenseShape)}
	slices := runnel.SlicesOutput{Values: s.Placeholder("values", runnel.Float, nil), Indices: s.Placeholder("indices", runnel.Int64, nil), DenseShape: runnel.NoOutput}
	twice := runnel.SlicesOutput{Values: ops.AddV2(s, slices.Values, slices.Values), Indices: ops.Identity(s, slices.Indices), DenseShape: ops.Identity(s, slices.Indices)}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	session := newSession(t, g)
	value := runnel.SparseTensor{
		Indices:    must[*runnel.Tensor](t)(runnel.NewTensor(r, []int64{2, 2}, []int64{1, 2, 0, 0})),
		Values:     tensor[float32](t, r, 5, 6),
		DenseShape: tensor[int64](t, r, 2, 3),
	}
	got := must[runnel.SparseTensor](t)(session.RunSparse(ctx, x.Feeds(value), y))
	defer got.Close()
	wantElements[int64](t, got.Indices, 0, 0, 1, 2)
	wantElements[float32](t, got.Values, 6, 5)
	wantElements[int64](t, got.DenseShape, 2, 3)

	fed := runnel.IndexedSlices{Values: value.Values, Indices: value.DenseShape}
	fetched := must[runnel.IndexedSlices](t)(session.RunSlices(ctx, slices.Feeds(fed), twice))
	defer fetched.Close()
	wantElements[float32](t, fetched.Values, 10, 12)
	wantElements[int64](t, fetched.Indices, 2, 3)
	wantElements[int64](t, fetched.DenseShape, 2, 3)
	_, err := runnel.SparseOf(nil)
	wantFailure(t, err, runnel.InvalidArgument, "0 fetches")
}
