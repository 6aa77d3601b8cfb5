//! Sixteen threads on one session: nothing is lost, and all memory comes back.
mod common;
use common::{add_queue, block_on, runtime};
use runnel::{ops, Code, DType, Graph, RunOptions, Session, Tensor, Variable};
use std::sync::atomic::{AtomicU64, Ordering};

const THREADS: u64 = 16;
const ROUNDS: u64 = 60;

#[test]
fn handles_go_to_and_are_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<runnel::Runtime>();
    shared::<runnel::Graph>();
    shared::<runnel::Session>();
    shared::<runnel::Callable>();
    shared::<runnel::PartialRun>();
    shared::<runnel::Tensor>();
    shared::<runnel::Cancellation>();
    shared::<runnel::RunOptions>();
    shared::<runnel::Checkpoint>();
    shared::<runnel::SavedModel>();
    shared::<runnel::RunFuture>();
    shared::<runnel::Error>();
}

/// The one value that all elements have.
fn same(tensor: &Tensor) -> f32 {
    let values = tensor.as_slice::<f32>().unwrap();
    assert!(values.len() == 1024 && values.iter().all(|value| *value == values[0]), "{tensor}");
    values[0]
}

#[test]
fn sixteen_threads_share_one_session() {
    let runtime = runtime();
    let before = runtime.memory_in_use();
    {
        let graph = Graph::new(&runtime).unwrap();
        let x = graph.placeholder("x", DType::Float, Some(&[1024])).unwrap();
        let doubled = ops::add_v2(x, x).build(&graph).unwrap();
        let total = Variable::new(&graph, "total", &Tensor::zeros(&runtime, DType::Float, &[1024]).unwrap()).unwrap();
        let add = ops::assign_add_variable_op(total.handle(), x).build(&graph).unwrap();
        let queue = add_queue(&graph);
        let session = Session::new(&graph).unwrap();
        session.run(&[], &[], &[total.initializer()]).unwrap();
        let callable = session.prepare(&[x], &[doubled], &[]).unwrap();
        let (added, dequeued, cancelled) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));

        let work = |thread: u64| {
            for round in 0..ROUNDS {
                let number = thread * ROUNDS + round;
                let value = Tensor::from_slice(&runtime, &[1024], &[number as f32; 1024]).unwrap();
                match (thread + round) % 6 {
                    0 => {
                        session.run(&[(x, &value)], &[], &[add]).unwrap();
                        added.fetch_add(number, Ordering::Relaxed);
                    }
                    1 => {
                        let fetched = callable.run(&[&value]).unwrap();
                        assert_eq!(same(&fetched[0]), 2.0 * number as f32);
                    }
                    2 => {
                        let late = ops::neg(x).build(&graph).unwrap(); // the graph grows beside the runs
                        let fetched = session.run(&[(x, &value)], &[late], &[]).unwrap();
                        assert_eq!(same(&fetched[0]), -(number as f32));
                    }
                    3 => {
                        let fetched = block_on(callable.run_async(&RunOptions::new(), &[&value])).unwrap();
                        assert_eq!(same(&fetched[0]), 2.0 * number as f32);
                    }
                    4 => {
                        // One value in, one out: whose it is does not matter, only that none is lost.
                        let out = session.run_async(&RunOptions::new(), &[], &[queue.dequeued], &[]);
                        session.run(&[(queue.value, &value)], &[], &[queue.enqueue]).unwrap();
                        let got = same(&block_on(out).unwrap()[0]);
                        dequeued.fetch_add(got as u64, Ordering::Relaxed);
                    }
                    _ => {
                        // Nothing ever comes into this queue: only cancelling ends the run.
                        let blocked = session.run_async(&RunOptions::new(), &[], &[queue.never], &[]);
                        blocked.cancellation().unwrap().cancel().unwrap();
                        assert_eq!(block_on(blocked).unwrap_err().code(), Code::Cancelled);
                        cancelled.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        };
        let work = &work;
        std::thread::scope(|scope| (0..THREADS).for_each(|thread| drop(scope.spawn(move || work(thread)))));

        let numbers = |kind: u64| {
            (0..THREADS)
                .flat_map(|t| (0..ROUNDS).filter(move |r| (t + r) % 6 == kind).map(move |r| t * ROUNDS + r))
                .collect::<Vec<u64>>()
        };
        assert_eq!(added.into_inner(), numbers(0).iter().sum::<u64>());
        let summed = same(&session.run(&[], &[total.value()], &[]).unwrap()[0]);
        assert_eq!(summed as u64, numbers(0).iter().sum::<u64>());
        assert_eq!(dequeued.into_inner(), numbers(4).iter().sum::<u64>());
        assert_eq!(cancelled.into_inner(), numbers(5).len() as u64);
        session.close().unwrap();
    }
    // The runtime keeps some memory for the next steps; of what every run used, nothing is left.
    let (left, used) = (runtime.memory_in_use() - before, THREADS * ROUNDS * 4096);
    assert!(left < used / 16, "{left} bytes are left of {used}");
}
