//! Ops that run at once, tapes, functions of graphs.
mod common;
use common::{assert_fails, runtime};
use runnel::{ops, Attr, Code, DType, Eager, EagerTensor, GradientTape, Graph};

fn values(tensor: &EagerTensor) -> Vec<f32> {
    tensor.to_vec().unwrap()
}

#[test]
fn operators_and_ops_run_at_once() {
    let eager = Eager::new(&runtime()).unwrap();
    let x = eager.tensor(&[3], &[1f32, 2.0, 3.0]).unwrap();
    assert_eq!(values(&(&x + &x).unwrap()), [2.0, 4.0, 6.0]);
    assert_eq!(values(&(&(&x * &x).unwrap() - &x).unwrap()), [0.0, 2.0, 6.0]);
    assert_eq!(values(&(-&x).unwrap()), [-1.0, -2.0, -3.0]);
    assert_eq!(values(&(&x / &x).unwrap()), [1.0, 1.0, 1.0]);
    assert_eq!(values(&x.sum().unwrap()), [6.0]);
    let m = eager.tensor(&[2, 2], &[1f32, 2.0, 3.0, 4.0]).unwrap();
    let rows = eager.run("Unpack", &[&m], &[("num", Attr::Int(2))]).unwrap();
    assert_eq!(values(&rows[1]), [3.0, 4.0]);
    assert_fails(m.matmul(&x), Code::InvalidArgument, &["MatMul"]);
    assert_fails(eager.prepare("Moonshine", &[]).map(|_| ()), Code::NotFound, &["Moonshine"]);
    assert_eq!(values(&x.square().unwrap()), [1.0, 4.0, 9.0]);
}

#[test]
fn tapes_give_gradients_of_any_order() {
    let eager = Eager::new(&runtime()).unwrap();
    let x = eager.tensor(&[1], &[2f32]).unwrap();
    let outer = GradientTape::new(&eager).unwrap();
    outer.watch(&x).unwrap();
    let tape = GradientTape::persistent(&eager).unwrap();
    tape.watch(&x).unwrap();
    let y = (&(&x * &x).unwrap() * &x).unwrap();
    let first = tape.gradient(&y, &x).unwrap().unwrap();
    assert_eq!(values(&first), [12.0]);
    tape.stop();
    assert_eq!(values(&outer.gradient(&first, &x).unwrap().unwrap()), [12.0]);
    assert!(tape.gradient(&y, &eager.tensor(&[1], &[5f32]).unwrap()).unwrap().is_none());
    assert_fails(outer.gradient(&first, &x), Code::FailedPrecondition, &["persistent"]);
}

#[test]
fn variables_functions_and_custom_gradients() {
    let runtime = runtime();
    let eager = Eager::new(&runtime).unwrap();
    let start = eager.tensor(&[2], &[1f32, 2.0]).unwrap();
    let w = eager.variable("w", start.tensor()).unwrap();
    w.assign_add(&start).unwrap();
    w.assign_sub(&eager.tensor(&[2], &[0f32, 1.0]).unwrap()).unwrap();
    assert_eq!(values(&w.read().unwrap()), [2.0, 3.0]);
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[2])).unwrap();
    let handle = w.in_graph(&graph).unwrap();
    let read = ops::read_variable_op(handle, DType::Float).build(&graph).unwrap();
    let y = ops::mul(x, read).build(&graph).unwrap();
    let f = eager.function("f", &graph, &[x, handle], &[y], &[]).unwrap();
    let tape = GradientTape::new(&eager).unwrap();
    let value = eager.tensor(&[2], &[10f32, 20.0]).unwrap();
    let out = f.run(&[&value, w.handle()]).unwrap().remove(0);
    assert_eq!(values(&out), [20.0, 60.0]);
    tape.set_recording(false).unwrap();
    let copied = (&out + &out).unwrap();
    tape.set_recording(true).unwrap();
    tape.record(&[&out], &[&copied], |dys| Ok(vec![Some((&(&dys[0] + &dys[0])? + &dys[0])?)])).unwrap();
    assert_eq!(values(&tape.gradient_of(&copied, &w).unwrap().unwrap()), [30.0, 60.0]);
    w.assign(&start).unwrap();
    eager.close().unwrap();
    assert_fails(w.read(), Code::FailedPrecondition, &["closed"]);
}
