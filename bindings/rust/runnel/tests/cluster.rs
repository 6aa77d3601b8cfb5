//! Clusters of servers in this process: what they are, what they refuse, and a session on them.
mod common;

use common::{assert_fails, floats, runtime, Folder};
use runnel::{
    ops, Cluster, Code, DType, DeviceSetter, Graph, Server, ServerOptions, Session, SessionOptions, Variable,
};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

#[test]
fn a_cluster_is_read_grows_and_is_written() {
    let mut cluster: Cluster = "ps=a:2222;worker=2@b:2222,5@[::1]:2223".parse().unwrap();
    assert_eq!(cluster.jobs().unwrap(), ["ps", "worker"]);
    assert_eq!(cluster.tasks("worker").unwrap(), [2, 5]);
    assert_eq!(cluster.address("worker", 5).unwrap(), "[::1]:2223");
    cluster.add_task("ps", 1, "c:1").unwrap();
    let again: Cluster = cluster.to_string().parse().unwrap();
    assert_eq!(again.to_string(), cluster.to_string());
    assert_fails(cluster.add_task("ps", 1, "d:1"), Code::AlreadyExists, &["task 1 already"]);
    assert_fails(cluster.tasks("master"), Code::NotFound, &["master"]);
    assert_fails("ps=".parse::<Cluster>(), Code::InvalidArgument, &["ps"]);
}

#[test]
fn variables_are_spread_by_turns_or_by_bytes() {
    let cluster: Cluster = "ps=a:1,b:1;worker=c:1".parse().unwrap();
    let mut turns = DeviceSetter::round_robin(&cluster, "ps").unwrap();
    let devices: Vec<String> = (0..3).map(|_| turns.next_device(8).unwrap()).collect();
    assert_eq!(devices, ["/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:0"]);
    let mut bytes = DeviceSetter::by_bytes(&cluster, "ps").unwrap();
    let devices: Vec<String> = [100, 10, 10].iter().map(|size| bytes.next_device(*size).unwrap()).collect();
    assert_eq!(devices, ["/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:1"]);
    assert_fails(DeviceSetter::by_bytes(&cluster, "none").map(|_| ()), Code::NotFound, &["none"]);
}

#[test]
fn a_session_spans_two_tasks() {
    let sockets: Vec<TcpListener> = (0..2).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let mut cluster = Cluster::new().unwrap();
    for (job, socket) in ["ps", "worker"].iter().zip(&sockets) {
        cluster.add_task(job, 0, &socket.local_addr().unwrap().to_string()).unwrap();
    }
    let runtimes = [runtime(), runtime()];
    let start = |(number, socket): (usize, TcpListener)| {
        let options = ServerOptions::new()
            .token("a token of this test")
            .heartbeat(Duration::from_millis(500), Duration::from_secs(20))
            .socket(socket);
        Server::start(&runtimes[number], &cluster, ["ps", "worker"][number], 0, options).unwrap()
    };
    let servers: Vec<Server> = sockets.into_iter().enumerate().map(start).collect();

    let mine = runtime();
    let graph = Graph::new(&mine).unwrap();
    let ps = graph.scope("there").on_device("/job:ps/task:0");
    let weights = Variable::new(&ps, "weights", &floats(&mine, &[1.0, 2.0])).unwrap();
    let x = graph.placeholder("x", DType::Float, Some(&[2])).unwrap();
    let here = graph.scope("here").on_device("/job:worker/task:0");
    let sum = ops::add_v2(x, weights.value()).build(&here).unwrap();

    let options = SessionOptions::new().target(&servers[1].target());
    let refused = Session::with_options(&graph, &options.clone().token("another"));
    assert_fails(refused.map(|_| ()), Code::Unauthenticated, &["token"]);
    let session = Session::with_options(&graph, &options.token(&servers[1].token())).unwrap();
    session.run(&[], &[], &[weights.initializer()]).unwrap();
    let got = session.run(&[(x, &floats(&mine, &[10.0, 20.0]))], &[sum], &[]).unwrap();
    assert_eq!(got[0].as_slice::<f32>().unwrap(), [11.0, 22.0]);

    servers[0].stop().unwrap();
    servers[0].stop().unwrap();
    let lost = session.run(&[(x, &floats(&mine, &[1.0, 1.0]))], &[sum], &[]);
    assert_fails(lost.map(|_| ()), Code::Unavailable, &["/job:ps"]);
}

