package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.time.VirtualTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What modelled nodes do with clients over gRPC, of 2.2.4 where no other version is named. */
class GrpcNodeTest {

  private static final ServiceKey SERVICE = new ServiceKey("public", "DEFAULT_GROUP@@orders");
  private static final double CLIENTS_WAIT = 0.1;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private ModelCluster cluster = cluster("nodes: 3\nmachines: {cores: 4}\nheap: 4g", false);

  private ModelCluster cluster(String settings, boolean auth) {
    return cluster("2.2.4", settings, auth);
  }

  private ModelCluster cluster(String version, String settings, boolean auth) {
    String text = "version: %s\n%s\n".formatted(version, settings);
    ModelSpec spec = ModelFile.parse(ModelSource.text("m.yaml", "m.yaml", text, Path.of("")));
    return new ModelCluster(spec, auth, time, 7);
  }

  @Test
  void shouldListOnEveryNodeWhenRegistered() {
    Client client = registered(0, 1);

    pass(2);

    assertThat(client.answered(Operation.REGISTER)).isEqualTo(ModelCall.OK);
    assertThat(hosts()).containsExactly(1, 1, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "2.2.4, 7, 24, 27",
    "2.5.0, 7, 8.9, 11.7",
    "2.5.0, 8.5, 8.9, 11.7",
    "3.1.0, 10.5, 8.9, 11.7"
  })
  void shouldCallADeadMemberDownAsSoonAsRealNodesOfTheVersionDo(
      String version, double dies, double from, double to) {
    cluster = cluster(version, "nodes: 5", false);
    pass(dies);

    cluster.node(4).kill();

    double killed = seconds();
    while (callingDown(4) == 0 && seconds() < killed + 60) {
      pass(0.1);
    }
    assertThat(seconds() - killed).isBetween(from, to);
    cluster.node(4).start();
    pass(60);
    assertThat(callingDown(4)).isZero();
  }

  private long callingDown(int dead) {
    return IntStream.range(0, 4)
        .filter(i -> cluster.node(i).running().naming.members().state(dead) == Members.State.DOWN)
        .count();
  }

  @Test
  void shouldNotKnowAConnectionThatIsNotSetUp() {
    Client client = new Client(cluster.node(0), 1);
    client.open();
    client.ask(Operation.CONNECT);
    client.ask(Operation.BEAT);
    pass(1);

    assertThat(client.answered(Operation.CONNECT)).isEqualTo(ModelCall.OK);
    assertThat(client.answered(Operation.BEAT)).isEqualTo(ModelCall.UNREGISTERED);
  }

  @ParameterizedTest
  @CsvSource({"2.2.4, 0", "2.5.0, 1", "3.1.0, 1"})
  void shouldAcknowledgeASetUpOnlyAsVersionsSinceTwoThreeDo(String version, int times) {
    cluster = cluster(version, "nodes: 1", false);

    Client client = setUp(0, 1);
    pass(1);

    assertThat(client.acknowledged).hasSize(times);
  }

  @Test
  void shouldTakeEveryRegistrationThatComesAfterTheAcknowledgement() {
    cluster = cluster("2.5.0", "nodes: 1\nmachines: {cores: 16}", false);
    List<Client> clients = new ArrayList<>();
    for (int number = 0; number < 5_000; number++) {
      Client client = new Client(cluster.node(0), number);
      client.registersWhenAcknowledged = true;
      clients.add(client);
      client.begin(false);
      pass(0.005);
    }
    pass(10);

    assertThat(clients)
        .allSatisfy(
            client -> assertThat(client.answered(Operation.REGISTER)).isEqualTo(ModelCall.OK));
    assertThat(hosts()).containsExactly(5_000);
  }

  @Test
  void shouldCheckTheTokenOfAllButChecks() {
    cluster = cluster("nodes: 1", true);
    Client client = setUp(0, 1);
    List<Operation> checks = List.of(Operation.CONNECT, Operation.BEAT);
    List<Operation> others =
        List.of(
            Operation.REGISTER,
            Operation.DEREGISTER,
            Operation.LIST,
            Operation.SUBSCRIBE,
            Operation.LISTEN,
            Operation.READ,
            Operation.PUBLISH);
    checks.forEach(client::ask);
    others.forEach(client::ask);
    pass(1);

    assertThat(checks).extracting(client::answered).containsOnly(ModelCall.OK);
    assertThat(others).extracting(client::answered).containsOnly(ModelCall.REFUSED);
  }

  @Test
  void shouldWithdrawAtOnceWhenTheClientCloses() {
    Client client = registered(0, 1);
    pass(2);

    client.close();
    pass(0.01);

    assertThat(hosts()).containsExactly(0, 1, 1);
    pass(2);
    assertThat(hosts()).containsExactly(0, 0, 0);
  }

