package runnel_test

import (
	"net"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"runnel.internal/runnel"
	"runnel.internal/runnel/ops"
)

func newCluster(t *testing.T, text string) *runnel.Cluster {
	t.Helper()
	c := must[*runnel.Cluster](t)(runnel.NewCluster(text))
	t.Cleanup(c.Close)
	return c
}

func TestAClusterIsReadGrowsAndIsWritten(t *testing.T) {
	c := newCluster(t, "ps=a:2222;worker=2@b:2222,5@[::1]:2223")
	jobs := must[[]string](t)(c.Jobs())
	tasks := must[[]int64](t)(c.Tasks("worker"))
	if !reflect.DeepEqual(jobs, []string{"ps", "worker"}) || !reflect.DeepEqual(tasks, []int64{2, 5}) {
		t.Errorf("got %v and %v", jobs, tasks)
	}
	if err := c.AddTask("ps", 1, "c:1"); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, c.AddTask("ps", 1, "d:1"), runnel.AlreadyExists, "task 1 already")
	text := must[string](t)(c.Text())
	if again := must[string](t)(newCluster(t, text).Text()); again != text || !strings.Contains(text, "c:1") {
		t.Errorf("got %q of %q", again, text)
	}
	_, err := c.Tasks("master")
	wantFailure(t, err, runnel.NotFound, "master")
	_, err = runnel.NewCluster("ps=")
	wantFailure(t, err, runnel.InvalidArgument, "ps")
	c.Close()
	_, err = c.Jobs()
	wantFailure(t, err, runnel.FailedPrecondition, "closed")
}

func TestVariablesAreSpreadByTurnsOrByBytes(t *testing.T) {
	c := newCluster(t, "ps=a:1,b:1;worker=c:1")
	for _, want := range []struct {
		byBytes bool
		devices []string
	}{
		{false, []string{"/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:0"}},
		{true, []string{"/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:1"}},
	} {
		setter := must[*runnel.DeviceSetter](t)(runnel.NewDeviceSetter(c, "ps", want.byBytes))
		defer setter.Close()
		for i, size := range []uint64{100, 10, 10} {
			if got := must[string](t)(setter.Next(size)); got != want.devices[i] {
				t.Errorf("by bytes %v, variable %d: got %s, expected %s", want.byBytes, i, got, want.devices[i])
			}
		}
	}
	_, err := runnel.NewDeviceSetter(c, "none", true)
	wantFailure(t, err, runnel.NotFound, "none")
}

// listen gives a descriptor of a socket that listens, which the server that gets it closes, and its address.
func listen(t *testing.T) (int, string) {
	t.Helper()
	l := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0")).(*net.TCPListener)
	defer l.Close()
	raw, err := l.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	fd := -1
	if err := raw.Control(func(open uintptr) { fd, err = syscall.Dup(int(open)) }); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fd, l.Addr().String()
}

func TestASessionSpansTwoTasks(t *testing.T) {
	jobs := []string{"ps", "worker"}
	sockets, c := make([]int, 2), newCluster(t, "")
	for i, job := range jobs {
		socket, address := listen(t)
		sockets[i] = socket
		if err := c.AddTask(job, 0, address); err != nil {
			t.Fatal(err)
		}
	}
	servers := make([]*runnel.Server, 2)
	for i, job := range jobs {
		servers[i] = must[*runnel.Server](t)(runnel.StartServer(newRuntime(t), c, job, 0, &runnel.ServerOptions{
			Token: "a token of this test", ListenFD: sockets[i], Heartbeat: time.Second / 2, Dead: 20 * time.Second}))
		defer servers[i].Close()
	}

	r := newRuntime(t)
	g := newGraph(t, r)
	root := g.Root()
	weights := root.On("/job:ps/task:0").ZeroVariable("weights", runnel.Float, 2)
	x := root.Placeholder("x", runnel.Float, runnel.Shape{2})
	sum := ops.AddV2(root.On("/job:worker/task:0"), x, weights.Value)
	if err := root.Err(); err != nil {
		t.Fatal(err)
	}
	_, err := runnel.NewSession(g, &runnel.SessionOptions{Target: servers[1].Target(), Token: "another"})
	wantFailure(t, err, runnel.Unauthenticated, "token")
	s := must[*runnel.Session](t)(runnel.NewSession(g, &runnel.SessionOptions{Target: servers[1].Target(), Token: servers[1].Token()}))
	defer s.Close()
	if _, err := s.Run(background, nil, nil, []runnel.Node{weights.Initializer}); err != nil {
		t.Fatal(err)
	}
	feeds := []runnel.Feed{{Output: x, Value: tensor[float32](t, r, 10, 20)}}
	got := must[[]*runnel.Tensor](t)(s.Run(background, feeds, []runnel.Output{sum}, nil))
	wantElements[float32](t, got[0], 10, 20)
	runnel.CloseAll(got)

	for i := 0; i < 2; i++ {
		if err := servers[0].Stop(); err != nil {
			t.Fatal(err)
		}
	}
	_, err = s.Run(background, feeds, []runnel.Output{sum}, nil)
	wantFailure(t, err, runnel.Unavailable, "/job:ps")
}

func TestALocalServerNeedsNoCluster(t *testing.T) {
	r := newRuntime(t)
	server := must[*runnel.Server](t)(runnel.StartLocalServer(r))
	g := newGraph(t, r)
	three := runnel.Const[float32](g.Root(), nil, 3)
	s := must[*runnel.Session](t)(runnel.NewSession(g, &runnel.SessionOptions{Target: server.Target(), Token: server.Token()}))
	got := must[[]*runnel.Tensor](t)(s.Run(background, nil, []runnel.Output{three}, nil))
	wantElements[float32](t, got[0], 3)
	runnel.CloseAll(got)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	server.Close()
	if server.Target() != "" {
		t.Error("a closed server has a target")
	}
	wantFailure(t, server.Stop(), runnel.FailedPrecondition, "closed")
}

func TestWhatAServerCannotBeIsSaid(t *testing.T) {
	r, c := newRuntime(t), newCluster(t, "worker=127.0.0.1:0")
	_, err := runnel.StartServer(r, c, "worker", 7, nil)
	wantFailure(t, err, runnel.NotFound, "7")
	_, err = runnel.StartServer(r, c, "ps", 0, nil)
	wantFailure(t, err, runnel.NotFound, "ps")
	_, err = runnel.StartServer(r, newCluster(t, "worker=0.0.0.0:0"), "worker", 0, nil)
	wantFailure(t, err, runnel.PermissionDenied, "0.0.0.0")
	_, err = runnel.StartServer(r, c, "worker", 0, &runnel.ServerOptions{ReceiveLimit: 1000})
	wantFailure(t, err, runnel.InvalidArgument, "got 1000")
	_, err = runnel.StartServer(r, nil, "worker", 0, nil)
	wantFailure(t, err, runnel.InvalidArgument, "nil cluster")
}
