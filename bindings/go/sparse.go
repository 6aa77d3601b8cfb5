package runnel

import "context"

// A SparseTensor has the elements that are not zero: element i is Values[i] at Indices[i]. Shapes: [n, rank] of int64, [n],
// [rank] of int64.
type SparseTensor struct{ Indices, Values, DenseShape *Tensor }

// A SparseOutput is a sparse tensor in a graph.
type SparseOutput struct{ Indices, Values, DenseShape Output }

// IndexedSlices are slices of a tensor: slice i is Values[i], at Indices[i] along dimension 0. DenseShape, of the whole, may be
// nil.
type IndexedSlices struct{ Values, Indices, DenseShape *Tensor }

// A SlicesOutput is indexed slices in a graph. DenseShape may be NoOutput.
type SlicesOutput struct{ Values, Indices, DenseShape Output }

// SparsePlaceholder adds three placeholders, NAME/indices, NAME/values and NAME/shape. A rank below 0: any.
func (s *Scope) SparsePlaceholder(name string, dtype DType, rank int64) SparseOutput {
	if rank < 0 {
		rank = -1
	}
	return SparseOutput{
		s.Placeholder(name+"/indices", Int64, Shape{-1, rank}),
		s.Placeholder(name+"/values", dtype, Shape{-1}),
		s.Placeholder(name+"/shape", Int64, Shape{rank}),
	}
}

// Outputs are its parts, to be fetched.
func (o SparseOutput) Outputs() []Output { return []Output{o.Indices, o.Values, o.DenseShape} }

// Feeds are what feeds value here.
func (o SparseOutput) Feeds(value SparseTensor) []Feed {
	return []Feed{{o.Indices, value.Indices}, {o.Values, value.Values}, {o.DenseShape, value.DenseShape}}
}

// Outputs are its parts, to be fetched.
func (o SlicesOutput) Outputs() []Output {
	if o.DenseShape == NoOutput {
		return []Output{o.Values, o.Indices}
	}
	return []Output{o.Values, o.Indices, o.DenseShape}
}

// Feeds are what feeds value here; a shape where both have one.
func (o SlicesOutput) Feeds(value IndexedSlices) []Feed {
	feeds := []Feed{{o.Values, value.Values}, {o.Indices, value.Indices}}
	if o.DenseShape != NoOutput && value.DenseShape != nil {
		feeds = append(feeds, Feed{o.DenseShape, value.DenseShape})
	}
	return feeds
}

// SparseOf is what was fetched of a SparseOutput's Outputs, which it takes over.
func SparseOf(fetched []*Tensor) (SparseTensor, error) {
	if len(fetched) != 3 {
		return SparseTensor{}, newError(InvalidArgument, "%d fetches for a sparse tensor of 3", len(fetched))
	}
	return SparseTensor{fetched[0], fetched[1], fetched[2]}, nil
}

// SlicesOf is what was fetched of a SlicesOutput's Outputs, which it takes over.
func SlicesOf(fetched []*Tensor) (IndexedSlices, error) {
	switch len(fetched) {
	case 2:
		return IndexedSlices{fetched[0], fetched[1], nil}, nil
	case 3:
		return IndexedSlices{fetched[0], fetched[1], fetched[2]}, nil
	}
	return IndexedSlices{}, newError(InvalidArgument, "%d fetches for slices of 2 or 3", len(fetched))
}

// RunSparse fetches one sparse tensor. Errors: as Run.
func (s *Session) RunSparse(ctx context.Context, feeds []Feed, output SparseOutput) (SparseTensor, error) {
	fetched, err := s.Run(ctx, feeds, output.Outputs(), nil)
	if err != nil {
		return SparseTensor{}, err
	}
	return SparseOf(fetched)
}

// RunSlices fetches slices. Errors: as Run.
func (s *Session) RunSlices(ctx context.Context, feeds []Feed, output SlicesOutput) (IndexedSlices, error) {
	fetched, err := s.Run(ctx, feeds, output.Outputs(), nil)
	if err != nil {
		return IndexedSlices{}, err
	}
	return SlicesOf(fetched)
}

// Close closes the three tensors.
func (t SparseTensor) Close() { CloseAll([]*Tensor{t.Indices, t.Values, t.DenseShape}) }

// Close closes the tensors.
func (t IndexedSlices) Close() { CloseAll([]*Tensor{t.Values, t.Indices, t.DenseShape}) }
