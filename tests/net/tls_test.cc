// TLS between servers and clients, over real sockets: with a shared key, with certificates, and what is
// refused. Keys and certificates are made here.
#include "net/link/tls.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/net/net_test.h"

namespace runnel::net {
namespace {

using ::testing::HasSubstr;

SecurityOptions Key(const std::string& path) {
  SecurityOptions options;
  options.key_file = path;
  return options;
}

class SecurityTest : public NetTest {
 protected:
  void SetUp() override {
    NetTest::SetUp();
    folder_ = StrCat(::testing::TempDir(), "security_", getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    NetTest::TearDown();
    std::filesystem::remove_all(folder_);
  }

  std::string File(const std::string& name, const std::string& text, mode_t mode = 0600) {
    std::string path = StrCat(folder_, "/", name);
    std::ofstream(path) << text;
    EXPECT_EQ(chmod(path.c_str(), mode), 0);
    return path;
  }
  std::string KeyFile(char digit) { return File(StrCat("key_", digit), std::string(64, digit) + "\n"); }

  // A key and a certificate for `names` ("DNS:x,IP:y"), signed by `issuer`, or by itself.
  struct Identity {
    EVP_PKEY* key = nullptr;
    X509* certificate = nullptr;
    SecurityOptions options;
  };
  Identity Make(const std::string& name, const std::string& names, const Identity* issuer) {
    Identity out;
    out.key = EVP_EC_gen("P-256");
    X509* const x = out.certificate = X509_new();
    X509_set_version(x, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x), ++serial_);
    X509_gmtime_adj(X509_getm_notBefore(x), -3600);
    X509_gmtime_adj(X509_getm_notAfter(x), 24 * 3600);
    X509_set_pubkey(x, out.key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    const X509* const by = issuer == nullptr ? x : issuer->certificate;
    X509_set_issuer_name(x, X509_get_subject_name(by));
    X509V3_CTX context;
    X509V3_set_ctx(&context, const_cast<X509*>(by), x, nullptr, nullptr, 0);
    const auto add = [&](int kind, const std::string& value) {
      X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
      X509_add_ext(x, extension, -1);
      X509_EXTENSION_free(extension);
    };
    if (issuer == nullptr) add(NID_basic_constraints, "critical,CA:TRUE");
    if (!names.empty()) add(NID_subject_alt_name, names);
    X509_sign(x, issuer == nullptr ? out.key : issuer->key, EVP_sha256());
    out.options.certificate_file = Save(name + ".pem", [&](FILE* file) { PEM_write_X509(file, x); });
    out.options.private_key_file = Save(name + ".key", [&](FILE* file) {
      PEM_write_PrivateKey(file, out.key, nullptr, nullptr, 0, nullptr, nullptr);
    });
    out.options.authority_file = StrCat(folder_, "/authority.pem");
    made_.push_back(out);
    return out;
  }
  template <typename F>
  std::string Save(const std::string& name, F write) {
    std::string path = File(name, "");
    FILE* const file = std::fopen(path.c_str(), "w");
    write(file);
    std::fclose(file);
    return path;
  }
  ~SecurityTest() override {
    for (Identity& identity : made_) {
      EVP_PKEY_free(identity.key);
      X509_free(identity.certificate);
    }
  }

  Result<Ref<Server>> Start(const std::string& job, int index, const SecurityOptions& security) {
    ServerOptions options = OptionsOf(job, index);
    options.security = security;
    auto server = ServerImpl::Start(ThisCore(), NewRuntime(), options);
    if (server.ok()) servers_[TaskName(job, index)] = *server;
    return server;
  }
  Result<Ref<Session>> ConnectBy(const Ref<Server>& master, const SecurityOptions& security,
                                 int64_t timeout_ms = 20'000) {
    remote_.security = security;
    return Connect(master->target(), timeout_ms, "");
  }
  // A graph over both tasks, with large and small tensors in both directions.
  void RunOverBoth() {
    const int64_t n = 1 << 20;
    const OutputRef x = Placeholder(StrCat("x", graph_->num_nodes()), DType::kFloat, Shape({n}));
    const OutputRef y = On("/job:a", "Square", {On("/job:b", "Neg", {x})});
    Tensor value = *Tensor::Allocate(SystemAllocator(), DType::kFloat, Shape({n}));
    for (int64_t i = 0; i < n; ++i)
      value.values<float>()[static_cast<size_t>(i)] = static_cast<float>(i % 1000);
    std::vector<Tensor> got;
    const Status status = Run({{x}, {y}, {}}, {value}, &got);
    ASSERT_TRUE(status.ok()) << status.ToString();
    int64_t wrong = 0;
    for (int64_t i = 0; i < n; ++i)
      wrong +=
          got[0].values<float>()[static_cast<size_t>(i)] == static_cast<float>((i % 1000) * (i % 1000))
              ? 0
              : 1;
    EXPECT_EQ(wrong, 0);
  }

  std::string folder_;
  int serial_ = 0;
  std::vector<Identity> made_;
};

TEST_F(SecurityTest, TasksAndClientsWithTheSameKeyWorkTogetherAndNeedNoToken) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const SecurityOptions key = Key(KeyFile('a'));
  ASSERT_TRUE(Start("b", 0, key).ok());
  const auto master = Start("a", 0, key);
  ASSERT_TRUE(master.ok()) << master.status().ToString();
  const auto session = ConnectBy(*master, key);
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  session_ = *session;
  RunOverBoth();
}

TEST_F(SecurityTest, WhoHasAnotherKeyOrNoneIsTurnedAway) {
  MakeCluster({{"a", 0}});
  const auto master = Start("a", 0, Key(KeyFile('a')));
  ASSERT_TRUE(master.ok());
  const auto other = ConnectBy(*master, Key(KeyFile('b')), 300);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.status().code(), Code::kUnauthenticated) << other.status().ToString();
  EXPECT_THAT(other.status().ToString(), HasSubstr("same key file"));
  const auto plain = ConnectBy(*master, {}, 300);
  ASSERT_FALSE(plain.ok());
  EXPECT_NE(plain.status().code(), Code::kInternal) << plain.status().ToString();
  // The server goes on.
  EXPECT_TRUE(ConnectBy(*master, Key(KeyFile('a'))).ok());
}

TEST_F(SecurityTest, KeyFilesMustBeSecretAndWhole) {
  MakeCluster({{"a", 0}});
  const std::string digits(64, '7');
  struct Case {
    std::string path;
    Code code;
    std::string why;
  };
  const Case cases[] = {
      {File("open", digits, 0644), Code::kPermissionDenied, "0600"},
      {File("group", digits, 0640), Code::kPermissionDenied, "0600"},
      {File("short", digits.substr(1)), Code::kInvalidArgument, "64 hexadecimal digits"},
      {File("words", "not a key"), Code::kInvalidArgument, "64 hexadecimal digits"},
      {folder_, Code::kNotFound, folder_},
      {folder_ + "/nothing", Code::kNotFound, "nothing"},
  };
  for (const Case& c : cases) {
    const auto context = SecurityContext::Make(Key(c.path));
    ASSERT_FALSE(context.ok()) << c.path;
    EXPECT_EQ(context.status().code(), c.code) << context.status().ToString();
    EXPECT_THAT(context.status().ToString(), HasSubstr(c.why));
  }
  SecurityOptions contradiction = Key(KeyFile('a'));
  contradiction.certificate_file = "x";
  const auto both = SecurityContext::Make(contradiction);
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.status().code(), Code::kInvalidArgument);
}

