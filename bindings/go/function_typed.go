package runnel

import "context"

// A Typed is an EagerTensor whose elements are known to be T.
type Typed[T Element] struct{ *EagerTensor }

// TypedOf is t as one of elements T. Errors: InvalidArgument for a tensor of another dtype.
func TypedOf[T Element](t *EagerTensor) (Typed[T], error) {
	if t == nil || !shows[T](t.DType()) {
		return Typed[T]{}, newError(InvalidArgument, "the tensor is %v, expected %v", dtypeOrNil(t), DTypeOf[T]())
	}
	return Typed[T]{t}, nil
}

// NewTyped is a copy of values in the context.
func NewTyped[T Element](e *Eager, dims []int64, values ...T) (Typed[T], error) {
	tensor, err := NewTensor(e.runtime, dims, values)
	if err != nil {
		return Typed[T]{}, err
	}
	return Typed[T]{e.Value(tensor)}, nil
}

func dtypeOrNil(t *EagerTensor) any {
	if t == nil {
		return "nil"
	}
	return t.DType()
}

// A Symbol is an output of the graph that is being traced, whose elements are T. Builders of ops take its Output.
type Symbol[T Element] struct{ Output }

// SymbolOf is an output as one of elements T. Another dtype is the scope's error.
func SymbolOf[T Element](t *Tracing, output Output) Symbol[T] {
	if t.Err() != nil {
		return Symbol[T]{NoOutput}
	}
	if found := t.Graph().OutputDType(output); !shows[T](found) {
		t.Fail(newError(InvalidArgument, "%s:%d is %v, expected %v", t.Graph().NodeName(output.Node), output.Index, found, DTypeOf[T]()))
		return Symbol[T]{NoOutput}
	}
	return Symbol[T]{output}
}

// A Function1 is a Function of a tensor of elements A that gives one of elements R.
type Function1[A, R Element] struct{ *Function }

// NewFunction1 makes one; the name is for errors.
func NewFunction1[A, R Element](e *Eager, name string, body func(t *Tracing, a Symbol[A]) (Symbol[R], error)) Function1[A, R] {
	return Function1[A, R]{NewFunction(e, name, func(t *Tracing, in []Output) ([]Output, error) {
		if err := takes(1, in); err != nil {
			return nil, err
		}
		return resultOf(body(t, SymbolOf[A](t, in[0])))
	})}
}

// Call runs the function: see Function.Call.
func (f Function1[A, R]) Call(ctx context.Context, a Typed[A]) (Typed[R], error) {
	return typedResult[R](f.Function.Call(ctx, a.EagerTensor))
}

// A Function2 is a Function of tensors of elements A and B that gives one of elements R.
type Function2[A, B, R Element] struct{ *Function }

// NewFunction2 makes one; the name is for errors.
func NewFunction2[A, B, R Element](e *Eager, name string,
	body func(t *Tracing, a Symbol[A], b Symbol[B]) (Symbol[R], error)) Function2[A, B, R] {
	return Function2[A, B, R]{NewFunction(e, name, func(t *Tracing, in []Output) ([]Output, error) {
		if err := takes(2, in); err != nil {
			return nil, err
		}
		return resultOf(body(t, SymbolOf[A](t, in[0]), SymbolOf[B](t, in[1])))
	})}
}

// Call runs the function: see Function.Call.
func (f Function2[A, B, R]) Call(ctx context.Context, a Typed[A], b Typed[B]) (Typed[R], error) {
	return typedResult[R](f.Function.Call(ctx, a.EagerTensor, b.EagerTensor))
}

// A Function3 is a Function of tensors of elements A, B and C that gives one of elements R.
type Function3[A, B, C, R Element] struct{ *Function }

// NewFunction3 makes one; the name is for errors.
func NewFunction3[A, B, C, R Element](e *Eager, name string,
	body func(t *Tracing, a Symbol[A], b Symbol[B], c Symbol[C]) (Symbol[R], error)) Function3[A, B, C, R] {
	return Function3[A, B, C, R]{NewFunction(e, name, func(t *Tracing, in []Output) ([]Output, error) {
		if err := takes(3, in); err != nil {
			return nil, err
		}
		return resultOf(body(t, SymbolOf[A](t, in[0]), SymbolOf[B](t, in[1]), SymbolOf[C](t, in[2])))
	})}
}

// Call runs the function: see Function.Call.
func (f Function3[A, B, C, R]) Call(ctx context.Context, a Typed[A], b Typed[B], c Typed[C]) (Typed[R], error) {
	return typedResult[R](f.Function.Call(ctx, a.EagerTensor, b.EagerTensor, c.EagerTensor))
}

func takes(count int, in []Output) error {
	if len(in) != count {
		return newError(InvalidArgument, "the function takes %d arguments, got %d", count, len(in))
	}
	return nil
}

func resultOf[R Element](result Symbol[R], err error) ([]Output, error) {
	return []Output{result.Output}, err
}

func typedResult[R Element](results []*EagerTensor, err error) (Typed[R], error) {
	if err != nil {
		return Typed[R]{}, err
	}
	return TypedOf[R](results[0])
}
