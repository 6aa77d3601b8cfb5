//! Graphs: typed builders, looking at nodes, GraphDefs, functions, gradients.
mod common;
use common::{floats, runtime};
use runnel::{
    ops, Code, DType, Error, Graph, ImportOptions, Node, NodeSpec, RunOptions, SavedModel, Session, SessionOptions,
    Tensor,
};
use std::sync::Arc;

#[test]
fn typed_builders_set_inputs_attrs_and_give_named_outputs() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[4, 6])).unwrap();
    let product = ops::mat_mul(x, x).transpose_b(true).name("product").build(&graph).unwrap();
    assert_eq!(graph.node_name(product.node()), "product");
    assert!(graph.attr_bool(product.node(), "transpose_b").unwrap());
    assert!(!graph.attr_bool(product.node(), "transpose_a").unwrap());
    assert_eq!(graph.output_shape(product).unwrap(), Some(vec![4, 4]));

    let axis = graph.constant("axis", &Tensor::scalar(&runtime, 1i32).unwrap()).unwrap();
    let pieces = ops::split(axis, x, 3).build(&graph).unwrap();
    assert_eq!(pieces.len(), 3);
    assert_eq!(graph.output_shape(pieces[2]).unwrap(), Some(vec![4, 2]));
    let k = graph.constant("k", &Tensor::scalar(&runtime, 2i32).unwrap()).unwrap();
    let top = ops::top_kv2(x, k).build(&graph).unwrap();
    assert_eq!((top.values.index(), top.indices.index(), top.values.node()), (0, 1, top.node));
    assert_eq!(graph.output_dtype(top.indices), DType::Int32);
    let both = ops::identity_n(&[x, axis]).build(&graph).unwrap();
    assert_eq!(both.iter().map(|o| graph.output_dtype(*o)).collect::<Vec<_>>(), [DType::Float, DType::Int32]);
    let all = ops::concat_v2(&pieces, axis).build(&graph).unwrap();
    let nothing: Node = ops::no_op().after(all.node()).build(&graph).unwrap();
    assert_eq!((graph.num_outputs(nothing), graph.control_inputs(nothing)), (0, vec![all.node()]));

    let session = Session::new(&graph).unwrap();
    let values: Vec<f32> = (0..24).map(|v| v as f32).collect();
    let fed = Tensor::from_slice(&runtime, &[4, 6], &values).unwrap();
    let fetched = session.run(&[(x, &fed)], &[all, top.values, top.indices], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), values);
    assert_eq!(fetched[1].as_slice::<f32>().unwrap()[..4], [5.0, 4.0, 11.0, 10.0]);
    assert_eq!(fetched[2].as_slice::<i32>().unwrap()[..2], [5, 4]);
}

#[test]
fn nodes_can_be_looked_at() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Double, Some(&[-1, 3])).unwrap();
    let any = graph.placeholder("any", DType::Float, None).unwrap();
    let y = ops::add_v2(x, x).device("/device:CPU:0").after(any.node()).build(&graph).unwrap();
    assert_eq!(graph.nodes().map(|n| graph.node_op(n)).collect::<Vec<_>>(), ["Placeholder", "Placeholder", "AddV2"]);
    assert_eq!(graph.inputs(y.node()), [x, x]);
    assert_eq!(graph.consumers(x).unwrap(), [y.node()]);
    assert_eq!(graph.find_node("AddV2").unwrap(), y.node());
    assert_eq!(graph.find_output("x:0").unwrap(), x);
    assert_eq!(graph.output_shape(x).unwrap(), Some(vec![-1, 3]));
    assert_eq!(graph.output_shape(any).unwrap(), None);
    assert_eq!(graph.attr_names(x.node()), ["dtype", "shape"]);
    assert_eq!((graph.attr_kind(x.node(), "shape"), graph.attr_len(x.node(), "shape")), ("shape".to_owned(), 1));
    assert_eq!(graph.attr_shape(x.node(), "shape").unwrap(), Some(vec![-1, 3]));
    assert_eq!(graph.attr_type(y.node(), "T").unwrap(), DType::Double);
    let constant = graph.constant("c", &floats(&runtime, &[1.0, 2.0])).unwrap();
    let value = graph.attr_tensor(constant.node(), "value").unwrap();
    assert_eq!(value.as_slice::<f32>().unwrap(), [1.0, 2.0]);
    assert!(graph.attr_text(constant.node(), "value").unwrap().contains("float[2]"));
    let pool = ops::max_pool(ops::zeros_like(any).build(&graph).unwrap(), &[1, 2, 2, 1], &[1, 1, 1, 1], "SAME");
    let pool = pool.build(&graph).unwrap();
    assert_eq!(graph.attr_ints(pool.node(), "ksize").unwrap(), [1, 2, 2, 1]);
    assert_eq!(graph.attr_string(pool.node(), "padding").unwrap(), b"SAME");
}

