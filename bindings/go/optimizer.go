package runnel

// A Variable of the sessions over a graph. It has no value in a session until its Initializer, an assignment or a
// restored checkpoint gave it one.
type Variable struct {
	Name        string // that checkpoints have it under
	DType       DType
	Dims        []int64
	Handle      Output // what assignments and optimizers take, and what gradients are asked for
	Value       Output // the value in a step, read at any moment of it
	Initializer Node   // gives the variable its first value
}

// Variable adds a variable that starts as first.
func (s *Scope) Variable(name string, first *Tensor) *Variable {
	return s.VariableFrom(name, first.DType(), first.Dims(), s.Const(first))
}

// ZeroVariable adds a variable of zeros.
func (s *Scope) ZeroVariable(name string, dtype DType, dims ...int64) *Variable {
	return s.VariableFrom(name, dtype, dims, s.tensor(func(r *Runtime) (*Tensor, error) { return NewZeros(r, dtype, dims) }))
}

// VariableFrom adds a variable that starts as what the graph computes, random weights for instance.
func (s *Scope) VariableFrom(name string, dtype DType, dims []int64, first Output) *Variable {
	dims = append([]int64{}, dims...)
	v := &Variable{DType: dtype, Dims: dims}
	v.Handle = s.Named(name).Add(NewNode("VarHandleOp").Attr("dtype", dtype).Attr("shape", Shape(dims))).Output(0)
	v.Initializer = v.Assign(s, first)
	v.Value = v.Read(s)
	v.Name = s.graph.NodeName(v.Handle.Node)
	return v
}

// Read adds a reading of the value; After of the scope says when.
func (v *Variable) Read(s *Scope) Output {
	return s.Add(NewNode("ReadVariableOp").Input(v.Handle).Attr("dtype", v.DType)).Output(0)
}

// Assign adds a node that assigns value.
func (v *Variable) Assign(s *Scope, value Output) Node {
	return s.Add(NewNode("AssignVariableOp").Input(v.Handle).Input(value))
}

// tensor adds a constant of what made gives.
func (s *Scope) tensor(made func(*Runtime) (*Tensor, error)) Output {
	if s.Err() != nil {
		return NoOutput
	}
	runtime, err := s.graph.runtime()
	if err != nil {
		s.Fail(err)
		return NoOutput
	}
	defer runtime.Close()
	value, err := made(runtime)
	if err != nil {
		s.Fail(err)
		return NoOutput
	}
	defer value.Close()
	return s.Const(value)
}

func (s *Scope) number(dtype DType, value float64) Output {
	return s.tensor(func(r *Runtime) (*Tensor, error) { return NewScalarOf(r, dtype, value) })
}

// slot is a variable of an optimizer's, like v and of zeros, under a name that TensorFlow gives it too: the variable's
// own, whatever the scope.
func (s *Scope) slot(v *Variable, suffix string) *Variable {
	root := *s
	root.prefix = ""
	return root.ZeroVariable(v.Name+"/"+suffix, v.DType, v.Dims...)
}

// Training is what an optimizer added.
type Training struct {
	// Step is the target of a training step. It updates every variable, after all gradients are there.
	Step Node
	// Initializer gives the optimizer's own variables their first values; run it beside those of the model.
	Initializer Node
	// Slots are the optimizer's own variables.
	Slots []*Variable
}

// An Optimizer is a rule for updating variables by gradients.
type Optimizer interface {
	// Apply adds the update of all of variables. s runs it after all gradients are there.
	Apply(s *Scope, variables []*Variable, gradients []Output) (updates []Node, slots []*Variable)
}