  @Test
  void shouldNoticeAClosedConnectionWhenItsMessagesPassAgain() {
    Client client = registered(0, 1);
    pass(2);
    cluster.conditions(cluster.node(0), NetworkConditions.BLACKHOLE);

    client.close();
    pass(60);
    assertThat(hosts()).containsExactly(1, 1, 1);

    cluster.conditions(cluster.node(0), NetworkConditions.NORMAL);
    pass(2);
    assertThat(hosts()).containsExactly(0, 0, 0);
  }

  @Test
  void shouldPushHalfASecondAfterAChangeUntilAcknowledged() {
    Client subscriber = setUp(0, 1);
    subscriber.ask(Operation.SUBSCRIBE);
    pass(3);
    subscriber.pushes.clear();
    Client other = setUp(0, 2);
    double changed = seconds();

    other.ask(Operation.REGISTER);
    pass(20);

    assertThat(subscriber.pushes).hasSize(1);
    assertThat(subscriber.pushes.get(0) - changed).isCloseTo(0.5, within(0.01));
    subscriber.acknowledges = false;
    registered(0, 3);
    pass(15);
    // Again 5 s for the acknowledgement and 1 s later.
    assertThat(subscriber.pushes).hasSize(4);
    assertThat(subscriber.pushes.get(2) - subscriber.pushes.get(1)).isCloseTo(6, within(0.01));
  }

  @Test
  void shouldKeepTheCopiesOfAKilledNodeForThreeMinutes() {
    Client client = registered(0, 1);
    pass(20);

    cluster.node(0).kill();
    pass(0.01);
    assertThat(client.lost).isTrue();
    Client again = registered(1, 1);
    again.ask(Operation.DEREGISTER);
    again.close();
    pass(165);
    assertThat(hosts()).as("deregistered, and stale").containsExactly(-1, 1, 1);

    pass(25);
    assertThat(hosts()).containsExactly(-1, 0, 0);
  }

  @Test
  void shouldAnswerWhenThawed() {
    Client client = registered(0, 1);
    cluster.node(0).pause();

    client.ask(Operation.BEAT);
    pass(30);
    assertThat(client.answered(Operation.BEAT)).isNull();
    assertThat(client.lost).isFalse();

    cluster.node(0).resume();
    pass(1);
    assertThat(client.answered(Operation.BEAT)).isEqualTo(ModelCall.OK);
  }

  @Test
  void shouldLoseRegistrationsThatComeBeforeTheConnectionIsTakenUp() {
    assertThat(lost("on")).isBetween(1, 20);
  }

  @Test
  void shouldLoseNoRegistrationWhenTheBehaviourIsOff() {
    assertThat(lost("off")).isZero();
  }

  /** How many of 2,000 registrations are acknowledged and not listed. */
  private int lost(String lostRegistration) {
    cluster =
        cluster(
            "nodes: 1\nmachines: {cores: 16}\nbehaviour: {lostRegistration: "
                + lostRegistration
                + "}",
            false);
    List<Client> clients = new ArrayList<>();
    for (int number = 0; number < 10_000; number++) {
      Client client = new Client(cluster.node(0), number);
      clients.add(client);
      client.begin(true);
      pass(0.005);
    }
    pass(10);
    long acknowledged =
        clients.stream().filter(c -> c.answered(Operation.REGISTER) == ModelCall.OK).count();
    return (int) acknowledged - hosts().get(0);
  }

  @Test
  void shouldDropACopyThatWasMadeBeforeTheRegistrationForAWhile() {
    assertThat(worstBetween(150, 200, "on")).isLessThan(50);
  }

  @Test
  void shouldKeepTheCopiesOfANodeThatWasRestartedMeanwhile() {
    cluster = cluster("nodes: 3", false);
    List<Client> clients = IntStream.range(0, 50).mapToObj(number -> setUp(0, number)).toList();
    pass(6);
    clients.forEach(client -> client.ask(Operation.REGISTER));
    pass(60);
    cluster.node(1).kill();
    cluster.node(1).start();
    pass(90);

    for (int second = 150; second < 200; second++) {
      pass(1);
      assertThat(hosts().get(1)).isEqualTo(50);
    }
  }

  @Test
  void shouldKeepAllCopiesWhenTheBehaviourIsOff() {
    assertThat(worstBetween(150, 200, "off")).isEqualTo(50);
  }

  /** The fewest of 50 instances listed anywhere, when each waits 6 s to register. */
  private int worstBetween(int from, int to, String revisionZeroCopies) {
    cluster =
        cluster("nodes: 3\nbehaviour: {revisionZeroCopies: " + revisionZeroCopies + "}", false);
    List<Client> clients = IntStream.range(0, 50).mapToObj(number -> setUp(0, number)).toList();
    pass(6);
    clients.forEach(client -> client.ask(Operation.REGISTER));
    pass(from);
    int worst = 50;
    for (int second = from; second < to; second++) {
      pass(1);
      worst = Math.min(worst, hosts().stream().min(Integer::compare).orElseThrow());
    }
    assertThat(hosts()).as("all are back").containsExactly(50, 50, 50);
    return worst;
  }

