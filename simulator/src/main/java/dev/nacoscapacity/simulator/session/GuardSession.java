package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.simulator.preflight.NamespaceContents;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.guard.AdminReader;
import dev.nacoscapacity.simulator.preflight.guard.Baseline;
import dev.nacoscapacity.simulator.preflight.guard.Guard;
import dev.nacoscapacity.simulator.preflight.guard.Harm;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import dev.nacoscapacity.simulator.run.FleetSettings;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A guard over what a registry held before the run, with the threads it needs. */
final class GuardSession implements AutoCloseable {

  private static final String OURS =
      Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + FleetSettings.SERVICE_PREFIX;

  private final ExecutorService readers = Executors.newFixedThreadPool(Guard.AT_ONCE, daemons());
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(daemons());
  private final Baseline baseline;
  private final Guard guard;
  private final Tolerance scope;
  private final boolean idle;

  /**
   * Reads what is there, and begins to watch it if it is anything.
   *
   * @param expendable whether the registry is ours to break while it holds nothing of others
   * @param scope what counts as harm
   * @param token valid now, or null without auth
   * @param told takes the first harm, on a thread of the guard's
   */
  GuardSession(
      List<InetSocketAddress> nodes,
      PreflightReport report,
      String namespace,
      boolean expendable,
      Tolerance scope,
      Supplier<String> token,
      Consumer<Harm> told)
      throws RegistryReader.ReadFailure {
    RegistryReader reader = new AdminReader(token);
    BiPredicate<String, String> ours =
        (where, service) ->
            where.equals(namespace) && service.startsWith(OURS) || scope.ignores(service);
    List<String> namespaces =
        report.registered().stream()
            .filter(NamespaceContents::readable)
            .map(NamespaceContents::namespace)
            .toList();
    baseline = Baseline.read(nodes, namespaces, ours, reader);
    this.scope = scope;
    guard = new Guard(baseline, scope, reader, readers, System::nanoTime, told);
    idle = expendable && baseline.isEmpty();
    if (!idle) {
      guard.start(timer);
    }
  }

  /** What it watches, in words. */
  String sentence() {
    return idle
        ? "no service of others is seen, so there is nothing to guard"
        : "guarding %s%,d services of others: the run stops when %s"
            .formatted(scope.guardsNodes() ? "the nodes and " : "", baseline.services(), scope);
  }

  @Override
  public void close() {
    guard.close();
    timer.shutdownNow();
    readers.shutdownNow();
  }

  private static ThreadFactory daemons() {
    return task -> {
      Thread thread = new Thread(task, "guard");
      thread.setDaemon(true);
      return thread;
    };
  }
}
