//! Prints the nanoseconds of one prepared call over a tiny graph by the C ABI alone, and how many times as long this crate
//! takes, as JSON: medians over rounds in which the two take turns.
use runnel::{ops, sys, DType, Graph, Runtime, Session, Tensor};
use std::ptr;
use std::time::Instant;

const ROUNDS: usize = 2001;
const CALLS: u32 = 100;

/// Nanoseconds of one of the calls.
fn ns(mut call: impl FnMut() -> f32) -> f64 {
    let start = Instant::now();
    let sum: f32 = (0..CALLS).map(|_| call()).sum();
    let took = start.elapsed();
    assert_eq!(sum, 3.0 * CALLS as f32);
    took.as_nanos() as f64 / f64::from(CALLS)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

unsafe fn call_plain(callable: *mut sys::rnl_callable_t, two: *mut sys::rnl_tensor_t) -> f32 {
    let mut fetched = ptr::null_mut();
    let status = sys::rnl_callable_run(callable, ptr::null(), &two, 1, &mut fetched, 1, ptr::null_mut());
    assert!(status.is_null());
    let value = *sys::rnl_tensor_data(fetched).cast::<f32>();
    sys::rnl_tensor_release(fetched);
    value
}

fn over(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a / b).collect()
}

fn main() -> runnel::Result<()> {
    let runtime = Runtime::builder().threads(1).build()?;
    let graph = Graph::new(&runtime)?;
    let x = graph.placeholder("x", DType::Float, Some(&[]))?;
    let one = graph.constant("one", &Tensor::scalar(&runtime, 1f32)?)?;
    let y = ops::add_v2(x, one).build(&graph)?;
    let callable = Session::new(&graph)?.prepare(&[x], &[y], &[])?;
    let two = Tensor::scalar(&runtime, 2f32)?;
    let mut fetched = Vec::new();
    let (mut c, mut again, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        c.push(ns(|| unsafe { call_plain(callable.as_raw(), two.as_raw()) }));
        again.push(ns(|| {
            callable.run_into(&[&two], &mut fetched).expect("a sum");
            fetched[0].as_slice::<f32>().expect("floats")[0]
        }));
        fresh.push(ns(|| callable.run(&[&two]).expect("a sum")[0].as_slice::<f32>().expect("floats")[0]));
    }
    let (again, fresh) = (median(over(&again, &c)), median(over(&fresh, &c)));
    println!("{{\"c\": {:.1}, \"over\": {again:.4}, \"over_new_vector\": {fresh:.4}}}", median(c));
    Ok(())
}
