package runnel

/*
#include "bridge.h"
*/
import "C"

import (
	"time"
	"unsafe"
)

// A Cluster has jobs by name, tasks by number within a job, and an address for each. It belongs to one goroutine at a time.
type Cluster struct{ h *handle }

// NewCluster reads a cluster from text, "ps=a:2222;worker=2@b:2222,5@[::1]:2223"; from "" it has no tasks.
// Errors: InvalidArgument with the piece that is wrong; AlreadyExists for a task that comes twice.
func NewCluster(text string) (*Cluster, error) {
	var raw *C.rnl_cluster_t
	if text == "" {
		if err := check(C.rnl_cluster_create(&raw)); err != nil {
			return nil, err
		}
	} else if err := check(C.rnl_cluster_from_text(cString(text), &raw)); err != nil {
		return nil, err
	}
	return adoptCluster(raw), nil
}

// NewClusterFromMessage reads TensorFlow's ClusterDef, binary. Errors: DataLoss too.
func NewClusterFromMessage(message []byte) (*Cluster, error) {
	var raw *C.rnl_cluster_t
	if err := check(C.rnl_cluster_from_message(cString(string(message)), &raw)); err != nil {
		return nil, err
	}
	return adoptCluster(raw), nil
}

func adoptCluster(raw *C.rnl_cluster_t) *Cluster {
	return &Cluster{newHandle(unsafe.Pointer(raw), "cluster", func(p unsafe.Pointer) {
		C.rnl_cluster_release((*C.rnl_cluster_t)(p))
	})}
}

// Close gives the cluster's memory back.
func (c *Cluster) Close() { c.h.close() }

func (c *Cluster) use() (*C.rnl_cluster_t, error) {
	if c == nil {
		return nil, newError(InvalidArgument, "a nil cluster")
	}
	raw, err := c.h.use()
	return (*C.rnl_cluster_t)(raw), err
}

// AddTask adds a task at "host:port", IPv6 in brackets. Errors: AlreadyExists for one that is there.
func (c *Cluster) AddTask(job string, task int64, address string) error {
	raw, err := c.use()
	if err != nil {
		return err
	}
	defer c.h.done()
	return check(C.rnl_cluster_add_task(raw, cString(job), C.int64_t(task), cString(address)))
}

// Jobs are in alphabetical order.
func (c *Cluster) Jobs() ([]string, error) {
	raw, err := c.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	var names *C.rnl_names_t
	if err := check(C.rnl_cluster_jobs(raw, &names)); err != nil {
		return nil, err
	}
	return takeNames(names), nil
}

// Tasks are the numbers of a job's tasks, rising. Errors: NotFound, naming the jobs that there are.
func (c *Cluster) Tasks(job string) ([]int64, error) {
	raw, err := c.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	var count C.size_t
	if err := check(C.rnl_cluster_num_tasks(raw, cString(job), &count)); err != nil {
		return nil, err
	}
	tasks := make([]int64, count)
	for i := range tasks {
		if err := check(C.rnl_cluster_task_at(raw, cString(job), C.size_t(i), (*C.int64_t)(&tasks[i]))); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}

// Address is "host:port" of a task. Errors: NotFound, naming what there is.
func (c *Cluster) Address(job string, task int64) (string, error) {
	raw, err := c.use()
	if err != nil {
		return "", err
	}
	defer c.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_cluster_task_address(raw, cString(job), C.int64_t(task), &bytes)); err != nil {
		return "", err
	}
	return string(takeBytes(bytes)), nil
}

// Message is TensorFlow's ClusterDef, binary.
func (c *Cluster) Message() ([]byte, error) {
	raw, err := c.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_cluster_to_message(raw, &bytes)); err != nil {
		return nil, err
	}
	return takeBytes(bytes), nil
}

