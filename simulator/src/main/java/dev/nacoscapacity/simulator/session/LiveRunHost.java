package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Traffic;
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
import dev.nacoscapacity.simulator.workload.Metadata;
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
import java.util.regex.Pattern;

/**
 * A registry over the network, loaded from this machine: checked before a run, and guarded during
 * it.
 *
 * @param language of the messages
 * @param exclusive whether the registry must contain no services except those of this tool's runs
 * @param stop stops only this run
 * @param progress receives messages for the user before the load begins
 */
record LiveRunHost(
    Workload settings,
    OpenTarget registry,
    TargetOptions options,
    Language language,
    boolean exclusive,
    StopSignal stop,
    Consumer<String> progress)
    implements RunHost {

  /**
   * Timeout of a call, long enough that a stall of the node or of this machine for some seconds
   * does not count as silence.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** In bytes; a little less than the limit of Nacos 2.5, 1,024 in keys and values. */
  private static final int LONG_METADATA = 1000;

  /** Versions whose gRPC has no persistent instances. */
  private static final Pattern BEFORE_PERSISTENCE = Pattern.compile("2\\.[0-2]\\.");

  @Override
  public AdmittedRun admit(Function<OpenTarget, Scenario> scenario) throws Refusal {
    Scenario acting = scenario.apply(registry);
    PreflightReport report = preflight();
    HttpApi api = report.api();
    List<Message> notes = new ArrayList<>();
    if (api == HttpApi.V3 && settings.protocol().http()) {
      notes.addAll(requireServedByV3(report));
    }
    notes.addAll(report.caveats());
    report.lines().forEach(this::say);
    notes.forEach(this::say);
    OpenTarget admitted = registry.withVersion(report.version()).withApi(api);
    requirePersistence(report.version(), api);
    if (settings.population().traffic().configurations() != null && api == HttpApi.V1) {
      requirePublishing(report.access());
    }
    requireMetadata(report.access());
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

  /** Refuses persistent instances over what would not take them. */
  private void requirePersistence(String version, HttpApi api) throws Refusal {
    if (!settings.population().isPersistent()) {
      return;
    }
    if (settings.protocol().grpc() && BEFORE_PERSISTENCE.matcher(version).lookingAt()) {
      throw Refusal.usage(
          "--persistent over grpc needs Nacos 2.3 or later, not %s: use --protocol http"
              .formatted(version));
    }
    if (!settings.protocol().grpc() && api == HttpApi.V3) {
      throw Refusal.usage(
          "--persistent is not for clients of HTTP v3, which are ephemeral: use --protocol grpc");
    }
  }

  /**
   * Refuses features that clients of v1 have and clients of v3 do not.
   *
   * @return notes on what v3 does otherwise
   */
  private List<Message> requireServedByV3(PreflightReport report) throws Refusal {
    List<Message> notes = new ArrayList<>();
    if (settings.clients().pushSubscribers() > 0) {
      throw Refusal.usage(
          "--subscribe asks for UDP pushes, which HTTP v3 does not have: leave it out, or use"
              + " --protocol grpc");
    }
    Traffic traffic = settings.population().traffic();
    if (traffic.configurations() != null) {
      throw Refusal.usage(
          settings.rate().isPresent()
              ? "configurations are published by no client of HTTP v3: use --protocol grpc"
              : "the profile's 'configurations' are published and listened for, which clients of HTTP"
                  + " v3 cannot: leave them out, or use --protocol grpc");
    }
    notes.add(
        Message.of("note.v3.listen", with("seconds", settings.timing().listen().toMillis() / 1e3)));
    if (traffic.classes().stream().anyMatch(of -> of.configs() > 1)) {
      notes.add(Message.of("note.v3.configs"));
    }
    report.notForwarded().ifPresent(notes::add);
    return notes;
  }

  /**
   * Registers an instance with the longest metadata once, where they are longer than many servers
   * take: the sentence of the refusal says more than the status of all registrations.
   */
  private void requireMetadata(Optional<Access> access) throws Refusal {
    String metadata = Metadata.longest(settings.population().traffic());
    if (metadata.length() <= LONG_METADATA) {
      return;
    }
    try {
      admin(access)
          .registerOnce(
              settings.population().namespace(), settings.population().spareService(), metadata);
    } catch (AdminException e) {
      throw Refusal.inconclusive(
          "an instance with metadata of %,d bytes ('metadata-bytes' of the profile) cannot be registered: %s. Nacos 2.5 takes 1,024"
              .formatted(metadata.length(), e.getMessage()));
    }
  }

  /** Publishes a configuration once: permission to register instances does not imply this one. */
  private void requirePublishing(Optional<Access> access) throws Refusal {
    String namespace = settings.population().namespace();
    try {
      admin(access)
          .publishOnce(
              namespace.equals("public") ? "" : namespace,
              settings.population().servicePrefix() + "-probe");
    } catch (AdminException e) {
      throw Refusal.inconclusive(
          e.kind() == AdminException.Kind.REFUSED
              ? "configurations are to be published in the namespace '%s', which is refused: %s."
                      .formatted(namespace, e.getMessage())
                  + " Give the user's role write permission there"
                  + (settings.rate().isPresent()
                      ? ""
                      : ", or leave the profile's 'configurations' out")
              : "cannot publish a configuration and remove it: " + e.getMessage());
    }
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
    RegistryReader reader =
        new AdminReader(registry.reach(), registry.identity(), token(report));
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
