package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.preflight.CalledNodes;
import dev.nacoscapacity.simulator.preflight.LoadConsent;
import dev.nacoscapacity.simulator.preflight.NamespaceContents;
import dev.nacoscapacity.simulator.preflight.Preflight;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.preflight.RegistryInventory;
import dev.nacoscapacity.simulator.preflight.RunIntent;
import dev.nacoscapacity.simulator.preflight.guard.AdminReader;
import dev.nacoscapacity.simulator.preflight.guard.Baseline;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A registry over the network, loaded from this machine: checked before a run, and guarded during
 * it.
 *
 * @param language of the messages
 * @param exclusive what the user may do otherwise, where the registry must contain no services
 *     except those of this tool's runs; empty where it may
 * @param stop stops only this run
 * @param progress receives messages for the user before the load begins
 */
record LiveRunHost(
    Workload settings,
    OpenTarget registry,
    TargetOptions options,
    Language language,
    Optional<String> exclusive,
    StopSignal stop,
    Consumer<String> progress)
    implements RunHost {

  /**
   * Timeout of a call, long enough that a stall of the node or of this machine for some seconds
   * does not count as silence.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Override
  public AdmittedRun admit(Function<OpenTarget, Scenario> scenario) throws Refusal {
    Scenario acting = scenario.apply(registry);
    PreflightReport report = preflight();
    ServedWorkload served = new ServedWorkload(settings, report, admin(report.access()));
    List<Message> notes = new ArrayList<>(served.notes());
    notes.addAll(report.caveats());
    report.lines().forEach(this::say);
    notes.forEach(this::say);
    served.require();
    OpenTarget admitted = registry.withVersion(report.version()).withApi(report.api());
    if (admitted.description().standIn() && !options.isStandIn()) {
      progress.accept(language.say(Session.STAND_IN));
    }
    Machine machine = Doctor.ofThisMachine().describe();
    // Last, since it runs from now on.
    RegistryGuard guard = guard(report, acting);
    return new AdmittedRun(
        settings,
        admitted,
        notes,
        Optional.of(machine),
        () -> new LiveRun(this, admitted, report, acting, guard),
        stop,
        guard::close);
  }

  private void say(Message line) {
    progress.accept(line.in(language));
  }

  /** A client of the first node. */
  private AdminClient admin(Optional<Access> access) {
    AdminClient node = AdminClient.of(registry.addresses().get(0), registry.reach(), TIMEOUT);
    return access.map(login -> node.withToken(login::token)).orElse(node);
  }

  /** Clients of all nodes, in the order of their addresses. */
  List<AdminClient> nodes(PreflightReport report) {
    Optional<AdminToken> token = token(report);
    return registry.addresses().stream()
        .sorted(Comparator.comparing(Endpoint::number))
        .map(node -> AdminClient.of(node, registry.reach(), TIMEOUT))
        .map(node -> token.map(node::withToken).orElse(node))
        .toList();
  }

  private Optional<AdminToken> token(PreflightReport report) {
    return report.access().map(login -> new AdminToken(login, this::login, System::nanoTime));
  }

  private PreflightReport preflight() throws Refusal {
    return new Preflight(
            new RunIntent(
                new CalledNodes(
                    registry.addresses(),
                    registry.registry(),
                    registry.identity(),
                    registry.reach()),
                options.credentials(),
                settings.population().namespace(),
                new LoadConsent(options.allowPublicNamespace(), options.confirmed()),
                exclusive,
                Population.SERVICE_PREFIX,
                new LoadFigures(settings).offered(),
                settings.protocol().grpcShare() > 0,
                options.httpApi()),
            TIMEOUT)
        .check();
  }

  /** Logs in at the first node that answers. */
  private Login login(Credentials credentials) {
    List<AdminException> silent = new ArrayList<>();
    for (InetSocketAddress node : registry.addresses()) {
      try {
        return AdminClient.of(node, registry.reach(), TIMEOUT)
            .login(credentials.username(), credentials.password());
      } catch (AdminException e) {
        if (e.kind() == AdminException.Kind.REFUSED
            || e.kind() == AdminException.Kind.WRONG_PASSWORD) {
          throw e;
        }
        silent.add(e);
      }
    }
    throw silent.get(0);
  }

  /** Starts to guard foreign services, if there are any. */
  private RegistryGuard guard(PreflightReport report, Scenario scenario) throws Refusal {
    Tolerance tolerance =
        scenario.mayBreakNodes() ? options.tolerance().withoutNodes() : options.tolerance();
    RegistryReader reader = new AdminReader(registry.reach(), registry.identity(), token(report));
    Optional<Baseline> baseline =
        registry.description().standIn()
            ? Optional.empty()
            : baseline(report.inventory(), tolerance, reader);
    return new RegistryGuard(stop, baseline, tolerance, reader);
  }

  /** What is to be guarded; empty when there is nothing, after saying so. */
  private Optional<Baseline> baseline(
      RegistryInventory inventory, Tolerance tolerance, RegistryReader reader) throws Refusal {
    Predicate<String> ownServices = RunIntent.ownServices(Population.SERVICE_PREFIX);
    BiPredicate<String, String> ignored =
        (namespace, service) ->
            namespace.equals(settings.population().namespace()) && ownServices.test(service)
                || tolerance.ignores(service);
    List<String> namespaces =
        inventory.registered().stream()
            .filter(NamespaceContents::readable)
            .map(NamespaceContents::namespace)
            .toList();
    if (namespaces.isEmpty()) {
      say(Message.of("guard.unreadable"));
      return Optional.empty();
    }
    try {
      Baseline baseline = Baseline.read(registry.addresses(), namespaces, ignored, reader);
      boolean nothing = registry.cluster().isPresent() && baseline.isEmpty();
      say(
          nothing
              ? Message.of("guard.nothing")
              : Message.of(
                  tolerance.guardsNodes() ? "guard.nodesAndServices" : "guard.services",
                  with("services", baseline.services()).and("limits", tolerance.limits())));
      return nothing ? Optional.empty() : Optional.of(baseline);
    } catch (RegistryReader.ReadFailure e) {
      throw Refusal.inconclusive(
          "cannot read what is registered, so cannot guard it: " + e.getMessage());
    }
  }
}
