//! A program of somebody who has the crate and an installed librunnel.
use runnel::{ops, DType, Graph, Runtime, Session, Tensor};

fn main() -> runnel::Result<()> {
    let runtime = Runtime::new()?;
    let graph = Graph::new(&runtime)?;
    let x = graph.placeholder("x", DType::Float, Some(&[]))?;
    let y = ops::square(x).build(&graph)?;
    let slope = graph.gradients(&[y], &[x])?[0].expect("y depends on x");
    let three = Tensor::scalar(&runtime, 3f32)?;
    let answer = Session::new(&graph)?.run(&[(x, &three)], &[slope], &[])?;
    println!("runnel {}, {}: {}", runnel::version(), runtime.devices()[0].kind, answer[0].item::<f32>()?);
    Ok(())
}