// Text is what NewCluster reads.
func (c *Cluster) Text() (string, error) {
	raw, err := c.use()
	if err != nil {
		return "", err
	}
	defer c.h.done()
	var bytes *C.rnl_bytes_t
	if err := check(C.rnl_cluster_to_text(raw, &bytes)); err != nil {
		return "", err
	}
	return string(takeBytes(bytes)), nil
}

// A DeviceSetter says where the variables of a replicated model go: spread over the tasks of one job, so that every replica
// that asks in the same order gets the same answers. It belongs to one goroutine at a time.
type DeviceSetter struct{ h *handle }

// NewDeviceSetter gives variables to the tasks of a job: to the one with the fewest bytes so far, or to each in turn.
// Errors: NotFound for a job that the cluster lacks.
func NewDeviceSetter(c *Cluster, job string, byBytes bool) (*DeviceSetter, error) {
	cluster, err := c.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	var raw *C.rnl_device_setter_t
	if err := check(C.rnl_device_setter_create(cluster, cString(job), C.bool(byBytes), &raw)); err != nil {
		return nil, err
	}
	return &DeviceSetter{newHandle(unsafe.Pointer(raw), "device setter", func(p unsafe.Pointer) {
		C.rnl_device_setter_release((*C.rnl_device_setter_t)(p))
	})}, nil
}

// Close gives the setter's memory back.
func (d *DeviceSetter) Close() { d.h.close() }

// Next is the device for a variable of that size, as "/job:ps/task:1".
func (d *DeviceSetter) Next(sizeBytes uint64) (string, error) {
	if d == nil {
		return "", newError(InvalidArgument, "a nil device setter")
	}
	raw, err := d.h.use()
	if err != nil {
		return "", err
	}
	defer d.h.done()
	var device C.rnl_str_t
	if err := check(C.rnl_device_setter_next((*C.rnl_device_setter_t)(raw), C.uint64_t(sizeBytes), &device)); err != nil {
		return "", err
	}
	return goString(device), nil
}

// Certificates are paths of PEM files; that of the private key has mode 0600. All are signed by one authority, and a task's
// is for the name or address that the cluster has for it.
type Certificates struct{ Certificate, PrivateKey, Authority string }

// ServerOptions is how a server serves; the zero value has the defaults.
type ServerOptions struct {
	// Token is what others must show. "": RUNNEL_CLUSTER_TOKEN, else one that the server makes up.
	Token string
	// ListenFD is a TCP socket that listens already, which the server takes over, even if it does not start. 0: it binds
	// the task's address.
	ListenFD int
	// KeyFile is for TLS 1.3 with one key for all tasks and clients: the path of a file of mode 0600 with 64 hexadecimal
	// digits. "": RUNNEL_CLUSTER_KEY_FILE, or none.
	KeyFile string
	// Certificates are for TLS 1.3 with certificates that both sides show, instead of a key file.
	Certificates *Certificates
	// Files is the folder that ops of graphs from elsewhere may read and write files in. "": none.
	Files string
	// InsecureNetwork lets an address serve that other machines can reach, though nothing is encrypted.
	InsecureNetwork bool
	// Heartbeat is how often signs of life are sent, and Dead how long a peer may be without one. 0: half a second and three.
	Heartbeat, Dead time.Duration
	// ReceiveLimit is how many bytes of tensors may lie here that others have sent and nothing has used yet. 0: 256 MiB.
	ReceiveLimit uint64
}

