package runnel_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func TestAKeyFileIsAskedOfSessions(t *testing.T) {
	folder := t.TempDir()
	keyFile := func(name, digit string, mode os.FileMode) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(strings.Repeat(digit, 64)+"\n"), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	key, other, open := keyFile("key", "a", 0o600), keyFile("other", "b", 0o600), keyFile("open", "a", 0o644)
	r := newRuntime(t)
	c := newCluster(t, "ps=127.0.0.1:0")
	server := must[*runnel.Server](t)(runnel.StartServer(r, c, "ps", 0, &runnel.ServerOptions{KeyFile: key, Files: folder}))
	defer server.Close()
	g := newGraph(t, r)
	root := g.Root()
	x := root.Placeholder("x", runnel.Float, runnel.Shape{1})
	y := ops.Neg(root, x)
	options := runnel.SessionOptions{Target: server.Target(), KeyFile: key, DeviceFilters: []string{"/job:ps"}}
	s := must[*runnel.Session](t)(runnel.NewSession(g, &options))
	wantElements[float32](t, run(t, s, y, runnel.Feed{Output: x, Value: tensor[float32](t, r, 3)}), -3)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	options.KeyFile, options.ConnectTimeout = other, 5*time.Second
	if _, err := runnel.NewSession(g, &options); err == nil {
		t.Error("another key was taken")
	}
	start := func(options *runnel.ServerOptions) error {
		refused, err := runnel.StartServer(r, c, "ps", 0, options)
		if err == nil {
			refused.Close()
		}
		return err
	}
	nowhere := &runnel.Certificates{Certificate: "/nowhere/a", PrivateKey: "/nowhere/b", Authority: "/nowhere/c"}
	wantFailure(t, start(&runnel.ServerOptions{KeyFile: open}), runnel.PermissionDenied, "open")
	wantFailure(t, start(&runnel.ServerOptions{KeyFile: key + ".none"}), runnel.NotFound, "key.none")
	wantFailure(t, start(&runnel.ServerOptions{KeyFile: key, Certificates: nowhere}), runnel.InvalidArgument)
	wantFailure(t, start(&runnel.ServerOptions{Certificates: nowhere}), runnel.NotFound, "/nowhere/")
	_, err := runnel.NewSession(g, &runnel.SessionOptions{Target: server.Target(), Certificates: nowhere})
	wantFailure(t, err, runnel.NotFound, "/nowhere/")
}

func TestClustersGoThroughMessages(t *testing.T) {
	c := newCluster(t, "ps=a:2222;worker=2@b:2222")
	again := must[*runnel.Cluster](t)(runnel.NewClusterFromMessage(must[[]byte](t)(c.Message())))
	defer again.Close()
	if got := must[string](t)(again.Address("worker", 2)); got != "b:2222" {
		t.Error(got)
	}
	_, err := again.Address("worker", 0)
	wantFailure(t, err, runnel.NotFound, "worker")
	_, err = runnel.NewClusterFromMessage([]byte("\xff\xff"))
	wantFailure(t, err, runnel.DataLoss)
}
