package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.preflight.guard.PrintableText;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Checks a registry before the load, and reports problems. Read-only: nothing is registered. */
public final class Preflight {

  private static final int MAX_THREADS = 8;

  /**
   * How often nodes are asked until they have settled: they may suspect each other for a few
   * seconds after a start, and count services every 15 s.
   */
  private static final int MOST_POLLS = 20;

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final RunIntent intent;
  private final Duration timeout;
  private final Duration poll;
  private final ExecutorService threads;

  /**
   * @param timeout of each call
   */
  public Preflight(RunIntent intent, Duration timeout) {
    this(intent, timeout, POLL_INTERVAL);
  }

  /**
   * @param poll interval between queries of the nodes until they have settled
   */
  Preflight(RunIntent intent, Duration timeout, Duration poll) {
    this.intent = intent;
    this.timeout = timeout;
    this.poll = poll;
    this.threads =
        Executors.newFixedThreadPool(Math.min(MAX_THREADS, intent.nodes().targets().size()));
  }

  /**
   * Checks in the order in which a user fixes problems.
   *
   * @throws Refusal after the first stage with any
   */
  public PreflightReport check() throws Refusal {
    try {
      UsageCheck.requireConsent(intent);
      return checkNodes();
    } catch (AdminException e) {
      throw Refusal.inconclusive(AuthCheck.unusable(e));
    } finally {
      threads.shutdownNow();
    }
  }

  private PreflightReport checkNodes() throws Refusal {
    AuthCheck auth = new AuthCheck(intent, timeout);
    require(onEach(auth::withoutToken));
    Optional<Login> login = intent.credentials().map(auth::login);
    if (login.isPresent()) {
      Credentials user = intent.credentials().orElseThrow();
      require(onEach(target -> auth.withToken(target, login.get(), user)));
    }
    require(onEachEntry(entry -> auth.ofEntry(entry, login)));
    ApiChoice choice = ApiChoice.of(intent.api(), api -> missing(api, login));
    List<NodeFacts> nodes = facts(login);
    requireNone(nodes.stream().flatMap(node -> clusterProblems(node).stream()).toList());
    UsageCheck.requireNoTunnel(intent, nodes);
    UsageCheck.requireEachNodeOnce(intent, nodes);
    if (intent.grpc()) {
      boolean entries = !intent.nodes().reach().entry().isEmpty();
      GrpcCheck grpc = new GrpcCheck(intent.nodes().reach(), entries, timeout);
      require(
          entries
              ? onEachEntry(entry -> grpc.problem(entry, Set.of()))
              : onEach(target -> grpc.problem(target, versions(target, nodes))));
    }
    AdminClient first = client(intent.nodes().targets().get(0), login);
    RegistryInventory inventory =
        inventory(first, nodes.stream().allMatch(node -> node.hidden().isEmpty()));
    UsageCheck.requireNoOthers(intent, inventory);
    Optional<Access> access =
        login.map(done -> new Access(done.token(), done.ttl(), intent.credentials().orElseThrow()));
    return new PreflightReport(nodes, choice, inventory, UsageCheck.unnamed(intent, nodes), access);
  }

  private static void require(List<Optional<String>> problems) throws Refusal {
    requireNone(problems.stream().flatMap(Optional::stream).toList());
  }

  private static void requireNone(List<String> problems) throws Refusal {
    if (!problems.isEmpty()) {
      throw new Refusal(ExitCode.INCONCLUSIVE, problems.stream().distinct().toList());
    }
  }

  /** Why clients cannot use an API, for each node and entry point; empty where they can. */
  private List<Optional<String>> missing(HttpApi api, Optional<Login> login) {
    List<Optional<String>> missing =
        new ArrayList<>(onEach(target -> client(target, login).missing(api)));
    missing.addAll(
        onEachEntry(
            entry -> AdminClient.ofEntry(entry, intent.nodes().reach(), timeout).missing(api)));
    return missing;
  }

  private Set<String> versions(InetSocketAddress target, List<NodeFacts> nodes) {
    return nodes.get(intent.nodes().targets().indexOf(target)).versions();
  }

  /** Reads the facts of all nodes once no node suspects a member, or after some polls. */
  private List<NodeFacts> facts(Optional<Login> login) {
    return settled(
        () -> onEach(target -> facts(target, login)),
        nodes -> nodes.stream().anyMatch(NodeFacts::suspects));
  }

  /**
   * Reads the inventory; where the node's count of services decides about the run, once that agrees
   * with the lists, or after some polls.
   */
  private RegistryInventory inventory(AdminClient client, boolean shown) {
    return settled(
        () -> RegistryInventory.read(client, intent, shown),
        inventory -> intent.exclusive().isPresent() && inventory.unlisted().orElse(-1) != 0);
  }

  private <T> T settled(Supplier<T> query, Predicate<T> unsettled) {
    T answer = query.get();
    for (int polls = 1; unsettled.test(answer) && polls < MOST_POLLS && sleep(); polls++) {
      answer = query.get();
    }
    return answer;
  }

  /** Waits for the next query; returns false when interrupted. */
  private boolean sleep() {
    try {
      Thread.sleep(poll.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private NodeFacts facts(InetSocketAddress target, Optional<Login> login) {
    AdminClient client = client(target, login);
    String node = Endpoint.name(target);
    try {
      return new NodeFacts(node, client.members(), Optional.empty(), client.compresses());
    } catch (AdminException e) {
      if (e.kind() != AdminException.Kind.ABSENT && e.kind() != AdminException.Kind.BLOCKED) {
        throw e;
      }
      // Other servers with the same protocol have other administration APIs, which clients do not
      // need.
      String hidden = e.getMessage().replaceFirst(": is that a Nacos server.*", "");
      return new NodeFacts(node, List.of(), Optional.of(hidden), false);
    }
  }

  private static List<String> clusterProblems(NodeFacts node) {
    List<String> problems = new ArrayList<>();
    if (node.hidden().isPresent()) {
      return problems;
    }
    if (node.members().isEmpty()) {
      problems.add(
          node.node() + " names no member of its cluster: is that a Nacos server's HTTP port?");
    }
    for (Member member : node.members()) {
      if (!member.up()) {
        problems.add(
            "%s calls its member %s %s: start it, wait until it is UP, or take it out of cluster.conf"
                .formatted(
                    node.node(),
                    PrintableText.of(member.address()),
                    PrintableText.of(member.state())));
      }
    }
    boolean leaderless = node.members().stream().allMatch(member -> member.leaders().isEmpty());
    if (node.members().size() > 1 && leaderless) {
      problems.add(
          node.node() + " knows no raft leader: wait for the election, or look at its logs");
    }
    return problems;
  }

  private AdminClient client(InetSocketAddress target, Optional<Login> login) {
    AdminClient client = intent.nodes().admin(target, timeout);
    return login.map(client::withToken).orElse(client);
  }

  private <T> List<T> onEach(Function<InetSocketAddress, T> query) {
    List<CompletableFuture<T>> answers =
        intent.nodes().targets().stream()
            .map(target -> CompletableFuture.supplyAsync(() -> query.apply(target), threads))
            .toList();
    return answers.stream().map(Preflight::result).toList();
  }

  private <T> List<T> onEachEntry(Function<InetSocketAddress, T> query) {
    return intent.nodes().reach().entry().stream().map(Endpoint::address).map(query).toList();
  }

  private static <T> T result(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof AdminException failure ? failure : e;
    }
  }
}
