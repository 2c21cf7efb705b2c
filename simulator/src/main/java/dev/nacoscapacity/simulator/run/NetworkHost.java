package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.http.PushReceiver;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.NettyDrivers;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs a fleet over the network and on the system clock, in this process. */
public final class NetworkHost implements FleetHost {

  private final RunClock clock;
  private final ExecutorService parser = Observation.parser();

  /** Empty when no UDP pushes are requested. */
  private Optional<PushReceiver> pushes = Optional.empty();

  /**
   * @param clock of this machine
   */
  public NetworkHost(RunClock clock) {
    this.clock = clock;
  }

  @Override
  public RunClock clock() {
    return clock;
  }

  @Override
  public Executor parser() {
    return parser;
  }

  @Override
  public Engine.Drivers drivers(FleetSpec spec, Tokens tokens, ConnectionPlan.Bounds connections)
      throws SocketException {
    Workload settings = spec.settings();
    InetAddress own = PushReceiver.ownAddress(spec.nodes().get(0).http().address());
    if (settings.clients().pushSubscribers() > 0) {
      pushes = Optional.of(PushReceiver.open(own));
    }
    InetSocketAddress client =
        pushes.map(PushReceiver::address).orElseGet(() -> new InetSocketAddress(own, 0));
    return new NettyDrivers(
        settings.threads(),
        new FleetDrivers(spec, tokens, connections, clock)
            .of(new Fleet(settings.population()), client));
  }

  @Override
  public MachineUsage usage(Workload settings) {
    return new LocalMachineUsage(settings);
  }

  @Override
  public List<Message> notes() {
    return pushes.stream()
        .map(udp -> Message.of("note.udpPushes", with("count", udp.acknowledged())))
        .toList();
  }

  @Override
  public void close() {
    parser.shutdownNow();
    try {
      parser.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    pushes.ifPresent(PushReceiver::close);
  }
}