TEST_F(SecurityTest, CertificatesForTheClustersNamesWork) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const Identity authority = Make("authority", "", nullptr);
  const Identity a = Make("a", "IP:127.0.0.1", &authority),
                 b = Make("b", "IP:127.0.0.1,DNS:b.example", &authority);
  const Identity client = Make("client", "DNS:somebody", &authority);
  ASSERT_TRUE(Start("b", 0, b.options).ok());
  const auto master = Start("a", 0, a.options);
  ASSERT_TRUE(master.ok()) << master.status().ToString();
  const auto session = ConnectBy(*master, client.options);
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  session_ = *session;
  RunOverBoth();
}

TEST_F(SecurityTest, CertificatesForOthersAreTurnedAway) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const Identity authority = Make("authority", "", nullptr), elsewhere = Make("elsewhere", "", nullptr);
  const Identity a = Make("a", "IP:127.0.0.1", &authority);
  const Identity wrong_name = Make("b", "DNS:b.example", &authority);
  const Identity client = Make("client", "DNS:somebody", &authority);
  const Identity stranger = Make("stranger", "DNS:somebody", &elsewhere);
  // A task whose certificate is for another name than the cluster's.
  ASSERT_TRUE(Start("b", 0, wrong_name.options).ok());
  const auto master = Start("a", 0, a.options);
  ASSERT_TRUE(master.ok());
  auto session = ConnectBy(*master, client.options, 300);
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.status().code(), Code::kUnauthenticated) << session.status().ToString();
  EXPECT_THAT(session.status().ToString(), HasSubstr("/job:b/replica:0/task:0"));
  // A client whose certificate another authority has signed.
  session = ConnectBy(*master, stranger.options, 300);
  ASSERT_FALSE(session.ok());
  // Who trusts nobody here.
  SecurityOptions distrustful = client.options;
  distrustful.authority_file = elsewhere.options.certificate_file;
  session = ConnectBy(*master, distrustful, 300);
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.status().code(), Code::kUnauthenticated) << session.status().ToString();
  remote_.device_filters = {"/job:a"};
  EXPECT_TRUE(ConnectBy(*master, client.options).ok());
}

