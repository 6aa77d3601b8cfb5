//! Asynchronous runs: futures, callbacks, cancellation, deadlines, panics that stay where they are.
mod common;
use common::{add_queue, assert_fails, block_on, floats, runtime, Queue};
use runnel::{ops, Cancellation, Code, DType, Graph, Output, RunOptions, Runtime, Session, Severity, Tensor};
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{mpsc, Arc, Mutex};
use std::task::{Context, Poll, Wake};
use std::time::Duration;

struct Fixture {
    runtime: Runtime,
    x: Output,
    y: Output,
    queue: Queue,
    session: Session,
}

fn fixture() -> Fixture {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[-1])).unwrap();
    let y = ops::neg(x).name("y").build(&graph).unwrap();
    let queue = add_queue(&graph);
    let session = Session::new(&graph).unwrap();
    Fixture { runtime, x, y, queue, session }
}

impl Fixture {
    fn enqueue(&self, value: f32) {
        let value = Tensor::scalar(&self.runtime, value).unwrap();
        self.session.run(&[(self.queue.value, &value)], &[], &[self.queue.enqueue]).unwrap();
    }

    fn blocked(&self, options: &RunOptions) -> runnel::RunFuture {
        self.session.run_async(options, &[], &[self.queue.dequeued], &[])
    }
}

#[test]
fn futures_give_the_fetches_in_any_order_of_waiting() {
    let f = fixture();
    let futures: Vec<_> = (0..20)
        .map(|i| f.session.run_async(&RunOptions::new(), &[(f.x, &floats(&f.runtime, &[i as f32]))], &[f.y], &[]))
        .collect();
    for (i, future) in futures.into_iter().enumerate().rev() {
        assert_eq!(block_on(future).unwrap()[0].as_slice::<f32>().unwrap(), [-(i as f32)]);
    }
    let callable = f.session.prepare(&[f.x], &[f.y], &[]).unwrap();
    let fed = floats(&f.runtime, &[1.0, 2.0]);
    let mut fetched = block_on(callable.run_async(&RunOptions::new(), &[&fed])).unwrap();
    fetched[0].as_mut_slice::<f32>().unwrap()[0] = 5.0; // a fetch is its receiver's alone
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [5.0, -2.0]);
}

#[test]
fn feeds_may_be_written_again_when_the_end_is_told() {
    let f = fixture();
    let mut fed = floats(&f.runtime, &[0.0]);
    for i in 0..200 {
        fed.as_mut_slice::<f32>().unwrap()[0] = i as f32;
        let fetched = block_on(f.session.run_async(&RunOptions::new(), &[(f.x, &fed)], &[f.y], &[])).unwrap();
        assert_eq!(fetched[0].item::<f32>().unwrap(), -(i as f32));
    }
}

#[test]
fn a_pending_future_wakes_its_last_waker_once() {
    struct Count(AtomicUsize, mpsc::Sender<()>);
    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
            self.1.send(()).unwrap();
        }
    }
    let f = fixture();
    let (sender, woken) = mpsc::channel();
    let (first, last) = (Arc::new(Count(0.into(), sender.clone())), Arc::new(Count(0.into(), sender)));
    let mut future = pin!(f.blocked(&RunOptions::new()));
    assert!(future.as_mut().poll(&mut Context::from_waker(&first.clone().into())).is_pending());
    assert!(future.as_mut().poll(&mut Context::from_waker(&last.clone().into())).is_pending());
    f.enqueue(3.0);
    woken.recv().unwrap();
    let Poll::Ready(end) = future.as_mut().poll(&mut Context::from_waker(&last.clone().into())) else {
        panic!("woken, but not ready");
    };
    assert_eq!(end.unwrap()[0].item::<f32>().unwrap(), 3.0);
    assert_eq!((first.0.load(Ordering::SeqCst), last.0.load(Ordering::SeqCst)), (0, 1));
}

#[test]
fn runs_are_cancelled_by_handle_and_by_deadline() {
    let f = fixture();
    let future = f.blocked(&RunOptions::new());
    let cancellation = future.cancellation().unwrap().clone();
    let canceller = std::thread::spawn(move || cancellation.cancel().unwrap());
    assert_fails(block_on(future), Code::Cancelled, &[]);
    canceller.join().unwrap();

    let shared = Cancellation::new().unwrap();
    let options = RunOptions::new().cancellation(&shared);
    let blocked: Vec<_> = (0..8).map(|_| f.blocked(&options)).collect();
    assert!(!shared.is_cancelled());
    shared.cancel().unwrap();
    assert!(shared.is_cancelled());
    for future in blocked {
        assert_fails(block_on(future), Code::Cancelled, &[]);
    }
    let fed = floats(&f.runtime, &[1.0]);
    assert_fails(f.session.run_with(&options, &[(f.x, &fed)], &[f.y], &[]), Code::Cancelled, &[]);

    let soon = RunOptions::new().timeout(Duration::from_millis(5));
    assert_fails(block_on(f.blocked(&soon)), Code::DeadlineExceeded, &[]);
    assert_fails(f.session.run_with(&soon, &[], &[f.queue.dequeued], &[]), Code::DeadlineExceeded, &[]);
}