#[test]
fn a_local_server_needs_no_cluster() {
    let runtime = runtime();
    let server = Server::start_local(&runtime).unwrap();
    assert!(server.target().starts_with("runnel://127.0.0.1:"), "{}", server.target());
    let graph = Graph::new(&runtime).unwrap();
    let three = graph.constant("three", &floats(&runtime, &[3.0])).unwrap();
    let options = SessionOptions::new().target(&server.clone().target()).token(&server.token());
    let session = Session::with_options(&graph, &options).unwrap();
    assert_eq!(session.run(&[], &[three], &[]).unwrap()[0].as_slice::<f32>().unwrap(), [3.0]);
}

#[test]
fn what_a_server_cannot_be_is_said() {
    let runtime = runtime();
    let cluster: Cluster = "worker=127.0.0.1:0".parse().unwrap();
    let start = |job, task| Server::start(&runtime, &cluster, job, task, ServerOptions::new()).map(|_| ());
    assert_fails(start("worker", 7), Code::NotFound, &["7"]);
    assert_fails(start("ps", 0), Code::NotFound, &["ps"]);
    let open: Cluster = "worker=0.0.0.0:0".parse().unwrap();
    let bound = Server::start(&runtime, &open, "worker", 0, ServerOptions::new());
    assert_fails(bound.map(|_| ()), Code::PermissionDenied, &["0.0.0.0"]);
    let small = Server::start(&runtime, &cluster, "worker", 0, ServerOptions::new().receive_limit(1000));
    assert_fails(small.map(|_| ()), Code::InvalidArgument, &["got 1000"]);
}

#[test]
fn a_key_file_is_asked_of_sessions() {
    let folder = Folder::new();
    let key_file = |name: &str, digit: &str, mode| {
        let path = folder.0.join(name);
        std::fs::write(&path, digit.repeat(64) + "\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (key, other) = (key_file("key", "a", 0o600), key_file("other", "b", 0o600));
    let open = key_file("open", "a", 0o644);
    let runtime = runtime();
    let cluster: Cluster = "ps=127.0.0.1:0".parse().unwrap();
    let start = |options| Server::start(&runtime, &cluster, "ps", 0, options);
    let server = start(ServerOptions::new().key_file(&key).files(folder.0.to_str().unwrap())).unwrap();
    let graph = Graph::new(&runtime).unwrap();
    let three = graph.constant("three", &floats(&runtime, &[3.0])).unwrap();
    let options = SessionOptions::new().target(&server.target()).connect_timeout(Duration::from_secs(5));
    let session = Session::with_options(&graph, &options.clone().key_file(&key).device_filter("/job:ps")).unwrap();
    assert_eq!(session.run(&[], &[three], &[]).unwrap()[0].as_slice::<f32>().unwrap(), [3.0]);
    drop(session);
    Session::with_options(&graph, &options.clone().key_file(&other)).expect_err("another key");
    let nowhere = ["/nowhere/a", "/nowhere/b", "/nowhere/c"];
    let refused = Session::with_options(&graph, &options.certificates(nowhere[0], nowhere[1], nowhere[2]));
    assert_fails(refused.map(|_| ()), Code::NotFound, &["/nowhere/"]);
    let fails = |options, code, piece| assert_fails(start(options).map(|_| ()), code, &[piece]);
    let certified = || ServerOptions::new().certificates(nowhere[0], nowhere[1], nowhere[2]);
    fails(ServerOptions::new().key_file(&open), Code::PermissionDenied, "open");
    fails(ServerOptions::new().key_file("/nowhere/key"), Code::NotFound, "/nowhere/key");
    fails(certified().key_file(&key), Code::InvalidArgument, "key");
    fails(certified(), Code::NotFound, "/nowhere/");
}