  /** As the cost file says: an RPC for each client and peer each 5 s, at both sides. */
  @Test
  void shouldCheckEachClientWithEachPeer() {
    double without = cpuOf(0);
    double with = cpuOf(100);

    double verify = CostFile.read("nacos-2.2.4", Path.of("")).of(Cost.VERIFY) / 1e9;
    assertThat(with - without).isCloseTo(100 * 2 * 20 * 2 * verify, within(0.02));
  }

  /** Of all nodes, in 100 s with so many idle clients. */
  private double cpuOf(int idle) {
    cluster = cluster("nodes: 3", false);
    for (int number = 0; number < idle; number++) {
      setUp(0, number);
    }
    double before = cpu();
    pass(100);
    return cpu() - before;
  }

  private double cpu() {
    return cluster.usage().stream().mapToDouble(ModelCluster.Usage::cpuSeconds).sum();
  }

  // --- Clients ---------------------------------------------------------------------------------

  private Client setUp(int node, int number) {
    Client client = new Client(cluster.node(node), number);
    client.begin(false);
    pass(CLIENTS_WAIT + 0.02);
    return client;
  }

  private Client registered(int node, int number) {
    Client client = setUp(node, number);
    client.ask(Operation.REGISTER);
    pass(0.05);
    return client;
  }

  private void pass(double seconds) {
    time.runUntil(time.nanos() + (long) (seconds * 1e9), () -> false);
  }

  private double seconds() {
    return time.nanos() / 1e9;
  }

  /** Listed by each node; -1 by one that does not run. */
  private List<Integer> hosts() {
    return IntStream.range(0, cluster.nodes().size())
        .mapToObj(cluster::node)
        .map(
            node -> {
              if (node.running() == null) {
                return -1;
              }
              Service service = node.running().naming.registry().find(SERVICE);
              return service == null ? 0 : service.hosts();
            })
        .toList();
  }

  private final class Client extends ModelChannel {

    private final ModelNode node;
    private final InstanceSpec instance;
    private final List<Request> requests = new ArrayList<>();
    private final List<Double> pushes = new ArrayList<>();
    private final List<Double> acknowledged = new ArrayList<>();
    private boolean acknowledges = true;
    private boolean lost;
    private boolean begins;
    private boolean registers;
    private boolean registersWhenAcknowledged;

    @Override
    protected Runnable notifying(String requestId, ConfigKey key) {
      return () -> {};
    }

    Client(ModelNode node, int number) {
      this.node = node;
      this.instance =
          InstanceSpec.of(
              new InstanceKey("10.0.0.1", 1 + number, "DEFAULT"),
              SERVICE.name(),
              1,
              true,
              true,
              Map.of());
    }

    void open() {
      node.open(this);
      pass(0.01);
    }

    /** As the Java client does. */
    void begin(boolean thenRegister) {
      begins = true;
      registers = thenRegister;
      node.open(this);
    }

    void ask(Operation service) {
      Request request = new Request(service);
      requests.add(request);
      node.send(this, request);
    }

    void close() {
      node.close(this);
    }

    /** Null while it is not. */
    Integer answered(Operation service) {
      return requests.stream()
          .filter(request -> request.is(service))
          .reduce((first, last) -> last)
          .orElseThrow()
          .answer;
    }

    @Override
    protected void opened() {
      if (begins) {
        ask(Operation.CONNECT);
      }
    }

    @Override
    protected void refused() {
      lost = true;
    }

    @Override
    protected void lost() {
      lost = true;
    }

    @Override
    protected void setUpAcknowledged() {
      acknowledged.add(seconds());
      if (registersWhenAcknowledged) {
        ask(Operation.REGISTER);
      }
    }

    @Override
    protected Runnable pushing(String requestId, ServiceKey service, Service content) {
      return () -> {
        pushes.add(seconds());
        if (acknowledges) {
          node.acknowledge(this, requestId);
        }
      };
    }

    private final class Request extends ModelCall {

      private Integer answer;

      Request(Operation operation) {
        request = operation;
        service = SERVICE;
        instance = Client.this.instance;
        authorized = cluster.accepts(null);
      }

      boolean is(Operation other) {
        return request == other;
      }

      @Override
      protected void listed(Service service) {
        // Read from the nodes.
      }

      @Override
      protected void answered() {
        answer = status;
        if (request == Operation.CONNECT && begins) {
          node.setUp(Client.this, Channel.NAMING);
          if (registers) {
            time.after((long) (CLIENTS_WAIT * 1e9), () -> ask(Operation.REGISTER));
          }
        }
      }
    }
  }
}
