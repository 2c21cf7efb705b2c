package dev.nacoscapacity.cluster.standin;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.standin.auth.StandInAccount;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.peers.PeerChannels;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.OnOff;
import dev.nacoscapacity.core.cli.UsageException;
import io.netty.channel.EventLoop;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A stand-in cluster, or one node of it, in a process of its own, until SIGTERM. */
@Command(
    name = "stand-in",
    description = {
      "Runs a node of a stand-in Nacos cluster on 127.0.0.1 until it is stopped; "
          + "prints 'ready' when it answers.",
      "The token secret comes from NACOS_JWT_SECRET (Base64; made up if absent), "
          + "the password of the user nacos from NACOS_PASSWORD (nacos if absent)."
    })
public final class StandInMain implements Callable<Integer> {

  @Option(names = "--nodes", defaultValue = "5", description = "how many (default 5)")
  private int nodes;

  @Option(
      names = "--base-port",
      defaultValue = "8848",
      description = "of the first node, the next ones follow 10 apart")
  private int basePort;

  @Option(
      names = "--node",
      paramLabel = "N",
      defaultValue = "1",
      description = "which of them to run, from 1")
  private int node;

  @Option(
      names = "--network-per-node",
      description = "in a network namespace of its own, made before")
  private boolean networkPerNode;

  @Option(names = "--while", paramLabel = "PID", description = "end when the process PID ends")
  private Long companion;

  @Option(names = "--auth", description = "calls need a token")
  private boolean auth;

  @Option(
      names = "--auth-cache",
      defaultValue = "off",
      description = "remember verified tokens: on or off (default off)")
  private OnOff authCache;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "stand-in.v1: how much of HTTP v1 it has, full, clients, off or removed (default full)")
  private Map<String, String> settings = Map.of();

  @Override
  public Integer call() throws InterruptedException {
    try {
      start();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    System.out.println("ready");
    new CountDownLatch(1).await();
    return 0;
  }

  private void start() {
    ClusterSpec spec =
        ClusterSpec.of(ServerVersion.EMBEDDED, nodes)
            .withAuth(auth)
            .withAuthCache(authCache == OnOff.ON)
            .withBasePort(basePort)
            .withNetworkPerNode(networkPerNode);
    UsageException.unless(
        node >= 1 && node <= nodes, "--node", "is 1 to " + nodes + ", not " + node);
    if (companion != null) {
      endWith(companion);
    }
    start(spec, StandInSettings.of(settings).withCredentials(credentials()), node - 1);
  }

  /** Also when that process is killed. */
  private static void endWith(long pid) {
    CompletableFuture<?> end =
        ProcessHandle.of(pid)
            .<CompletableFuture<?>>map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    end.thenRun(() -> Runtime.getRuntime().halt(0));
  }

  private static void start(ClusterSpec spec, StandInSettings settings, int index) {
    List<InetSocketAddress> peers =
        IntStream.range(0, spec.nodes())
            .mapToObj(
                peer -> new InetSocketAddress(spec.host(peer), GrpcPorts.member(spec.port(peer))))
            .toList();
    EventLoop thread = NettyTransport.eventLoops(StandInCluster.THREAD, 1).next();
    ConfigStore configs = new ConfigStore();
    PeerChannels network = new PeerChannels(thread, index, peers, configs);
    NodeRun run = new NodeRun(spec, settings, index, thread, network, configs);
    try {
      network.open(run.naming());
      run.start(new InetSocketAddress(spec.host(index), spec.port(index)));
    } catch (BindException e) {
      throw new ClusterException(
          ClusterSpec.nodeName(index) + ": " + e.getMessage() + "; choose another --base-port", e);
    }
  }

  private static StandInAccount credentials() {
    String secret = System.getenv(TokenKey.VARIABLE);
    return new StandInAccount(
        "nacos",
        StandInAccount.environmentPassword(),
        secret == null ? TokenKey.random() : TokenKey.ofBase64(secret));
  }

  public static void main(String[] args) {
    Conventions.exit(
        (out, err) -> Conventions.apply(new CommandLine(new StandInMain()), out, err), args);
  }
}
