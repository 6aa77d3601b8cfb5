//! The bad-input table: each row is refused with its code, and says what was wrong with what.
mod common;
use common::{add_queue, assert_fails, floats, runtime, Folder};
use runnel::{ops, Checkpoint, Code, DType, Graph, ImportOptions, Node, NodeSpec, RunOptions, Runtime};
use runnel::{SavedModel, Session, SessionOptions, Tensor};

const GRAPHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/bindings/bad_graphs.txt");

#[test]
fn bad_graphs_are_refused_whole() {
    let runtime = runtime();
    let table = std::fs::read_to_string(GRAPHS).expect("the table of bad graphs");
    let mut rows = 0;
    for row in table.split("\n== ").skip(1) {
        let (head, graph_def) = row.split_once("\ngraph\n").expect("a graph in each row");
        let graph = Graph::new(&runtime).unwrap();
        let imported = graph.import(graph_def.as_bytes(), &ImportOptions::new());
        let target = head.lines().find_map(|line| line.strip_prefix("run "));
        let error = match target {
            None => imported.expect_err(head),
            Some(target) => {
                imported.expect(head);
                Session::new(&graph).unwrap().run_named(&[], &[], &[target]).expect_err(head)
            }
        };
        assert_eq!(graph.num_nodes() == 0, target.is_none(), "{head}: {} nodes", graph.num_nodes());
        for line in head.lines().skip(1) {
            match line.split_once(' ') {
                Some(("code", code)) => assert_eq!(error.code().to_string(), code, "{head}: {error}"),
                Some(("says", piece)) => assert!(error.message().contains(piece), "expected {piece:?}: {error}"),
                Some(("run", _)) => {}
                _ => panic!("what is {line:?}?"),
            }
        }
        rows += 1;
    }
    assert!(rows >= 25, "{rows} rows");
}

#[test]
fn bad_nodes_are_refused() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[2, 3])).unwrap();
    let before = graph.num_nodes();
    let nowhere = Node::from_raw(999).output(0);
    type Row<'a> = (runnel::Result<runnel::Output>, Code, &'a [&'a str]);
    let table: &[Row] = &[
        (graph.add_op("MatMull", "n", &[x]), Code::NotFound, &["node \"n\"", "MatMull", "MatMul"]),
        (ops::neg(nowhere).build(&graph), Code::InvalidArgument, &["999"]),
        (ops::neg(x.node().output(7)).build(&graph), Code::InvalidArgument, &["7", "x"]),
        (ops::mat_mul(x, x).name("m").build(&graph), Code::InvalidArgument, &["\"m\"", "MatMul", "[2,3]"]),
        (ops::neg(x).name("x").build(&graph), Code::AlreadyExists, &["\"x\""]),
        (ops::neg(x).name("no name").build(&graph), Code::InvalidArgument, &["\"no name\"", "letters"]),
        (ops::neg(x).after(Node::from_raw(-1)).build(&graph), Code::InvalidArgument, &["-1"]),
        (ops::pack(&[]).build(&graph), Code::InvalidArgument, &["Pack", "\"N\""]),
        (ops::conv2d(x, x, &[1, 1, 1, 1], "MAYBE").build(&graph), Code::InvalidArgument, &["padding", "MAYBE", "SAME"]),
        (graph.placeholder("p", DType::Other(99), None), Code::InvalidArgument, &["99"]),
        (graph.placeholder("p", DType::Float, Some(&[-2])), Code::InvalidArgument, &["-2"]),
        (graph.find_output("x:1"), Code::InvalidArgument, &["x", "1"]),
        (graph.find_output("y"), Code::NotFound, &["\"y\""]),
    ];
    for (result, code, pieces) in table {
        assert_fails(result.clone(), *code, pieces);
    }
    assert_fails(NodeSpec::new("Neg").build(&graph), Code::InvalidArgument, &["Neg", "input"]);
    assert_fails(graph.gradients(&[nowhere], &[x]), Code::InvalidArgument, &["999"]);
    assert_fails(graph.gradients_of(&[x], Some(&[]), &[x], &[], ""), Code::InvalidArgument, &["0 weights", "1"]);
    assert_fails(graph.attr_int(x.node(), "nothing"), Code::NotFound, &["nothing"]);
    assert_fails(graph.attr_int(x.node(), "dtype"), Code::InvalidArgument, &["dtype"]);
    assert_fails(graph.close_loop(x.node(), x), Code::InvalidArgument, &["Merge"]);
    assert_eq!(graph.num_nodes(), before, "a refusal adds nothing");
    assert_eq!((graph.node_name(Node::from_raw(999)), graph.num_outputs(Node::from_raw(-5))), (String::new(), 0));
}

