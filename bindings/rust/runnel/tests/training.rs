//! Variables, gradients and optimizers, against the formulas in float64.
mod common;
use common::{assert_fails, floats, runtime, Folder};
use runnel::optimizer::{Adam, GradientDescent, LossScale, Momentum, Optimizer};
use runnel::{ops, Checkpoint, Code, DType, Graph, Place, Session, Tensor, Variable};

const START: [f64; 3] = [1.0, -2.0, 0.5];
const TARGET: [f64; 3] = [0.25, 1.0, -3.0];
const STEPS: usize = 20;

/// Minimises the sum of (w - TARGET)^2 from START. Returns w after each step.
fn descend(optimizer: &dyn Optimizer) -> Vec<Vec<f32>> {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let single = |values: &[f64]| floats(&runtime, &values.iter().map(|v| *v as f32).collect::<Vec<_>>());
    let w = Variable::new(&graph, "w", &single(&START)).unwrap();
    let target = graph.constant("target", &single(&TARGET)).unwrap();
    let axis = graph.constant("axis", &floats_i32(&runtime)).unwrap();
    let difference = ops::sub(w.value(), target).build(&graph).unwrap();
    let loss = ops::sum(ops::square(difference).build(&graph).unwrap(), axis).build(&graph).unwrap();
    let training = optimizer.minimize(&graph, loss, &[&w]).unwrap();
    let session = Session::new(&graph).unwrap();
    session.run(&[], &[], &[w.initializer(), training.initializer]).unwrap();
    let after = w.read_after(&graph, &[training.step]).unwrap();
    (0..STEPS).map(|_| session.run(&[], &[after], &[]).unwrap()[0].as_slice::<f32>().unwrap().to_vec()).collect()
}

fn floats_i32(runtime: &runnel::Runtime) -> Tensor {
    Tensor::from_slice(runtime, &[1], &[0i32]).unwrap()
}

/// Compares with `update(element's state, gradient) -> new weight`, kept for each element.
fn follows<S: Default>(got: &[Vec<f32>], mut update: impl FnMut(&mut S, usize, f64, f64) -> f64) {
    for (element, (start, target)) in START.iter().zip(TARGET).enumerate() {
        let (mut w, mut state) = (*start, S::default());
        for (step, got) in got.iter().enumerate() {
            w = update(&mut state, step, w, 2.0 * (w - target));
            let got = f64::from(got[element]);
            assert!((got - w).abs() < 1e-5 * (1.0 + w.abs()), "element {element}, step {step}: {got}, expected {w}");
        }
    }
}

#[test]
fn gradient_descent_follows_its_formula() {
    follows(&descend(&GradientDescent { rate: 0.1 }), |_: &mut (), _, w, g| w - 0.1 * g);
}

#[test]
fn momentum_follows_its_formula() {
    let got = descend(&Momentum { rate: 0.05, momentum: 0.9, nesterov: false });
    follows(&got, |m: &mut f64, _, w, g| {
        *m = 0.9 * *m + g;
        w - 0.05 * *m
    });
    let got = descend(&Momentum { rate: 0.05, momentum: 0.9, nesterov: true });
    follows(&got, |m: &mut f64, _, w, g| {
        *m = 0.9 * *m + g;
        w - 0.05 * (g + 0.9 * *m)
    });
}

/// Source: Kingma & Ba 2015, algorithm 1, with epsilon as in the paragraph below it.
#[test]
fn adam_follows_its_formula() {
    follows(&descend(&Adam::new(0.1)), |(m, v): &mut (f64, f64), step, w, g| {
        *m = 0.9 * *m + 0.1 * g;
        *v = 0.999 * *v + 0.001 * g * g;
        let power = (step + 1) as i32;
        let rate = 0.1 * (1.0 - 0.999f64.powi(power)).sqrt() / (1.0 - 0.9f64.powi(power));
        w - rate * *m / (v.sqrt() + 1e-8)
    });
}

#[test]
fn a_variable_that_the_loss_ignores_is_named() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let used = Variable::new(&graph, "used", &floats(&runtime, &[1.0])).unwrap();
    let unused = Variable::new(&graph, "unused", &floats(&runtime, &[1.0])).unwrap();
    let loss = ops::square(used.value()).build(&graph).unwrap();
    let got = GradientDescent { rate: 1.0 }.minimize(&graph, loss, &[&used, &unused]);
    assert_fails(got.map(|_| ()), Code::InvalidArgument, &["\"unused\""]);
}

