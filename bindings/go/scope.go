package runnel

// A Scope is a place in a graph where nodes are added, with a prefix of their names, control inputs and a device. The
// first error sticks: what is added after it does nothing and gives NoOutput, and Err tells it. Scopes that come from one
// another share that error, and belong to one goroutine at a time.
type Scope struct {
	graph  *Graph
	failed *error
	prefix string
	name   string
	device string
	after  []Node
	beside []Node
}

// Root is a scope without a prefix.
func (g *Graph) Root() *Scope {
	var err error
	return &Scope{graph: g, failed: &err}
}

// Err is the first error of the scope and of all that share it.
func (s *Scope) Err() error { return *s.failed }

// Fail makes err the scope's error, unless there is one.
func (s *Scope) Fail(err error) {
	if *s.failed == nil {
		*s.failed = err
	}
}

// Graph is where the nodes go.
func (s *Scope) Graph() *Graph { return s.graph }

// Scope is a scope within this one: its nodes are named "name/...".
func (s *Scope) Scope(name string) *Scope {
	inner := *s
	inner.prefix += name + "/"
	inner.name = ""
	return &inner
}

// Named is the same scope for a single node of that name. Without it, names are made up from the op.
func (s *Scope) Named(name string) *Scope {
	named := *s
	named.name = name
	return &named
}

// On is the same scope on a device: "/device:CPU:0"; any part may be missing.
func (s *Scope) On(device string) *Scope {
	placed := *s
	placed.device = device
	return &placed
}

// After is the same scope for nodes that run after all of nodes.
func (s *Scope) After(nodes ...Node) *Scope {
	ordered := *s
	ordered.after = append(append([]Node(nil), s.after...), nodes...)
	return &ordered
}

// Beside is the same scope for nodes on the device of node.
func (s *Scope) Beside(node Node) *Scope {
	beside := *s
	beside.beside = append(append([]Node(nil), s.beside...), node)
	return &beside
}

// Add adds a node.
func (s *Scope) Add(spec *NodeSpec) Node {
	if s.Err() != nil {
		return NoNode
	}
	raw, err := s.graph.use()
	if err != nil {
		s.Fail(err)
		return NoNode
	}
	defer s.graph.h.done()
	node, err := spec.build(raw, s.prefix+s.name, s.device, s.after, s.beside)
	if err != nil {
		s.Fail(err)
		return NoNode
	}
	return node
}

// Outputs walks over a node's outputs by the results that its op has names for.
func (s *Scope) Outputs(node Node) *Outputs { return &Outputs{s, node, 0} }

// Outputs are what is left of a node's outputs.
type Outputs struct {
	scope *Scope
	node  Node
	next  int32
}

// One is the next output.
func (o *Outputs) One() Output {
	if o.node == NoNode {
		return NoOutput
	}
	o.next++
	return o.node.Output(o.next - 1)
}

// CountedBy is as many outputs as the int attr says.
func (o *Outputs) CountedBy(attr string) []Output {
	if o.node == NoNode {
		return nil
	}
	count, err := o.scope.graph.AttrInt(o.node, attr)
	if err != nil {
		o.scope.Fail(err)
	}
	return o.take(int(count))
}

// TypedBy is an output for each type of the attr.
func (o *Outputs) TypedBy(attr string) []Output {
	if o.node == NoNode {
		return nil
	}
	return o.take(o.scope.graph.AttrLen(o.node, attr))
}

func (o *Outputs) take(count int) []Output {
	outputs := make([]Output, count)
	for i := range outputs {
		outputs[i] = o.One()
	}
	return outputs
}

// Const adds a constant.
func (s *Scope) Const(value *Tensor) Output {
	return s.Add(NewNode("Const").Attr("value", value).Attr("dtype", value.DType())).Output(0)
}

// Const adds a constant of values; no dims: a scalar.
func Const[T Element](s *Scope, dims []int64, values ...T) Output {
	if s.Err() != nil {
		return NoOutput
	}
	runtime, err := s.graph.runtime()
	if err != nil {
		s.Fail(err)
		return NoOutput
	}
	defer runtime.Close()
	tensor, err := NewTensor(runtime, dims, values)
	if err != nil {
		s.Fail(err)
		return NoOutput
	}
	defer tensor.Close()
	return s.Const(tensor)
}

// Placeholder adds a value that runs are fed with. A nil shape: any; a dim of -1: any size.
func (s *Scope) Placeholder(name string, dtype DType, shape Shape) Output {
	return s.Named(name).Add(NewNode("Placeholder").Attr("dtype", dtype).Attr("shape", shape)).Output(0)
}

// Group adds a node that runs after all of nodes: one target for many.
func (s *Scope) Group(name string, nodes ...Node) Node {
	return s.Named(name).After(nodes...).Add(NewNode("NoOp"))
}

// Gradients is Graph.Gradients, with the scope's error.
func (s *Scope) Gradients(ys, xs []Output) []Output {
	none := make([]Output, len(xs))
	for i := range none {
		none[i] = NoOutput
	}
	if s.Err() != nil {
		return none
	}
	gradients, err := s.graph.Gradients(ys, xs)
	if err != nil {
		s.Fail(err)
		return none
	}
	return gradients
}
