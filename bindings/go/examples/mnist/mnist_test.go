package mnist

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"runnel.internal/runnel"
)

func TestSoftmaxRegressionLearnsMnistAndServesItFrozen(t *testing.T) {
	folder, found := Find()
	if !found {
		t.Skip("RUNNEL_DATA_DIR has no datasets/mnist")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	train, err := Read(folder, "train")
	check(err)
	test, err := Read(folder, "t10k")
	check(err)
	r, err := runnel.NewRuntime(&runnel.RuntimeOptions{Threads: 2})
	check(err)
	defer r.Close()
	m, err := NewModel(r)
	check(err)
	defer m.Graph.Close()
	s, err := runnel.NewSession(m.Graph, nil)
	check(err)
	defer s.Close()
	var losses []float32
	check(m.Train(ctx, r, s, train, 1000, func(_ int, loss float32) { losses = append(losses, loss) }))
	// With weights of zero every class is as likely: the first loss is ln 10.
	if math.Abs(float64(losses[0])-math.Log(10)) > 1e-5 {
		t.Error(losses[0])
	}
	correct, err := m.Evaluate(ctx, r, s, test)
	check(err)
	if correct < 9150 {
		t.Errorf("%d of 10000", correct)
	}

	prefix := filepath.Join(t.TempDir(), "softmax")
	check(s.Save(prefix))
	restored, err := runnel.NewSession(m.Graph, nil)
	check(err)
	defer restored.Close()
	check(restored.Restore(prefix))
	if again, err := m.Evaluate(ctx, r, restored, test); err != nil || again != correct {
		t.Error(again, err)
	}

	frozen, err := s.Freeze("prediction")
	check(err)
	g, err := runnel.NewGraph(r)
	check(err)
	defer g.Close()
	check(g.Import(frozen, nil))
	served, err := runnel.NewSession(g, nil)
	check(err)
	defer served.Close()
	pixels, labels := make([]float32, 10000*Pixels), make([]int64, 10000)
	test.Fill(0, pixels, labels)
	image, err := runnel.NewTensor(r, []int64{10000, Pixels}, pixels)
	check(err)
	defer image.Close()
	fetched, err := served.RunNamed(ctx, g, map[string]*runnel.Tensor{"image": image}, []string{"prediction"}, nil)
	check(err)
	defer runnel.CloseAll(fetched)
	predicted, err := runnel.Elements[int64](fetched[0])
	check(err)
	hits := 0
	for i, label := range labels {
		if predicted[i] == label {
			hits++
		}
	}
	if hits != correct {
		t.Errorf("served %d right, expected %d", hits, correct)
	}
}