#[test]
fn bad_tensors_are_refused() {
    let runtime = runtime();
    let zeros = |dtype, dims: &[i64]| Tensor::zeros(&runtime, dtype, dims);
    assert_fails(zeros(DType::Float, &[2, -1]), Code::InvalidArgument, &["-1"]);
    assert_fails(zeros(DType::Float, &[1 << 40, 1 << 40]), Code::InvalidArgument, &[]);
    assert_fails(zeros(DType::Double, &[1 << 61]), Code::InvalidArgument, &[]);
    assert_fails(zeros(DType::Float, &[1; 300]), Code::InvalidArgument, &["300"]);
    assert_fails(zeros(DType::Other(99), &[]), Code::InvalidArgument, &["99"]);
    assert_fails(zeros(DType::Resource, &[]), Code::InvalidArgument, &["resource"]);
    assert_fails(zeros(DType::UInt8, &[1 << 50]), Code::ResourceExhausted, &[]);
    assert_fails(Tensor::from_slice(&runtime, &[], &[1f32, 2.0]), Code::InvalidArgument, &["4", "8"]);
    assert_fails(Tensor::from_strings(&runtime, &[2], &["one"]), Code::InvalidArgument, &["2", "1"]);
    assert_fails(Tensor::from_f64(&runtime, DType::Int8, 128.0), Code::InvalidArgument, &["int8", "128"]);
    assert_fails(Tensor::from_f64(&runtime, DType::Int64, f64::NAN), Code::InvalidArgument, &[]);
    assert_fails(Tensor::from_f64(&runtime, DType::String, 1.0), Code::InvalidArgument, &["string"]);
    assert_fails(floats(&runtime, &[1.0, 2.0]).reshape(&[3]), Code::InvalidArgument, &["3"]);
    assert_fails(floats(&runtime, &[1.0, 2.0]).item::<f32>(), Code::InvalidArgument, &["2 elements"]);
}

#[test]
fn bad_runs_are_refused_and_the_session_goes_on() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[2, -1])).unwrap();
    let y = ops::neg(x).name("y").build(&graph).unwrap();
    let w = graph.variable_handle("w", DType::Float, Some(&[])).unwrap();
    let read = ops::read_variable_op(w, DType::Float).build(&graph).unwrap();
    let session = Session::new(&graph).unwrap();
    let good = Tensor::from_slice(&runtime, &[2, 1], &[1f32, 2.0]).unwrap();
    let wrong_type = Tensor::from_slice(&runtime, &[2, 1], &[1i32, 2]).unwrap();
    let wrong_shape = floats(&runtime, &[1.0, 2.0]);
    let nowhere = Node::from_raw(999).output(0);
    let bad = Code::InvalidArgument;
    assert_fails(session.run(&[], &[], &[]), bad, &[]);
    assert_fails(session.run(&[], &[y], &[]), bad, &["x"]);
    assert_fails(session.run(&[(x, &good), (x, &good)], &[y], &[]), bad, &["x"]);
    assert_fails(session.run(&[(x, &good)], &[x], &[]), bad, &["x"]);
    assert_fails(session.run(&[(x, &wrong_type)], &[y], &[]), bad, &["x", "int32", "float"]);
    assert_fails(session.run(&[(x, &wrong_shape)], &[y], &[]), bad, &["x", "[2]", "[2,?]"]);
    assert_fails(session.run(&[(nowhere, &good)], &[y], &[]), bad, &["999"]);
    assert_fails(session.run(&[(x, &good)], &[y.node().output(7)], &[]), bad, &["7", "y"]);
    assert_fails(session.run(&[(x, &good)], &[y], &[Node::from_raw(999)]), bad, &["999"]);
    assert_fails(session.run(&[], &[read], &[]), Code::FailedPrecondition, &["\"w\""]);
    assert_fails(session.run_named(&[("absent", &good)], &["y"], &[]), Code::NotFound, &["absent"]);
    assert_fails(session.run_named(&[("x", &good)], &["y:3"], &[]), bad, &["y"]);
    assert_fails(session.run_named(&[("x", &good)], &["y"], &["absent"]), Code::NotFound, &["absent"]);
    let error = session.run(&[], &[y], &[]).unwrap_err();
    assert_eq!(error.node(), Some("x"), "the error bears the node's name");

    assert_fails(session.prepare(&[], &[], &[]), bad, &[]);
    let callable = session.prepare(&[x], &[y], &[]).unwrap();
    assert_fails(callable.run(&[]), bad, &["1", "0"]);
    assert_fails(callable.run(&[&wrong_type]), bad, &["x"]);
    assert_fails(common::block_on(callable.run_async(&RunOptions::new(), &[])), bad, &["1 feeds", "0"]);
    let options = SessionOptions::new().disable_pass("magic");
    assert_fails(Session::with_options(&graph, &options), bad, &["magic", "fold"]);
    assert_eq!(callable.run(&[&good]).unwrap()[0].as_slice::<f32>().unwrap(), [-1.0, -2.0]);

    session.close().unwrap();
    session.close().unwrap();
    assert_fails(callable.run(&[&good]), Code::FailedPrecondition, &[]);
    assert_fails(session.run(&[(x, &good)], &[y], &[]), Code::FailedPrecondition, &[]);
    let ended = common::block_on(session.run_async(&RunOptions::new(), &[(x, &good)], &[y], &[]));
    assert!(matches!(ended.unwrap_err().code(), Code::FailedPrecondition | Code::Cancelled));
}

