//! SavedModels: one that is written here, and TensorFlow's own half_plus_two.
mod common;
use common::{assert_fails, floats, runtime, Folder};
use runnel::{
    Checkpoint, Code, CollectionKind, DType, Graph, ImportOptions, MetaGraph, SavedModel, Saver, SessionOptions, Tensor,
};
use std::path::PathBuf;

/// y = a x + b, where x comes out of an op that is not there.
const MODEL: &str = r#"saved_model_schema_version: 1 meta_graphs { meta_info_def { tags: "serve" } graph_def {
  node { name: "tf_example" op: "Placeholder" attr { key: "dtype" value { type: DT_STRING } } }
  node { name: "parse" op: "NotThere" input: "tf_example" }
  node { name: "x" op: "Identity" input: "parse" attr { key: "T" value { type: DT_FLOAT } } }
  node { name: "a" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
    attr { key: "shape" value { shape { } } } attr { key: "shared_name" value { s: "a" } } }
  node { name: "b" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
    attr { key: "shape" value { shape { } } } attr { key: "shared_name" value { s: "b" } } }
  node { name: "a/read" op: "ReadVariableOp" input: "a" attr { key: "dtype" value { type: DT_FLOAT } } }
  node { name: "b/read" op: "ReadVariableOp" input: "b" attr { key: "dtype" value { type: DT_FLOAT } } }
  node { name: "product" op: "Mul" input: "a/read" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
  node { name: "y" op: "Add" input: "product" input: "b/read" attr { key: "T" value { type: DT_FLOAT } } }
} signature_def { key: "serving_default" value {
  inputs { key: "in" value { name: "x:0" dtype: DT_FLOAT } } outputs { key: "out" value { name: "y:0" dtype: DT_FLOAT } }
  method_name: "tensorflow/serving/predict" } } }"#;