/// 4 times the scale is more than half has.
#[test]
fn a_scaled_loss_skips_what_is_not_finite() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let w = Variable::new(&graph, "w", &floats(&runtime, &[1.0, 2.0])).unwrap();
    let k = graph.placeholder("k", DType::Float, Some(&[])).unwrap();
    let axis = graph.constant("axis", &floats_i32(&runtime)).unwrap();
    let part = graph.constant("part", &Tensor::from_f64(&runtime, DType::Half, 0.5).unwrap()).unwrap();
    let half = ops::mul(ops::cast(w.value(), DType::Half).build(&graph).unwrap(), part).build(&graph).unwrap();
    let sum = ops::sum(ops::cast(half, DType::Float).build(&graph).unwrap(), axis).build(&graph).unwrap();
    let loss = ops::mul(sum, k).build(&graph).unwrap();
    let optimizer = LossScale { growth_steps: 2, ..LossScale::new(GradientDescent { rate: 1.0 }) };
    let training = optimizer.minimize(&graph, loss, &[&w]).unwrap();
    let session = Session::new(&graph).unwrap();
    session.run(&[], &[], &[w.initializer(), training.initializer]).unwrap();
    let [scale, good] = &training.slots[..] else { panic!("{:?}", training.slots) };
    for (factor, weights, scaled, finite) in [
        (1.0, [0.5, 1.5], 32768.0, 1i64),
        (4.0, [0.5, 1.5], 16384.0, 0),
        (1.0, [0.0, 1.0], 16384.0, 1),
        (1.0, [-0.5, 0.5], 32768.0, 0),
    ] {
        let factor = Tensor::from_f64(&runtime, DType::Float, factor).unwrap();
        session.run(&[(k, &factor)], &[], &[training.step]).unwrap();
        let got = session.run(&[], &[w.value(), scale.value(), good.value()], &[]).unwrap();
        assert_eq!(got[0].as_slice::<f32>().unwrap(), weights);
        assert_eq!(got[1].item::<f32>().unwrap(), scaled);
        assert_eq!(got[2].item::<i64>().unwrap(), finite);
    }
    let never = LossScale { initial: 0.5, ..optimizer }.minimize(&graph, loss, &[&w]);
    assert_fails(never.map(|_| ()), Code::InvalidArgument, &["loss scale"]);
}

#[test]
fn scopes_name_place_and_order_their_nodes() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[])).unwrap();
    let layer = graph.scope("layer");
    let first = ops::neg(x).build(&layer).unwrap();
    let inner = layer.scope("inner").on_device("/device:CPU:0").after(&[first.node()]);
    let second = ops::square(x).name("deep").build(&inner).unwrap();
    assert_eq!(graph.node_name(first.node()), "layer/Neg");
    assert_eq!(graph.node_name(second.node()), "layer/inner/deep");
    assert_eq!(graph.node_device(second.node()), "/device:CPU:0");
    assert_eq!(graph.control_inputs(second.node()), [first.node()]);
    assert_eq!(inner.graph().inputs(second.node()), [x]);
    let weights = Variable::zeros(&layer, "weights", DType::Float, &[2]).unwrap();
    assert_eq!((weights.name(), weights.dims(), weights.dtype()), ("layer/weights", &[2][..], DType::Float));
}

#[test]
fn sessions_are_saved_and_restored_with_the_optimizers_variables() {
    let (runtime, folder) = (runtime(), Folder::new());
    let graph = Graph::new(&runtime).unwrap();
    let w = Variable::new(&graph, "w", &floats(&runtime, &[3.0])).unwrap();
    let loss = ops::square(w.value()).build(&graph).unwrap();
    let training = Adam::new(0.1).minimize(&graph, loss, &[&w]).unwrap();
    let session = Session::new(&graph).unwrap();
    session.run(&[], &[], &[w.initializer(), training.initializer]).unwrap();
    let step = |session: &Session| session.run(&[], &[w.value()], &[training.step]).unwrap()[0].item::<f32>().unwrap();
    (0..5).for_each(|_| assert!(step(&session) > 0.0));
    let prefix = folder.0.join("model");
    session.save(&prefix).unwrap();

    let checkpoint = Checkpoint::open(&runtime, &prefix).unwrap();
    let names: Vec<String> = checkpoint.entries().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["beta1_power", "beta2_power", "w", "w/Adam", "w/Adam_1"]);
    assert_eq!(checkpoint.read("w").unwrap().dims(), [1]);

    let again = Session::new(&graph).unwrap();
    again.restore(&prefix).unwrap();
    for number in 0..5 {
        assert_eq!(step(&again), step(&session), "step {number} after");
    }
    assert_eq!(again.find_sharded(&prefix).unwrap(), 0);
    assert_eq!(again.restore_sharded(&prefix).unwrap_err().code(), Code::NotFound);
    session.run(&[], &[], &[w.initializer()]).unwrap();
    session.save_sharded(&prefix).unwrap();
    assert_eq!(again.find_sharded(&prefix).unwrap(), 1);
    again.restore_sharded(&prefix).unwrap();
    assert_eq!(again.run(&[], &[w.value()], &[]).unwrap()[0].item::<f32>().unwrap(), 3.0);
    let written = folder.0.join("tensors");
    let t = floats(&runtime, &[1.0, 2.0]);
    Checkpoint::write(&runtime, &written, &[("a", &t), ("b", &Tensor::scalar(&runtime, 7i64).unwrap())]).unwrap();
    let read = Checkpoint::open(&runtime, &written).unwrap();
    assert_eq!(read.entries()[1].dtype, DType::Int64);
    assert_eq!(read.read("a").unwrap().as_slice::<f32>().unwrap(), [1.0, 2.0]);
}