#[test]
fn bad_plugins_and_settings_are_refused() {
    assert_fails(Runtime::builder().threads(-1).build(), Code::InvalidArgument, &["-1"]);
    assert_fails(Runtime::builder().threads(5000).build(), Code::InvalidArgument, &["5000"]);
    assert_fails(Runtime::builder().plugin("nonsense").build(), Code::NotFound, &["librunnel_nonsense.so"]);
    let runtime = runtime();
    assert_fails(runtime.load_plugin("/no/such/plugin.so"), Code::NotFound, &["/no/such/plugin.so"]);
    assert_fails(runtime.load_plugin("cpu"), Code::AlreadyExists, &["cpu"]);
}

#[test]
fn bad_files_are_refused() {
    let runtime = runtime();
    let folder = Folder::new();
    let prefix = folder.0.join("model");
    let index = folder.0.join("model.index");
    assert_fails(Checkpoint::open(&runtime, &prefix), Code::NotFound, &["model"]);
    std::fs::write(&index, "not a table").unwrap();
    assert_fails(Checkpoint::open(&runtime, &prefix), Code::InvalidArgument, &["model.index", "this is text"]);
    let t = floats(&runtime, &[1.0]);
    assert_fails(Checkpoint::write(&runtime, &prefix, &[("t", &t), ("t", &t)]), Code::InvalidArgument, &["t"]);
    let nowhere = index.join("x"); // below a file
    assert!(Checkpoint::write(&runtime, &nowhere, &[("t", &t)]).is_err());

    let graph = Graph::new(&runtime).unwrap();
    let w = runnel::Variable::new(&graph, "w", &floats(&runtime, &[1.0, 2.0])).unwrap();
    let session = Session::new(&graph).unwrap();
    assert_fails(session.save(&prefix), Code::FailedPrecondition, &[]);
    let frozen = graph.node_name(w.value().node());
    assert_fails(session.freeze(&[&frozen]), Code::FailedPrecondition, &["w"]);
    assert_fails(session.freeze(&[]), Code::InvalidArgument, &[]);
    Checkpoint::write(&runtime, &prefix, &[("other", &t)]).unwrap();
    assert_fails(session.restore(&prefix), Code::NotFound, &["\"w\""]);
    Checkpoint::write(&runtime, &prefix, &[("w", &t)]).unwrap();
    assert_fails(session.restore(&prefix), Code::InvalidArgument, &["\"w\"", "[2]", "[1]"]);
    assert_fails(Checkpoint::open(&runtime, &prefix).unwrap().read("absent"), Code::NotFound, &["absent"]);

    assert_fails(
        SavedModel::open(&runtime, "/nowhere/model", &[]),
        Code::NotFound,
        &["/nowhere/model", "saved_model.pb"],
    );
    std::fs::write(folder.0.join("saved_model.pbtxt"), "saved_model_schema_version: 1 meta_graphs {").unwrap();
    let damaged = SavedModel::open(&runtime, &folder.0, &[]).unwrap_err();
    assert!(matches!(damaged.code(), Code::InvalidArgument | Code::DataLoss), "{damaged}");
}

#[test]
fn a_session_whose_runs_block_may_be_dropped_by_its_last_owner() {
    let runtime = runtime();
    let graph = Graph::new(&runtime).unwrap();
    let queue = add_queue(&graph);
    let session = Session::new(&graph).unwrap();
    let future = session.run_async(&RunOptions::new(), &[], &[queue.dequeued], &[]);
    session.close().unwrap();
    let error = common::block_on(future).unwrap_err();
    assert!(matches!(error.code(), Code::Cancelled | Code::FailedPrecondition), "{error}");
}