#[test]
fn graph_defs_go_out_and_come_back() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[2])).unwrap();
    let y = ops::neg(x).name("y").build(&graph).unwrap();
    let bytes = graph.export().unwrap();
    assert!(graph.export_text().unwrap().contains("op: \"Neg\""));

    let other = Graph::new(&runtime).unwrap();
    let z = other.placeholder("z", DType::Float, Some(&[2])).unwrap();
    let options = ImportOptions::new().prefix("in").map_input("x", z).default_device("/device:CPU:0");
    other.import(&bytes, &options).unwrap();
    let y_there = other.find_output("in/y").unwrap();
    assert_eq!((other.inputs(y_there.node()), other.node_device(y_there.node())), (vec![z], "/device:CPU:0".into()));
    let session = Session::with_options(&other, &SessionOptions::new().soft_placement()).unwrap();
    let fed = floats(&runtime, &[1.0, 2.0]);
    assert_eq!(session.run(&[(z, &fed)], &[y_there], &[]).unwrap()[0].as_slice::<f32>().unwrap(), [-1.0, -2.0]);

    let file = std::env::temp_dir().join(format!("runnel_rust_graph_{}.bin", std::process::id()));
    std::fs::write(&file, &bytes).unwrap();
    let loaded = Graph::new(&runtime).unwrap();
    loaded.load(&file, &ImportOptions::new().prefix("in")).unwrap();
    assert!(loaded.find_output("in/y").is_ok());
    let refused = loaded.load(&file, &ImportOptions::new().importer_option("variables", "true"));
    assert!(refused.unwrap_err().to_string().contains("importer option \"variables\""));
    assert_eq!(SavedModel::open(&runtime, &file, &[]).unwrap().format(), "GraphDef");
    std::fs::remove_file(&file).unwrap();

    graph.add_function("negate", &graph_of_neg(&runtime), &[x], &[y]).unwrap();
    assert_eq!(graph.functions().unwrap(), ["negate"]);
    let called = ops::partitioned_call(&[x], &[DType::Float], "negate").build(&graph).unwrap();
    assert_eq!(graph.attr_func(called[0].node(), "f").unwrap(), "negate");
    let session = Session::new(&graph).unwrap();
    assert_eq!(session.run(&[(x, &fed)], &called, &[]).unwrap()[0].as_slice::<f32>().unwrap(), [-1.0, -2.0]);
}

fn graph_of_neg(runtime: &runnel::Runtime) -> Graph {
    let body = Graph::new(runtime).unwrap();
    let x = body.placeholder("x", DType::Float, Some(&[2])).unwrap();
    ops::neg(x).name("y").build(&body).unwrap();
    body
}

#[test]
fn gradients_are_weighed_stopped_and_missing() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let [x, w, other] = ["x", "w", "other"].map(|name| graph.placeholder(name, DType::Float, Some(&[2])).unwrap());
    let product = ops::mul(x, w).build(&graph).unwrap();
    let y = ops::square(product).build(&graph).unwrap(); // dy/dx = 2 x w^2
    let gradients = graph.gradients_of(&[y], Some(&[Some(other)]), &[x, w, other], &[], "slopes").unwrap();
    assert!(gradients[2].is_none());
    assert!(graph.node_name(gradients[0].unwrap().node()).starts_with("slopes/"));
    assert_eq!(graph.gradients_of(&[y], None, &[x], &[product], "").unwrap(), [None]);
    let session = Session::new(&graph).unwrap();
    let (a, b, c) = (floats(&runtime, &[1.0, 2.0]), floats(&runtime, &[3.0, 4.0]), floats(&runtime, &[1.0, 10.0]));
    let asked = [gradients[0].unwrap(), gradients[1].unwrap()];
    let fetched = session.run(&[(x, &a), (w, &b), (other, &c)], &asked, &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [18.0, 640.0]);
    assert_eq!(fetched[1].as_slice::<f32>().unwrap(), [6.0, 320.0]);
}

