package runnel

import (
	"fmt"
	"strconv"
	"strings"
)

// A Spec is a name with arguments, as text: "Dense(units=128, activation=relu)". The packages layers, losses, optimizers
// and their neighbours have builders; String gives the text. What is not set has its default.
type Spec struct {
	name      string
	arguments []string
}

// NewSpec begins the spec of a row by its name.
func NewSpec(name string) *Spec { return &Spec{name: name} }

// Set gives an argument: a number, a bool, a string, or a slice of these.
func (s *Spec) Set(name string, value any) *Spec {
	s.arguments = append(s.arguments, name+"="+literal(value))
	return s
}

// SetSpec gives an argument that is a spec itself: a builder, its text, or a number.
func (s *Spec) SetSpec(name string, value any) *Spec {
	text := specText(value)
	if text == "" {
		text = "none"
	}
	s.arguments = append(s.arguments, name+"="+text)
	return s
}

// SetSpecs gives an argument that is a list of specs: builders, or their text.
func (s *Spec) SetSpecs(name string, values []any) *Spec {
	s.arguments = append(s.arguments, name+"="+specTexts(values))
	return s
}

func (s *Spec) String() string {
	if len(s.arguments) == 0 {
		return s.name
	}
	return s.name + "(" + strings.Join(s.arguments, ", ") + ")"
}

func literal(value any) string {
	switch v := value.(type) {
	case string:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case []int64:
		if len(v) == 1 { // repeated where several are wanted
			return strconv.FormatInt(v[0], 10)
		}
		return listOf(v)
	case []float64:
		return listOf(v)
	case []string:
		return listOf(v)
	case DType:
		return v.String()
	}
	return fmt.Sprint(value)
}

func listOf[T any](values []T) string {
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = literal(value)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// specText is the text of a spec: what has a String, a string as it is, or a number.
func specText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case fmt.Stringer:
		return v.String()
	}
	return literal(value)
}

func specTexts(values []any) string {
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = specText(value)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
