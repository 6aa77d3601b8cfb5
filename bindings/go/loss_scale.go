package runnel

import "math"

// LossScale is for values in half precision: another optimizer on the gradients of the loss times a scale, so that small
// ones do not vanish, divided by it again. A step whose gradients are not all finite changes no variable and no slot, and
// the scale is divided by Factor, down to 1; after GrowthSteps finite steps in a row it is multiplied. The loss and the
// variables should be of Float, or whatever holds the scale. Zeros stand for 32768, 2000 and 2. The last two slots are
// "loss_scale/current_loss_scale", of Float, and "loss_scale/good_steps", of Int64: finite steps since the scale changed.
// Source: Micikevicius et al. 2018, section 3.2.
type LossScale struct {
	Optimizer   Optimizer
	Initial     float64
	GrowthSteps int64
	Factor      float64
}

// Apply adds the update by gradients of a loss that was not scaled.
func (o LossScale) Apply(s *Scope, variables []*Variable, gradients []Output) ([]Node, []*Variable) {
	return o.Optimizer.Apply(s, variables, gradients)
}

// scaling is a LossScale in one graph.
type scaling struct {
	LossScale
	scale, good *Variable
	current     Output // the scale as the step began
	finite      Output
}

func (o LossScale) begin(s *Scope) *scaling {
	if o.Initial == 0 {
		o.Initial = 32768
	}
	if o.GrowthSteps == 0 {
		o.GrowthSteps = 2000
	}
	if o.Factor == 0 {
		o.Factor = 2
	}
	if !(o.Initial >= 1 && o.Initial <= math.MaxFloat32 && o.GrowthSteps >= 1 && o.Factor > 1 && o.Factor <= math.MaxFloat32) {
		s.Fail(newError(InvalidArgument, "a loss scale from 1, growth steps from 1 and a factor above 1, all finite, got %v, %v and %v",
			o.Initial, o.GrowthSteps, o.Factor))
	}
	root := *s
	root.prefix = ""
	root.after = nil
	c := &scaling{LossScale: o, current: NoOutput, finite: NoOutput}
	c.scale = root.VariableFrom("loss_scale/current_loss_scale", Float, nil, root.number(Float, o.Initial))
	c.good = root.VariableFrom("loss_scale/good_steps", Int64, nil, root.number(Int64, 0))
	return c
}

func (c *scaling) op(s *Scope, name string, inputs ...Output) Output {
	spec := NewNode(name)
	for _, input := range inputs {
		spec.Input(input)
	}
	return s.Add(spec).Output(0)
}

// at is the scale as an output's type.
func (c *scaling) at(s *Scope, like Output) Output {
	if !c.current.Valid() {
		c.current = c.scale.Read(s)
	}
	dtype := s.graph.OutputDType(like)
	if dtype == Float {
		return c.current
	}
	return s.Add(NewNode("Cast").Input(c.current).Attr("DstT", dtype)).Output(0)
}

func (c *scaling) scaled(s *Scope, loss Output) Output { return c.op(s, "Mul", loss, c.at(s, loss)) }

// unscaled divides by the scale. What it passes is dead unless all is finite, and what is dead updates nothing, nor does
// what waits for it.
func (c *scaling) unscaled(s *Scope, gradients []Output) (ready []Node, passed []Output) {
	flat := s.tensor(func(r *Runtime) (*Tensor, error) { return NewTensor(r, []int64{1}, []int32{-1}) })
	axis := s.tensor(func(r *Runtime) (*Tensor, error) { return NewTensor(r, []int64{1}, []int32{0}) })
	for _, gradient := range gradients {
		gradient = c.op(s, "RealDiv", gradient, c.at(s, gradient))
		all := c.op(s, "All", c.op(s, "IsFinite", c.op(s, "Reshape", gradient, flat)), axis)
		if c.finite.Valid() {
			all = c.op(s, "LogicalAnd", c.finite, all)
		}
		c.finite = all
		passed = append(passed, gradient)
		ready = append(ready, gradient.Node)
	}
	for i, gradient := range passed {
		passed[i] = s.Add(NewNode("Switch").Input(gradient).Input(c.finite)).Output(1)
	}
	return ready, passed
}

// next adds what the scale becomes.
func (c *scaling) next(s *Scope) []Node {
	if !c.finite.Valid() {
		return nil
	}
	good, none := c.good.Read(s), s.number(Int64, 0)
	more := c.op(s, "AddV2", good, s.number(Int64, 1))
	grows := c.op(s, "GreaterEqual", more, s.number(Int64, float64(c.GrowthSteps)))
	factor := s.number(Float, c.Factor)
	larger := c.op(s, "Minimum", c.op(s, "Mul", c.current, factor), s.number(Float, math.MaxFloat32))
	smaller := c.op(s, "Maximum", c.op(s, "RealDiv", c.current, factor), s.number(Float, 1))
	scale := c.op(s, "Select", c.finite, c.op(s, "Select", grows, larger, c.current), smaller)
	steps := c.op(s, "Select", c.finite, c.op(s, "Select", grows, none, more), none)
	return []Node{c.scale.Assign(s, scale), c.good.Assign(s, steps)}
}
