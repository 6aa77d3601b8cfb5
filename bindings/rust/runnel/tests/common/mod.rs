//! What the tests share.
#![allow(dead_code)] // no test uses all of it
use runnel::{Code, DType, Error, Graph, Output, Runtime, Tensor};
use std::fmt::Debug;
use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::Thread;

/// A runtime of two threads.
pub fn runtime() -> Runtime {
    Runtime::builder().threads(2).build().expect("a runtime")
}

pub fn floats(runtime: &Runtime, values: &[f32]) -> Tensor {
    Tensor::from_slice(runtime, &[values.len() as i64], values).expect("a tensor")
}

/// The smallest executor that there is: the thread sleeps until it is woken.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Unpark(std::thread::current())).into();
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::park(),
        }
    }
}

/// That `result` failed with `code` and says all of `pieces`.
#[track_caller]
pub fn assert_fails<T: Debug>(result: Result<T, Error>, code: Code, pieces: &[&str]) {
    let error = result.expect_err("this must fail");
    assert_eq!(error.code(), code, "{error}");
    for piece in pieces {
        assert!(error.message().contains(piece), "expected {piece:?} in: {error}");
    }
}

/// A queue of floats in `graph`, and a run of whose dequeue blocks until something is enqueued.
pub struct Queue {
    pub value: Output,
    pub enqueue: runnel::Node,
    pub dequeued: Output,
    /// Of another queue, into which nothing ever comes.
    pub never: Output,
}

pub fn add_queue(graph: &Graph) -> Queue {
    use runnel::ops;
    let value = graph.placeholder("queued", DType::Float, None).unwrap();
    let queue = ops::fifo_queue_v2(&[DType::Float]).build(graph).unwrap();
    let enqueue = ops::queue_enqueue_v2(queue, &[value]).build(graph).unwrap();
    let dequeued = ops::queue_dequeue_v2(queue, &[DType::Float]).build(graph).unwrap()[0];
    let empty = ops::fifo_queue_v2(&[DType::Float]).build(graph).unwrap();
    let never = ops::queue_dequeue_v2(empty, &[DType::Float]).build(graph).unwrap()[0];
    Queue { value, enqueue, dequeued, never }
}

/// A new empty folder, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("runnel-rust-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).expect("a new folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
