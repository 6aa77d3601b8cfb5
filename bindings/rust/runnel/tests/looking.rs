//! Plans, schemas, event files, traces, clusters as messages, DLPack, and what the builder of a runtime gives back.
mod common;
use common::{assert_fails, floats, runtime, Folder};
use runnel::{
    ops, Cluster, Code, DType, EventWriter, Graph, RunOptions, Runtime, SavedModel, Session, Severity, Tensor, Trace,
};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

#[test]
fn plans_tell_what_a_run_would_do() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[-1, 3])).unwrap();
    let product = ops::mat_mul(x, x).transpose_b(true).name("product").build(&graph).unwrap();
    let y = ops::softmax(product).build(&graph).unwrap();
    let session = Session::new(&graph).unwrap();
    let plan = session.plan(&[(x, Some(&[2, 3]))], &[y], &[]).unwrap();
    assert!(plan.launches >= 1 && !plan.passes.is_empty());
    assert_eq!(plan.regions.len(), 1);
    assert_eq!(plan.regions[0].ops[0], "product");
    let node = plan.nodes.iter().find(|node| node.name == "product").unwrap();
    assert_eq!((node.op.as_str(), node.region, node.inputs.len()), ("MatMul", Some(0), 2));
    assert_eq!(node.outputs[0].shape.as_deref(), Some(&[2i64, 2][..]));
    assert!(!node.device.is_empty() && !node.reason.is_empty());
    session.plan(&[(x, None)], &[y], &[]).unwrap();
    assert_fails(session.plan(&[(x, Some(&[2, 4]))], &[y], &[]), Code::InvalidArgument, &["x"]);
    assert_fails(session.plan(&[], &[], &[]), Code::InvalidArgument, &[]);
}

#[test]
fn a_saved_plan_is_a_model() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[-1, 3])).unwrap();
    let y = ops::mat_mul(x, x).transpose_b(true).name("y").build(&graph).unwrap();
    let session = Session::new(&graph).unwrap();
    let folder = Folder::new();
    let path = folder.0.join("plan");
    session.save_plan(path.to_str().unwrap(), &[("image", x, Some(&[2, 3]))], &[("scores", y)]).unwrap();
    let model = SavedModel::open(&runtime, &path, &[]).unwrap();
    assert_eq!(model.format(), "Runnel plan");
    let wrong = session.save_plan("plan", &[("image", x, Some(&[2, 4]))], &[("scores", y)]);
    assert_fails(wrong, Code::InvalidArgument, &["x"]);
}

#[test]
fn runtimes_tell_what_they_can_do() {
    let runtime = runtime();
    let op = runtime.op("MatMul").unwrap();
    assert!(op.has_gradient && !op.is_stateful && !op.doc.is_empty());
    assert_eq!((op.inputs.len(), op.outputs[0].kind.as_str()), (2, "T"));
    let attr = |name: &str| op.attrs.iter().find(|attr| attr.name == name).unwrap();
    assert_eq!(attr("transpose_a").default, "false");
    assert!(attr("T").allowed.iter().any(|t| t == "float"));
    assert_eq!(runtime.op_family("MatMul"), "");
    assert_fails(runtime.op("MatMull"), Code::NotFound, &["MatMul"]);
    let kernels = runtime.kernels().unwrap();
    let kernel = kernels.iter().find(|k| k.op == "MatMul" && k.device_kind == "CPU").unwrap();
    assert!(kernel.types.iter().any(|(attr, types)| attr == "T" && types.contains(&DType::Float)));
    runtime.device_memory(0).unwrap();
    assert_fails(runtime.device_memory(99), Code::OutOfRange, &["99"]);
}

#[test]
fn events_and_traces_are_written() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[2])).unwrap();
    let y = ops::neg(x).name("y").build(&graph).unwrap();
    let session = Session::new(&graph).unwrap();
    let fed = floats(&runtime, &[1.0, 2.0]);
    let (_, metadata) = session.run_traced(&RunOptions::new().trace(), &[(x, &fed)], &[y], &[]).unwrap();
    let (_, untraced) = session.run_traced(&RunOptions::new(), &[(x, &fed)], &[y], &[]).unwrap();
    let mut trace = Trace::new().unwrap();
    trace.add_step(&metadata).unwrap();
    assert_fails(trace.add_step(&untraced), Code::FailedPrecondition, &[]);
    let json = trace.json().unwrap();
    assert!(json.starts_with('{') && json.contains("\"y"), "{json}");

    let folder = Folder::new();
    let writer = EventWriter::new(&runtime, folder.0.join("events"), "test").unwrap();
    writer.scalar("loss", 0.5, 1).unwrap();
    writer.scalar_at("loss", 0.25, 2, std::time::SystemTime::now()).unwrap();
    writer.graph(&graph).unwrap();
    writer.run_metadata("step 1", &metadata, 1).unwrap();
    assert_fails(writer.run_metadata("step 1", &metadata, 2), Code::AlreadyExists, &["step 1"]);
    assert_fails(writer.summary(b"no summary", 1), Code::InvalidArgument, &[]);
    writer.flush().unwrap();
    writer.close().unwrap();
    assert_fails(writer.flush(), Code::FailedPrecondition, &[]);
    let written = std::fs::read(writer.path()).unwrap();
    assert!(written.windows(4).any(|bytes| bytes == b"loss"));
}

