// Command cluster_worker joins a cluster as one of its tasks: a ps only serves, with the weights in its memory; a worker
// trains softmax regression on MNIST.
//
//	RUNNEL_CLUSTER_TOKEN=secret cluster_worker "ps=127.0.0.1:2222;worker=127.0.0.1:2223" ps 0 &
//	RUNNEL_CLUSTER_TOKEN=secret RUNNEL_DATA_DIR=data cluster_worker "ps=...;worker=..." worker 0 [STEPS]
//
// A last argument is the number of a socket that listens already. Ctrl-C ends it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"

	"runnel.internal/runnel"
	"runnel.internal/runnel/examples/mnist"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) < 3 {
		return errors.New("usage: cluster_worker CLUSTER JOB TASK [STEPS [SOCKET]]")
	}
	numbers := []int{0, 200, 0} // task, steps, socket
	for i, arg := range args[2:] {
		number, err := strconv.Atoi(arg)
		if err != nil || i >= len(numbers) {
			return fmt.Errorf("expected a number, got %q", arg)
		}
		numbers[i] = number
	}
	cluster, err := runnel.NewCluster(args[0])
	if err != nil {
		return err
	}
	defer cluster.Close()
	r, err := runnel.NewRuntime(nil)
	if err != nil {
		return err
	}
	defer r.Close()
	server, err := runnel.StartServer(r, cluster, args[1], int64(numbers[0]), &runnel.ServerOptions{ListenFD: numbers[2]})
	if err != nil {
		return err
	}
	defer server.Close()
	if args[1] == "worker" {
		return work(ctx, r, server, numbers[1])
	}
	fmt.Println("serving at", server.Target())
	<-ctx.Done()
	return nil
}

func work(ctx context.Context, r *runnel.Runtime, server *runnel.Server, steps int) error {
	data, found := mnist.Find()
	if !found {
		return errors.New("RUNNEL_DATA_DIR has no datasets/mnist")
	}
	train, err := mnist.Read(data, "train")
	if err != nil {
		return err
	}
	test, err := mnist.Read(data, "t10k")
	if err != nil {
		return err
	}
	m, err := mnist.NewModelOn(r, "/job:ps/task:0")
	if err != nil {
		return err
	}
	defer m.Graph.Close()
	s, err := runnel.NewSession(m.Graph, &runnel.SessionOptions{
		Target: server.Target(), Token: server.Token(), DefaultDevice: "/job:worker/task:0"})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := m.Train(ctx, r, s, train, steps, func(step int, loss float32) {
		if step%50 == 0 {
			fmt.Printf("step %4d  loss %.4f\n", step, loss)
		}
	}); err != nil {
		return err
	}
	correct, err := m.Evaluate(ctx, r, s, test)
	if err != nil {
		return err
	}
	fmt.Printf("accuracy %.4f\n", float64(correct)/float64(len(test.Labels)))
	return nil
}