#[test]
fn a_signature_is_listed_loaded_and_served() {
    let (runtime, folder) = (runtime(), Folder::new());
    std::fs::write(folder.0.join("saved_model.pbtxt"), MODEL).unwrap();
    std::fs::create_dir(folder.0.join("variables")).unwrap();
    let (a, b) = (Tensor::scalar(&runtime, 3f32).unwrap(), Tensor::scalar(&runtime, 0.5f32).unwrap());
    Checkpoint::write(&runtime, folder.0.join("variables/variables"), &[("a", &a), ("b", &b)]).unwrap();

    let model = SavedModel::open(&runtime, &folder.0, &[]).unwrap();
    let signatures = model.signatures().unwrap();
    assert_eq!(signatures.len(), 1);
    assert_eq!((&*signatures[0].key, &*signatures[0].method), ("serving_default", "tensorflow/serving/predict"));
    let input = &signatures[0].inputs[0];
    assert_eq!((&*input.key, &*input.tensor, input.dtype), ("in", "x:0", DType::Float));

    let (graph, session) = model.load_signature("serving_default", &SessionOptions::new()).unwrap();
    let fetched = session.run_named(&[("x", &floats(&runtime, &[0.0, 1.0, 2.0]))], &["y"], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [0.5, 3.5, 6.5]);
    assert_fails(graph.find_node("parse"), Code::NotFound, &["parse"]);

    // What was loaded is written again, with a signature of another name.
    let mut meta = MetaGraph::new().unwrap();
    meta.add_signature("again", &[("in", "x")], &[("out", "y:0")], "").unwrap();
    meta.add_trainable("a").unwrap();
    meta.add_to_collection("losses", CollectionKind::Nodes, b"y:0").unwrap();
    session.write_saved_model(folder.0.join("again"), Some(&meta)).unwrap();
    let again = SavedModel::open(&runtime, folder.0.join("again"), &[]).unwrap();
    let (_, served) = again.load_signature("again", &SessionOptions::new()).unwrap();
    let fetched = served.run_named(&[("x", &floats(&runtime, &[1.0]))], &["y"], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [3.5]);
    // And as ONNX, its variables constants.
    let frozen = Graph::new(&runtime).unwrap();
    frozen.import(&session.freeze(&["y"]).unwrap(), &ImportOptions::new()).unwrap();
    let mut names = MetaGraph::new().unwrap();
    names.add_signature("serving_default", &[("in", "x")], &[("out", "y:0")], "").unwrap();
    let file = folder.0.join("model.onnx");
    std::fs::write(&file, frozen.export_model(&names, "onnx").unwrap()).unwrap();
    let onnx = SavedModel::open(&runtime, &file, &[]).unwrap();
    let (_, served) = onnx.load_signature("serving_default", &SessionOptions::new()).unwrap();
    let ends = &onnx.signatures().unwrap()[0];
    let (x, y) = (&*ends.inputs[0].tensor, &*ends.outputs[0].tensor);
    let fetched = served.run_named(&[(x, &floats(&runtime, &[1.0]))], &[y], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [3.5]);
    assert_fails(frozen.export_model(&names, "pdf"), Code::NotFound, &["pdf"]);
    let whole = Graph::new(&runtime).unwrap();
    assert_eq!(again.import(&whole).unwrap().saver().unwrap().unwrap().restore, "save/restore_all");
    let read = MetaGraph::read(&graph.export_meta_graph(Some(&meta)).unwrap()).unwrap();
    assert_eq!(read.collections().unwrap(), ["losses", "trainable_variables", "variables"]);
    assert_eq!(read.collection("losses").unwrap(), Some((CollectionKind::Nodes, vec![b"y:0".to_vec()])));
    assert_eq!(read.collection("none").unwrap(), None);
    assert_eq!(read.variables("trainable_variables").unwrap()[0].handle, "a");
    assert!(read.queue_runners().unwrap().is_empty());
    assert_fails(session.write_saved_model(folder.0.join("again"), None), Code::AlreadyExists, &["not empty"]);

    let saver = Saver::new(&session, folder.0.join("run"), Some(&meta)).unwrap();
    saver.set_keep(2, 0.0).unwrap();
    saver.set_interval(2, 0.0).unwrap();
    assert_eq!((0..=6).filter(|step| saver.step(*step).unwrap()).count(), 3);
    let last = saver.save(7).unwrap();
    assert_eq!(Saver::list(&runtime, &folder.0).unwrap().pop(), Some(last));
    saver.restore(None).unwrap();
    assert_fails(saver.restore(Some(&folder.0.join("run-2"))), Code::NotFound, &["run-2"]);

    let (_, part) = model.load(&["x"], &["product"], &SessionOptions::new()).unwrap();
    let fetched = part.run_named(&[("x", &floats(&runtime, &[2.0]))], &["product"], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [6.0]);

    // The part gets the rest, with the value that its variable has now.
    model.add_signature("serving_default", &part).unwrap();
    let fetched = part.run_named(&[("x", &floats(&runtime, &[2.0]))], &["y"], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [6.5]);
    assert_fails(model.add_signature("absent", &part), Code::NotFound, &["\"absent\"", "\"serving_default\""]);
    let other = SavedModel::open(&runtime, &folder.0, &[]).unwrap();
    assert_fails(other.add_signature("serving_default", &part), Code::InvalidArgument, &["not loaded from"]);

    let refused = |key| model.load_signature(key, &SessionOptions::new()).map(|_| ());
    assert_fails(refused("absent"), Code::NotFound, &["\"absent\"", "\"serving_default\""]);
    // Its NotThere is not known here: that matters to a step that needs it.
    let (_, whole) = model.load(&[], &["y"], &SessionOptions::new()).unwrap();
    assert_fails(whole.run_named(&[], &["y"], &[]).map(|_| ()), Code::NotFound, &["NotThere"]);
    assert_fails(model.load(&[], &["z"], &SessionOptions::new()).map(|_| ()), Code::NotFound, &["\"z\""]);
    assert_fails(SavedModel::open(&runtime, &folder.0, &["train"]), Code::NotFound, &["train", "serve"]);
}

/// TensorFlow's example: y = x / 2 + 2.
#[test]
fn tensorflows_half_plus_two_is_served() {
    let data = std::env::var_os("RUNNEL_DATA_DIR").map(PathBuf::from);
    let Some(folder) = data.map(|d| d.join("tf_saved_model/half_plus_two/00000123")).filter(|f| f.exists()) else {
        println!("skipped: RUNNEL_DATA_DIR has no tf_saved_model/half_plus_two");
        return;
    };
    let runtime = runtime();
    let model = SavedModel::open(&runtime, folder, &[]).unwrap();
    let (_, session) = model.load(&["x"], &["y"], &SessionOptions::new()).unwrap();
    let x = Tensor::from_slice(&runtime, &[3, 1], &[1f32, 2.0, 5.0]).unwrap();
    let fetched = session.run_named(&[("x", &x)], &["y"], &[]).unwrap();
    assert_eq!(fetched[0].as_slice::<f32>().unwrap(), [2.5, 3.0, 4.5]);
}