func (o *ServerOptions) set(raw *C.rnl_server_options_t) error {
	if o.Token != "" {
		if err := check(C.rnl_server_options_set_token(raw, cString(o.Token))); err != nil {
			return err
		}
	}
	if o.KeyFile != "" {
		if err := check(C.rnl_server_options_set_key_file(raw, cString(o.KeyFile))); err != nil {
			return err
		}
	}
	if c := o.Certificates; c != nil {
		if err := check(C.rnl_server_options_set_certificates(raw, cString(c.Certificate), cString(c.PrivateKey),
			cString(c.Authority))); err != nil {
			return err
		}
	}
	if o.Files != "" {
		if err := check(C.rnl_server_options_set_files(raw, cString(o.Files))); err != nil {
			return err
		}
	}
	if err := check(C.rnl_server_options_set_insecure_network(raw, C.bool(o.InsecureNetwork))); err != nil {
		return err
	}
	if o.Heartbeat != 0 || o.Dead != 0 {
		if err := check(C.rnl_server_options_set_heartbeat(raw, C.int64_t(o.Heartbeat.Milliseconds()),
			C.int64_t(o.Dead.Milliseconds()))); err != nil {
			return err
		}
	}
	if o.ReceiveLimit != 0 {
		if err := check(C.rnl_server_options_set_receive_limit(raw, C.uint64_t(o.ReceiveLimit))); err != nil {
			return err
		}
	}
	if o.ListenFD != 0 {
		return check(C.rnl_server_options_set_listen_fd(raw, C.int32_t(o.ListenFD)))
	}
	return nil
}

// A Server is a task of a cluster, master and worker in one: sessions whose target it is run on all tasks.
type Server struct{ h *handle }

// StartServer listens and serves on threads of its own until it is stopped or closed; nil options are the defaults.
// Errors: NotFound for a task that the cluster lacks; PermissionDenied for an address that other machines can reach;
// Unavailable if it cannot be bound.
func StartServer(r *Runtime, c *Cluster, job string, task int64, options *ServerOptions) (*Server, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	cluster, err := c.use()
	if err != nil {
		return nil, err
	}
	defer c.h.done()
	var given *C.rnl_server_options_t
	if err := check(C.rnl_server_options_create(cluster, cString(job), C.int64_t(task), &given)); err != nil {
		return nil, err
	}
	defer C.rnl_server_options_release(given)
	if options != nil {
		if err := options.set(given); err != nil {
			return nil, err
		}
	}
	var raw *C.rnl_server_t
	if err := check(C.rnl_server_start(runtime, given, &raw)); err != nil {
		return nil, err
	}
	return newServer(raw), nil
}

// StartLocalServer serves as the only task of a cluster of its own, at any free port of 127.0.0.1.
func StartLocalServer(r *Runtime) (*Server, error) {
	runtime, err := r.use()
	if err != nil {
		return nil, err
	}
	defer r.h.done()
	var raw *C.rnl_server_t
	if err := check(C.rnl_server_start_local(runtime, &raw)); err != nil {
		return nil, err
	}
	return newServer(raw), nil
}

func newServer(raw *C.rnl_server_t) *Server {
	return &Server{newHandle(unsafe.Pointer(raw), "server", func(p unsafe.Pointer) {
		go C.rnl_server_release((*C.rnl_server_t)(p)) // which waits for the server's threads
	})}
}

// Stop ends the server's steps and connections. A second stop does nothing.
func (s *Server) Stop() error {
	if s == nil {
		return newError(InvalidArgument, "a nil server")
	}
	raw, err := s.h.use()
	if err != nil {
		return err
	}
	defer s.h.done()
	return check(C.rnl_server_stop((*C.rnl_server_t)(raw)))
}

// Close stops the server and gives its memory back.
func (s *Server) Close() { s.h.close() }

// Target is "runnel://127.0.0.1:2222", for SessionOptions; "" of a server that is closed.
func (s *Server) Target() string {
	return s.text(func(raw *C.rnl_server_t) C.rnl_str_t { return C.rnl_server_target(raw) })
}

// Token is what sessions and other tasks must show; "" of a server that is closed.
func (s *Server) Token() string {
	return s.text(func(raw *C.rnl_server_t) C.rnl_str_t { return C.rnl_server_token(raw) })
}

func (s *Server) text(of func(*C.rnl_server_t) C.rnl_str_t) string {
	if s == nil {
		return ""
	}
	raw, err := s.h.use()
	if err != nil {
		return ""
	}
	defer s.h.done()
	return goString(of((*C.rnl_server_t)(raw)))
}