// Minimize adds the gradients of loss and the update. The scope's error is InvalidArgument naming a variable that the
// loss does not depend on.
func Minimize(s *Scope, optimizer Optimizer, loss Output, variables ...*Variable) Training {
	var scale *scaling
	if o, ok := optimizer.(LossScale); ok {
		scale = o.begin(s)
		loss = scale.scaled(s, loss)
		optimizer = o.Optimizer
	}
	handles := make([]Output, len(variables))
	for i, v := range variables {
		handles[i] = v.Handle
	}
	gradients := s.Gradients([]Output{loss}, handles)
	ready := make([]Node, 0, len(gradients))
	for i, gradient := range gradients {
		if !gradient.Valid() {
			s.Fail(newError(InvalidArgument, "the loss does not depend on variable %q", variables[i].Name))
			return Training{NoNode, NoNode, nil}
		}
		ready = append(ready, gradient.Node)
	}
	if scale != nil {
		ready, gradients = scale.unscaled(s, gradients)
	}
	// No variable changes while its old value may still be needed.
	updates, slots := optimizer.Apply(s.After(ready...), variables, gradients)
	if scale != nil {
		updates = append(updates, scale.next(s)...)
		slots = append(slots, scale.scale, scale.good)
	}
	first := make([]Node, len(slots))
	for i, slot := range slots {
		first[i] = slot.Initializer
	}
	return Training{s.Group("", updates...), s.Group("", first...), slots}
}

// free is the scope without what its nodes run after: for what no update has to wait for.
func (s *Scope) free() *Scope {
	free := *s
	free.after = nil
	return &free
}

// GradientDescent is w -= Rate * g.
type GradientDescent struct{ Rate float64 }

// Apply adds the update.
func (o GradientDescent) Apply(s *Scope, variables []*Variable, gradients []Output) ([]Node, []*Variable) {
	updates := make([]Node, len(variables))
	for i, v := range variables {
		updates[i] = s.Add(NewNode("ResourceApplyGradientDescent").Input(v.Handle).
			Input(s.free().number(v.DType, o.Rate)).Input(gradients[i]))
	}
	return updates, nil
}

// Momentum is m = Momentum * m + g; w -= Rate * m, or Nesterov's rule.
type Momentum struct {
	Rate, Momentum float64
	Nesterov       bool
}

// Apply adds the update.
func (o Momentum) Apply(s *Scope, variables []*Variable, gradients []Output) (updates []Node, slots []*Variable) {
	for i, v := range variables {
		memory := s.free().slot(v, "Momentum")
		updates = append(updates, s.Add(NewNode("ResourceApplyMomentum").Input(v.Handle).Input(memory.Handle).
			Input(s.free().number(v.DType, o.Rate)).Input(gradients[i]).Input(s.free().number(v.DType, o.Momentum)).
			Attr("use_nesterov", o.Nesterov)))
		slots = append(slots, memory)
	}
	return updates, slots
}

// Adam scales steps by running means of the gradient and of its square. Zero betas and epsilon are the usual ones: 0.9,
// 0.999 and 1e-8. Source: Kingma & Ba 2015, algorithm 1.
type Adam struct{ Rate, Beta1, Beta2, Epsilon float64 }

// Apply adds the update.
func (o Adam) Apply(s *Scope, variables []*Variable, gradients []Output) (updates []Node, slots []*Variable) {
	if len(variables) == 0 {
		return nil, nil
	}
	if o.Beta1 == 0 {
		o.Beta1 = 0.9
	}
	if o.Beta2 == 0 {
		o.Beta2 = 0.999
	}
	if o.Epsilon == 0 {
		o.Epsilon = 1e-8
	}
	dtype, free := variables[0].DType, s.free()
	power := func(name string, beta float64) *Variable {
		return free.VariableFrom(name, dtype, nil, free.number(dtype, beta))
	}
	power1, power2 := power("beta1_power", o.Beta1), power("beta2_power", o.Beta2)
	for i, v := range variables {
		mean, square := free.slot(v, "Adam"), free.slot(v, "Adam_1")
		updates = append(updates, s.Add(NewNode("ResourceApplyAdam").Input(v.Handle).Input(mean.Handle).
			Input(square.Handle).Input(power1.Value).Input(power2.Value).Input(free.number(dtype, o.Rate)).
			Input(free.number(dtype, o.Beta1)).Input(free.number(dtype, o.Beta2)).Input(free.number(dtype, o.Epsilon)).
			Input(gradients[i])))
		slots = append(slots, mean, square)
	}
	// The powers decay after every variable has used them.
	used := s.After(updates...)
	for _, p := range []struct {
		power *Variable
		beta  float64
	}{{power1, o.Beta1}, {power2, o.Beta2}} {
		next := free.Add(NewNode("Mul").Input(p.power.Value).Input(free.number(dtype, p.beta))).Output(0)
		updates = append(updates, p.power.Assign(used, next))
	}
	return updates, append(slots, power1, power2)
}