#[test]
fn dropping_a_future_cancels_its_run() {
    let f = fixture();
    for _ in 0..100 {
        drop(f.blocked(&RunOptions::new()));
    }
    // Had one of the hundred gone on waiting, it would take the first value.
    let waiting = f.blocked(&RunOptions::new());
    f.enqueue(4.0);
    assert_eq!(block_on(waiting).unwrap()[0].item::<f32>().unwrap(), 4.0);

    // A cancellation that others share is not for the future to use.
    let shared = Cancellation::new().unwrap();
    drop(f.blocked(&RunOptions::new().cancellation(&shared)));
    assert!(!shared.is_cancelled());
}

#[test]
fn a_callback_comes_once_and_its_panic_stays_inside() {
    let f = fixture();
    let (sender, ends) = mpsc::channel();
    let kept = Arc::new(());
    let fed = floats(&f.runtime, &[1.0]);
    let start = |sender: mpsc::Sender<_>, kept: Arc<()>, fetch: Output, panics: bool| {
        f.session.run_callback(&RunOptions::new(), &[(f.x, &fed)], &[fetch], &[], move |end| {
            let _held = &kept;
            sender.send(end.map(|fetched| fetched[0].item::<f32>().unwrap())).unwrap();
            assert!(!panics, "the callback's own trouble");
        })
    };
    start(sender.clone(), kept.clone(), f.y, true).unwrap();
    start(sender.clone(), kept.clone(), f.y, false).unwrap();
    assert_eq!([ends.recv().unwrap().unwrap(), ends.recv().unwrap().unwrap()], [-1.0, -1.0]);
    assert!(start(sender, kept.clone(), f.y.node().output(9), false).is_err(), "there is no such output");
    assert!(ends.recv().is_err(), "every closure is gone, and none came twice");
    assert_eq!(Arc::strong_count(&kept), 1);
}

#[test]
fn failures_come_to_the_callback_or_at_once_but_never_twice() {
    let f = fixture();
    let (sender, ends) = mpsc::channel();
    let started = f.session.run_callback(&RunOptions::new(), &[], &[f.y], &[], move |end| sender.send(end).unwrap());
    let error = match started {
        Ok(()) => ends.recv().unwrap().unwrap_err(),
        Err(error) => error,
    };
    assert_eq!((error.code(), error.node()), (Code::InvalidArgument, Some("x")));
    assert!(ends.recv().is_err());
    assert_fails(block_on(f.session.run_async(&RunOptions::new(), &[], &[f.y], &[])), Code::InvalidArgument, &["x"]);
}

#[test]
fn a_callback_may_drop_the_last_handles() {
    let f = fixture();
    let (sender, ended) = mpsc::channel();
    let fed = floats(&f.runtime, &[1.0]);
    let last = (f.session.clone(), f.runtime.clone());
    let done = move |end: runnel::Result<Vec<Tensor>>| {
        drop(last);
        sender.send(end.is_ok()).unwrap();
    };
    f.session.run_callback(&RunOptions::new(), &[(f.x, &fed)], &[f.y], &[], done).unwrap();
    drop((fed, f));
    assert!(ended.recv().unwrap());
}

#[test]
fn the_log_goes_to_its_closure_and_a_panic_there_stays_there() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = lines.clone();
    let log = move |severity: Severity, message: &str| {
        sink.lock().unwrap().push((severity, message.to_owned()));
        assert!(message != "bad", "the log's own trouble");
    };
    let runtime = Runtime::builder().log(log).log_level(Severity::Info).build().unwrap();
    runtime.log(Severity::Debug, "too low").unwrap();
    runtime.log(Severity::Info, "good").unwrap();
    runtime.log(Severity::Error, "late").unwrap();
    let lines = lines.lock().unwrap();
    let own: Vec<_> = lines.iter().filter(|(_, line)| ["too low", "good", "late"].contains(&line.as_str())).collect();
    assert_eq!(own, [&(Severity::Info, "good".into()), &(Severity::Error, "late".into())]);
    drop(lines);
    let panics = Runtime::builder().log(|_, _| panic!("the log's own trouble")).build().unwrap();
    panics.log(Severity::Error, "bad").unwrap();
}

#[test]
fn partial_runs_go_in_stages() {
    let f = fixture();
    let partial = f.session.begin_partial_run(&[f.x, f.queue.value], &[f.y], &[f.queue.enqueue]).unwrap();
    let fetched = partial.step(&[(f.x, &floats(&f.runtime, &[2.0]))], &[f.y]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [-2.0]);
    assert_fails(partial.step(&[(f.x, &floats(&f.runtime, &[2.0]))], &[]), Code::InvalidArgument, &[]);
}