TEST_F(SecurityTest, AServerWithAKeyMayListenWhereOthersReachIt) {
  ASSERT_TRUE(cluster_.AddTask("a", 0, "0.0.0.0:0").ok());
  const auto server = Start("a", 0, Key(KeyFile('c')));
  ASSERT_TRUE(server.ok()) << server.status().ToString();
}

TEST_F(SecurityTest, BytesThatAreTamperedWithAreNoticed) {
  const auto context = SecurityContext::Make(Key(KeyFile('d')));
  ASSERT_TRUE(context.ok());
  auto client_made = SecureStream::Make(*context, true, "x");
  auto server_made = SecureStream::Make(*context, false, "");
  ASSERT_TRUE(client_made.ok() && server_made.ok());
  SecureStream *const client = client_made->get(), *const server = server_made->get();
  bool done = false;
  for (int i = 0; i < 4; ++i) {
    std::string bytes;
    ASSERT_TRUE(client->Handshake(&done).ok());
    client->TakeOutput(&bytes);
    ASSERT_TRUE(server->Feed(bytes).ok());
    bytes.clear();
    ASSERT_TRUE(server->Handshake(&done).ok());
    server->TakeOutput(&bytes);
    ASSERT_TRUE(client->Feed(bytes).ok());
  }
  ASSERT_TRUE(client->ready() && server->ready());
  std::string sealed;
  char space[64];
  ASSERT_TRUE(client->Write("a secret", &sealed).ok());
  EXPECT_EQ(sealed.find("secret"), std::string::npos);
  ASSERT_TRUE(server->Feed(sealed).ok());
  const auto got = server->Read(space);
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(std::string_view(space, *got), "a secret");
  sealed.clear();
  ASSERT_TRUE(client->Write("another", &sealed).ok());
  sealed[sealed.size() - 3] = static_cast<char>(sealed[sealed.size() - 3] ^ 1);
  ASSERT_TRUE(server->Feed(sealed).ok());
  EXPECT_EQ(server->Read(space).status().code(), Code::kDataLoss);
}

// ---- files ----

TEST_F(SecurityTest, OpsTouchFilesOnlyWhereTheServerLetsThem) {
  MakeCluster({{"a", 0}, {"b", 0}});
  const std::string inside = folder_ + "/files";
  std::filesystem::create_directories(inside);
  std::filesystem::create_symlink(folder_, inside + "/way_out");
  ServerOptions options = OptionsOf("b", 0);
  options.files = inside;
  auto b_server = ServerImpl::Start(ThisCore(), NewRuntime(), options);
  ASSERT_TRUE(b_server.ok()) << b_server.status().ToString();
  servers_["b"] = *b_server;
  const OutputRef path = Placeholder("path", DType::kString, Shape());
  const auto strings = [&](const std::string& text) {
    return b().Constant(*Tensor::FromStrings(Shape({1}), std::vector<std::string>{text}));
  };
  const OutputRef names = strings("v"), slices = strings("");
  const auto save = [&](const std::string& device) {
    return b().AddNode({{},
                        "SaveV2",
                        {path, names, slices, Vector({1})},
                        {},
                        {{"dtypes", AttrValue(std::vector<DType>{DType::kFloat})}},
                        device});
  };
  Node* const on_a = save("/job:a");
  Node* const on_b = save("/job:b");
  Open(StartServer("a", 0));
  const auto try_to = [&](Node* node, const std::string& where) {
    std::vector<Tensor> got;
    return Run({{path}, {}, {node}}, {*Tensor::FromStrings(Shape(), std::vector<std::string>{where})},
               &got);
  };
  EXPECT_TRUE(try_to(on_b, inside + "/model").ok());
  EXPECT_TRUE(std::filesystem::exists(inside + "/model.index"));
  EXPECT_TRUE(try_to(on_b, "by/name").ok());  // of a path in the folder
  EXPECT_TRUE(std::filesystem::exists(inside + "/by/name.index"));
  for (const std::string& where :
       {std::string("../relative"), folder_ + "/outside", inside + "/../outside",
        inside + "/way_out/outside", inside + "x/outside"}) {
    const Status status = try_to(on_b, where);
    EXPECT_EQ(status.code(), Code::kPermissionDenied) << where << " " << status.ToString();
    EXPECT_THAT(status.ToString(), HasSubstr("--files"));
  }
  EXPECT_EQ(try_to(on_a, inside + "/model").code(), Code::kPermissionDenied);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/outside.index"));
}

}  // namespace
}  // namespace runnel::net