#[test]
fn clusters_go_through_messages() {
    let cluster: Cluster = "ps=a:2222;worker=2@b:2222".parse().unwrap();
    let again = Cluster::from_message(&cluster.to_message().unwrap()).unwrap();
    assert_eq!(again.to_string(), cluster.to_string());
    assert_fails(Cluster::from_message(b"\xff\xff"), Code::DataLoss, &[]);
}

#[test]
fn dlpack_goes_out_and_in() {
    let runtime = runtime();
    let tensor = floats(&runtime, &[1.0, 2.0, 3.0]);
    let managed = tensor.to_dlpack().unwrap();
    drop(tensor);
    // SAFETY: it is fresh, and nobody else has it.
    let back = unsafe { Tensor::from_dlpack(&runtime, managed).unwrap() };
    assert_eq!(back.as_slice::<f32>().unwrap(), [1.0, 2.0, 3.0]);
    let mut copied = [0f32; 3];
    back.copy_to(&mut copied).unwrap();
    assert_eq!(copied, [1.0, 2.0, 3.0]);
    assert_fails(back.copy_to(&mut [0i32; 3]), Code::InvalidArgument, &["Float", "Int32"]);
    assert_fails(back.copy_to(&mut [0f32; 2]), Code::InvalidArgument, &["8", "12"]);
    assert_fails(Tensor::from_strings(&runtime, &[], &["a"]).unwrap().to_dlpack(), Code::InvalidArgument, &[]);
}

#[test]
fn the_log_closure_is_dropped_with_the_last_of_its_runtime() {
    let (kept, lines) = (Arc::new(()), Arc::new(AtomicU32::new(0)));
    let (held, counted) = (kept.clone(), lines.clone());
    let log = move |_: Severity, _: &str| {
        let _ = &held;
        counted.fetch_add(1, Ordering::Relaxed);
    };
    let runtime = Runtime::builder().threads(1).log(log).build().unwrap();
    runtime.log(Severity::Error, "a line").unwrap();
    let tensor = floats(&runtime, &[1.0]);
    drop(runtime);
    assert_eq!((Arc::strong_count(&kept), lines.load(Ordering::Relaxed)), (2, 1));
    drop(tensor);
    assert_eq!(Arc::strong_count(&kept), 1);
    let held = kept.clone();
    let refused = Runtime::builder().threads(-1).log(move |_, _| drop(held.clone())).build();
    assert_fails(refused, Code::InvalidArgument, &["-1"]);
    assert_eq!(Arc::strong_count(&kept), 1);
}

#[test]
fn calls_into_a_vector_use_it_again() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[-1])).unwrap();
    let ys = [ops::neg(x).build(&graph).unwrap(), ops::square(x).build(&graph).unwrap()];
    let callable = Session::new(&graph).unwrap().prepare(&[x], &ys, &[]).unwrap();
    let mut fetched = Vec::new();
    for round in 1..5 {
        let fed = floats(&runtime, &vec![round as f32; round]);
        callable.run_into(&[&fed], &mut fetched).unwrap();
        assert_eq!(fetched[0].as_slice::<f32>().unwrap(), vec![-(round as f32); round]);
        assert_eq!(fetched[1].as_slice::<f32>().unwrap(), vec![(round * round) as f32; round]);
    }
    assert_fails(callable.run_into(&[], &mut fetched), Code::InvalidArgument, &["1 feeds", "0"]);
    assert!(fetched.is_empty());
    let target_only = Session::new(&graph).unwrap();
    let nothing = graph.group("nothing", &[]).unwrap();
    target_only.prepare(&[], &[], &[nothing]).unwrap().run_into(&[], &mut fetched).unwrap();
    assert!(fetched.is_empty());
}
