//! Coordinators and queue runners.
use runnel::{
    ops, start_queue_runners, Code, Coordinator, DType, Error, Graph, MetaGraph, QueueFiller, QueueRunner, Runtime,
    Session, Tensor,
};
use std::time::Duration;

#[test]
fn the_first_error_is_told() {
    let coordinator = Coordinator::new().unwrap();
    assert!(!coordinator.wait_for_stop(Some(Duration::ZERO)).unwrap());
    coordinator.request_stop(Some(&Error::new(Code::DataLoss, "first"))).unwrap();
    coordinator.request_stop(Some(&Error::new(Code::Internal, "second"))).unwrap();
    assert!(coordinator.should_stop() && coordinator.wait_for_stop(None).unwrap());
    assert_eq!(coordinator.join(None, false).unwrap_err().message(), "first");
    assert_eq!(coordinator.error().unwrap().code(), Code::DataLoss);
    coordinator.clear_stop().unwrap();
    let entered = coordinator.enter("sleeper").unwrap();
    coordinator.request_stop(None).unwrap();
    let error = coordinator.join(Some(Duration::ZERO), false).unwrap_err();
    assert!(error.code() == Code::DeadlineExceeded && error.message().contains("sleeper"), "{error}");
    drop(entered);
    coordinator.join(None, false).unwrap();
    let other = Coordinator::with_clean_codes(&[Code::Aborted]).unwrap();
    other.request_stop(Some(&Error::new(Code::Aborted, "done"))).unwrap();
    other.join(None, false).unwrap();
}

#[test]
fn a_queue_is_filled_until_its_source_ends() {
    let runtime = Runtime::new().unwrap();
    let graph = Graph::new(&runtime).unwrap();
    let counter = ops::var_handle_op(DType::Int64, Some(&[])).build(&graph).unwrap();
    let zero = graph.constant("zero", &Tensor::scalar(&runtime, 0i64).unwrap()).unwrap();
    let init = ops::assign_variable_op(counter, zero).build(&graph).unwrap();
    let queue = ops::fifo_queue_v2(&[DType::Int64]).capacity(2).name("queue").build(&graph).unwrap();
    let number = ops::resource_count_up_to(counter, 10, DType::Int64).build(&graph).unwrap();
    ops::queue_enqueue_v2(queue, &[number]).name("enqueue").build(&graph).unwrap();
    let element = ops::queue_dequeue_v2(queue, &[DType::Int64]).build(&graph).unwrap()[0];
    let runner = QueueRunner {
        queue: "queue".into(),
        enqueue_ops: vec!["enqueue".into()],
        close_op: String::new(),
        cancel_op: String::new(),
    };
    let drain = |session: &Session| {
        let mut all = Vec::new();
        loop {
            match session.run(&[], &[element], &[]) {
                Ok(got) => all.extend_from_slice(got[0].as_slice::<i64>().unwrap()),
                Err(error) => return (all, error.code()),
            }
        }
    };

    let coordinator = Coordinator::new().unwrap();
    let session = Session::new(&graph).unwrap();
    session.run(&[], &[], &[init]).unwrap();
    let filler = QueueFiller::new(&graph, &runner, &[]).unwrap();
    assert_eq!(filler.queue(), "queue");
    filler.start(&session, Some(&coordinator)).unwrap();
    assert_eq!(drain(&session), ((0..10).collect(), Code::OutOfRange));
    coordinator.request_stop(None).unwrap();
    coordinator.join(None, false).unwrap();

    let mut meta = MetaGraph::new().unwrap();
    meta.add_queue_runner(&runner).unwrap();
    let session = Session::new(&graph).unwrap();
    session.run(&[], &[], &[init]).unwrap();
    let fillers = start_queue_runners(&session, &graph, &meta, None, "").unwrap();
    assert_eq!(drain(&session).0.len(), 10);
    assert!(fillers[0].error().is_none());
    let absent = QueueRunner { enqueue_ops: vec!["absent".into()], ..runner };
    assert_eq!(QueueFiller::new(&graph, &absent, &[]).unwrap_err().code(), Code::NotFound);
}
