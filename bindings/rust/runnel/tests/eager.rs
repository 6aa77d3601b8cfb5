//! Ops that run at once, tapes, functions of graphs.
mod common;
use common::{assert_fails, runtime};
use runnel::{ops, Attr, Code, DType, Eager, EagerTensor, Function, GradientTape, Graph, Symbol, Typed};

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

#[test]
fn closures_are_traced_once_for_each_signature() {
    let eager = Eager::new(&runtime()).unwrap();
    let line = Function::new(&eager, "line", |t, (x, w): (Symbol<f32>, Symbol<f32>)| {
        let product = ops::mul(*x, *w).build(t)?;
        Ok((t.symbol::<f32>(product)?, t.symbol::<i32>(ops::shape(product).build(t)?)?))
    });
    let w = eager.typed(&[], &[3f32]).unwrap();
    let x = eager.typed(&[2], &[1f32, 2.0]).unwrap();
    for _ in 0..3 {
        let (y, shape) = line.call((&x, &w)).unwrap();
        assert_eq!(y.to_vec::<f32>().unwrap(), [3.0, 6.0]);
        assert_eq!(shape.to_vec::<i32>().unwrap(), [2]);
    }
    assert_eq!(line.num_traces(), 1);
    let tape = GradientTape::new(&eager).unwrap();
    tape.watch(&w).unwrap();
    let long = eager.typed(&[3], &[1f32, 2.0, 3.0]).unwrap();
    let (y, _) = line.call((&long, &w)).unwrap();
    assert_eq!(line.num_traces(), 2);
    assert_eq!(values(&tape.gradient(&y, &w).unwrap().unwrap()), [6.0]);
    // Lists, whose lengths are part of the signature, and a function within another.
    let sums = Function::new(&eager, "sums", move |t, (xs, ys): (Vec<Symbol<f32>>, Vec<Symbol<f32>>)| {
        let each = xs.iter().zip(&ys).map(|(x, y)| Ok(line.within(t, (*x, *y))?.0));
        each.collect::<runnel::Result<Vec<_>>>()
    });
    let got = sums.call((&[x.clone(), long.clone()], &[x.clone(), long])).unwrap();
    assert_eq!(values(&got[1]), [1.0, 4.0, 9.0]);
    assert_eq!(sums.call((&[], &[x])).unwrap().len(), 0);
    assert_eq!(sums.num_traces(), 2);
}

#[test]
fn traced_closures_use_variables_in_their_order() {
    let eager = Eager::new(&runtime()).unwrap();
    let w = eager.variable("w", eager.tensor(&[], &[1f32]).unwrap().tensor()).unwrap();
    let scale = eager.typed(&[], &[10f32]).unwrap();
    let (kept, factor) = (w.clone(), scale.clone());
    let step = Function::new(&eager, "step", move |t, x: Symbol<f32>| {
        let before: Symbol<f32> = t.read(&kept)?;
        t.assign_add(&kept, x)?;
        let after: Symbol<f32> = t.read(&kept)?;
        t.assign(&kept, t.symbol::<f32>(ops::mul(*after, *t.capture(&factor)?).build(t)?)?)?;
        Ok((before, after, t.read::<f32>(&kept)?))
    });
    let x = eager.typed(&[], &[2f32]).unwrap();
    for expected in [[1f32, 3.0, 30.0], [30.0, 32.0, 320.0]] {
        let (before, after, last) = step.call(&x).unwrap();
        assert_eq!([&before, &after, &last].map(|one| values(one)[0]), expected);
    }
    assert_eq!(values(&w.read().unwrap()), [320.0]);
    // A tape sees what was captured as it sees arguments.
    let factor = scale.clone();
    let scaled = Function::new(&eager, "scaled", move |t, x: Symbol<f32>| {
        t.symbol::<f32>(ops::mul(*x, *t.capture(&factor)?).build(t)?)
    });
    let tape = GradientTape::new(&eager).unwrap();
    tape.watch(&scale).unwrap();
    let y = scaled.call(&x).unwrap();
    assert_eq!(values(&tape.gradient(&y, &scale).unwrap().unwrap()), [2.0]);
    // Nothing is given: only the effect.
    let kept = w.clone();
    let reset = Function::new(&eager, "reset", move |t, ()| t.assign(&kept, t.constant(&[], &[0f32])?));
    reset.call(()).unwrap();
    assert_eq!(values(&w.read().unwrap()), [0.0]);
}

#[test]
fn what_is_wrong_with_a_traced_closure_is_told_and_asked_again() {
    let eager = Eager::new(&runtime()).unwrap();
    let x = eager.typed(&[2], &[1f32, 2.0]).unwrap();
    let wrong = Function::new(&eager, "wrong", |t, x: Symbol<f32>| t.symbol::<i32>(ops::neg(*x).build(t)?));
    assert_fails(wrong.call(&x).map(|_| ()), Code::InvalidArgument, &["function wrong", "Neg", "Float", "Int32"]);
    assert_fails(Typed::<i64>::new((*x).clone()).map(|_| ()), Code::InvalidArgument, &["Float", "Int64"]);
    let shapes = Function::new(&eager, "shapes", |t, (a, b): (Symbol<f32>, Symbol<f32>)| {
        t.symbol::<f32>(ops::mat_mul(*a, *b).build(t)?)
    });
    assert_fails(shapes.call((&x, &x)).map(|_| ()), Code::InvalidArgument, &["function shapes", "MatMul"]);
    let square = eager.typed(&[1, 1], &[3f32]).unwrap();
    assert_eq!(values(&shapes.call((&square, &square)).unwrap()), [9.0]);
    assert_eq!((wrong.num_traces(), shapes.num_traces()), (0, 1));
}