#[test]
fn runs_tell_what_they_did() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[2])).unwrap();
    let y = NodeSpec::new("Neg").input(x).name("y").build(&graph).unwrap().output(0);
    let session = Session::new(&graph).unwrap();
    let fed = floats(&runtime, &[1.0, 2.0]);
    let options = RunOptions::new().trace().partition_graphs();
    let (fetched, metadata) = session.run_traced(&options, &[(x, &fed)], &[y], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [-1.0, -2.0]);
    assert!(metadata.launches >= 1 && metadata.planning_seconds > 0.0, "{metadata:?}");
    let device = &runtime.devices()[0].name;
    assert!(metadata.placements.iter().any(|(node, on)| node == "y" && on == device), "{metadata:?}");
    assert!(metadata.node_stats.iter().any(|s| s.op == "Neg" && s.end_ns >= s.start_ns), "{metadata:?}");
    assert!(metadata.partitions.len() == 1 && !metadata.partitions[0].1.is_empty());
    let (_, again) = session.run_traced(&options, &[(x, &fed)], &[y], &[]).unwrap();
    assert_eq!(again.planning_seconds, 0.0, "the plan was there already");
}

#[test]
fn handles_outlive_what_they_came_from() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[1])).unwrap();
    let y = ops::neg(x).build(&graph).unwrap();
    let session = Session::new(&graph).unwrap();
    let callable = session.prepare(&[x], &[y], &[]).unwrap();
    let fed = floats(&runtime, &[7.0]);
    drop((runtime, graph, session));
    let fetched = callable.run(&[&fed]).unwrap();
    drop((callable, fed));
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [-7.0]);
}

#[test]
fn functions_of_the_program_are_called_by_nodes() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let text = r#"
        node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
        node { name: "y" op: "PyFunc" input: "x" attr { key: "token" value { s: "scale" } }
               attr { key: "Tin" value { list { type: DT_FLOAT } } }
               attr { key: "Tout" value { list { type: DT_FLOAT } } } }"#;
    graph.import(text.as_bytes(), &ImportOptions::new()).unwrap();
    let session = Session::new(&graph).unwrap();
    let (x, y) = (graph.find_node("x").unwrap().output(0), graph.find_node("y").unwrap().output(0));
    let fetch = |values: &[f32]| {
        let fed = Tensor::from_slice(&runtime, &[values.len() as i64], values).unwrap();
        session.run(&[(x, &fed)], &[y], &[]).map(|out| out[0].as_slice::<f32>().unwrap().to_vec())
    };
    assert_eq!(fetch(&[1.0]).unwrap_err().code(), Code::Unimplemented);
    let kept = Arc::new(3.0f32);
    let factor = Arc::clone(&kept);
    runtime
        .set_host_function("scale", move |call| {
            assert_eq!((call.node().as_str(), call.num_inputs()), ("y", 1));
            assert_eq!(call.output_dtypes(), [DType::Float]);
            let values = call.input(0)?.as_slice::<f32>()?.to_vec();
            match values.len() {
                0 => Ok(vec![]),
                1 => Err(Error::new(Code::OutOfRange, "one is too few")),
                2 => {
                    let scaled: Vec<f32> = values.iter().map(|v| v * *factor).collect();
                    Ok(vec![Tensor::from_slice(call.runtime(), &[2], &scaled)?])
                }
                _ => panic!("three is too many"),
            }
        })
        .unwrap();
    assert_eq!(fetch(&[1.0, 2.0]).unwrap(), [3.0, 6.0]);
    assert_eq!(fetch(&[1.0]).unwrap_err().code(), Code::OutOfRange);
    assert_eq!(fetch(&[]).unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(fetch(&[1.0, 2.0, 3.0]).unwrap_err().code(), Code::Internal);
    assert_eq!(Arc::strong_count(&kept), 2);
    runtime.remove_host_function("scale").unwrap();
    // The thread of the last call lets go of the function a moment after the run has ended.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while Arc::strong_count(&kept) > 1 && std::time::Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert_eq!(Arc::strong_count(&kept), 1);
}
