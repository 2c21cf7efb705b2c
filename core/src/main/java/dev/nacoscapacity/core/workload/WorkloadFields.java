package dev.nacoscapacity.core.workload;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Writes and reads the {@code workload} of {@code run.json}. */
final class WorkloadFields {

  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** What the results of a plan of JMeter do not tell. */
  private static final Set<String> UNTOLD_BY_PLANS =
      Set.of("login", "callTimeoutSeconds", "registrationGraceSeconds", "threads");

  private WorkloadFields() {}

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Map<String, Object> of(Workload workload) {
    Population population = workload.population();
    Clients clients = workload.clients();
    Timing timing = workload.timing();
    Optional<GrpcClients> grpc = clients.overGrpc();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("instances", workload.instances());
    fields.put("services", workload.services());
    if (!population.shard().equals(Shard.WHOLE)) {
      fields.put("fleetInstances", population.instances());
      fields.put("fleetServices", population.services());
    }
    fields.put("protocol", clients.protocol().label());
    grpc.ifPresent(own -> fields.put("clientModel", own.model().label()));
    fields.put("beatSeconds", Timing.seconds(timing.beat()));
    fields.put("listSeconds", clients.list() ? Timing.seconds(timing.list()) : 0);
    fields.put("listenSeconds", Timing.seconds(timing.listen()));
    fields.put("scrapeSeconds", Timing.seconds(timing.scrape()));
    fields.put("phase", timing.phase().label());
    workload.rate().ifPresent(rate -> fields.put("api", api(rate)));
    clients.httpConnections().ifPresent(most -> fields.put("connections", most));
    if (grpc.isPresent()) {
      fields.put("grpcConnections", workload.grpcConnections());
      fields.put("configConnections", word(grpc.get().configConnections()));
    }
    if (grpc.isPresent() || workload.admissions() != Workload.MOST_ADMISSIONS_PER_SECOND) {
      fields.put("reconnectsPerSecond", workload.admissions());
    }
    Duration timeout = clients.callTimeout();
    // Those of the real clients differ, and were not asked for.
    if (grpc.map(GrpcClients::callTimeout).orElse(timeout).equals(timeout)) {
      fields.put("callTimeoutSeconds", Timing.seconds(timeout));
    }
    fields.put("login", word(workload.login()));
    fields.put("shard", population.shard().toString());
    fields.put("seed", workload.seed());
    grpc.ifPresentOrElse(
        own -> fields.put("subscribe", own.subscribe()),
        () -> fields.put("udpSubscribers", clients.pushSubscribers()));
    fields.put("rampSeconds", Timing.seconds(timing.ramp()));
    fields.put("registrationGraceSeconds", Timing.seconds(timing.registrationGrace()));
    fields.put("warmupSeconds", Timing.seconds(timing.warmUp()));
    fields.put("durationSeconds", Timing.seconds(timing.duration()));
    if (!timing.stages().isEmpty()) {
      fields.put("stages", timing.stages().stream().map(WorkloadFields::of).toList());
    }
    fields.put("namespace", population.namespace());
    fields.put("servicePrefix", population.servicePrefix());
    fields.put("threads", workload.threads());
    workload.profile().ifPresent(traffic -> fields.put("traffic", traffic));
    fields.values().removeIf(""::equals);
    if (workload.threads() == 0) {
      fields.keySet().removeAll(UNTOLD_BY_PLANS);
    }
    return fields;
  }

  private static Map<String, Object> api(ApiRate rate) {
    Map<String, Object> api = new LinkedHashMap<>();
    api.put("name", rate.api().word());
    api.put("perSecond", rate.perSecond());
    api.put("persistent", rate.persistent());
    return api;
  }

  private static ApiRate rate(JsonNode api) {
    return new ApiRate(
        ApiRate.Api.of(api.path("name").asText()),
        api.path("perSecond").asDouble(),
        api.path("persistent").asBoolean());
  }

  static Workload read(JsonNode fields) {
    return new Workload(
        new Population(
            fields.hasNonNull("api")
                ? traffic(fields).withRate(rate(fields.get("api")))
                : traffic(fields),
            fields.path("servicePrefix").asText(""),
            fields.path("namespace").asText(""),
            shard(fields)),
        clients(fields),
        new Timing(
            time(fields, "beatSeconds"),
            time(fields, "listSeconds"),
            time(fields, "listenSeconds"),
            time(fields, "scrapeSeconds"),
            choice(fields, "phase", Phase.SPREAD),
            time(fields, "rampSeconds"),
            time(fields, "warmupSeconds"),
            time(fields, "durationSeconds"),
            given(fields, "registrationGraceSeconds").orElse(Timing.USUAL.registrationGrace()),
            stages(fields)),
        choice(fields, "login", TokenScope.SHARED),
        fields.path("seed").asLong(),
        fields.path("reconnectsPerSecond").asInt(Workload.MOST_ADMISSIONS_PER_SECOND),
        fields.path("threads").asInt(1));
  }

  private static Clients clients(JsonNode fields) {
    Protocol protocol = Protocol.parse(fields.path("protocol").asText("http"));
    Optional<Duration> timeout = given(fields, "callTimeoutSeconds");
    boolean bounded = !protocol.grpc() && fields.hasNonNull("connections");
    HttpClients http =
        new HttpClients(
            bounded ? OptionalInt.of(fields.get("connections").intValue()) : OptionalInt.empty(),
            protocol.grpc() ? 0 : fields.path("udpSubscribers").asInt(),
            timeout.orElse(HttpClients.DEFAULT_CALL_TIMEOUT));
    GrpcClients grpc =
        new GrpcClients(
            choice(fields, "clientModel", ClientModel.POLLING),
            fields.path("subscribe").asInt(),
            choice(fields, "configConnections", ConfigConnections.SERVICE),
            timeout.orElse(GrpcClients.DEFAULT_CALL_TIMEOUT));
    return protocol.mixed()
        ? new MixedClients(protocol.grpcShare(), http.callTimeout(), grpc)
        : protocol.grpc() ? grpc : http;
  }

  private static <E extends Enum<E>> E choice(JsonNode fields, String name, E usual) {
    String text = fields.path(name).asText("");
    return text.isEmpty()
        ? usual
        : Enum.valueOf(usual.getDeclaringClass(), text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** The traffic of the whole fleet, of which a shard tells its own part, too. */
  private static Traffic traffic(JsonNode fields) {
    if (fields.hasNonNull("traffic")) {
      return JSON.convertValue(fields.get("traffic"), Traffic.class);
    }
    int instances = fields.path("instances").asInt();
    int services = fields.path("services").asInt();
    if (fields.has("fleetInstances")) {
      return Traffic.even(
          fields.get("fleetInstances").intValue(), fields.get("fleetServices").intValue());
    }
    if (services == 0) {
      return new Traffic(null, List.of());
    }
    return Traffic.even(instances, services);
  }

  private static Shard shard(JsonNode fields) {
    String text = fields.path("shard").asText("");
    return text.isEmpty() ? Shard.WHOLE : Shard.parse(text);
  }

  private static Map<String, Object> of(Stage stage) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("instances", stage.instances());
    fields.put("seconds", Timing.seconds(stage.duration()));
    return fields;
  }

  private static List<Stage> stages(JsonNode fields) {
    List<Stage> stages = new ArrayList<>();
    fields
        .path("stages")
        .forEach(
            stage ->
                stages.add(new Stage(stage.path("instances").asInt(), time(stage, "seconds"))));
    return stages;
  }

  private static Duration time(JsonNode fields, String name) {
    return given(fields, name).orElse(Duration.ZERO);
  }

  private static Optional<Duration> given(JsonNode fields, String name) {
    return Optional.ofNullable(fields.get(name))
        .filter(JsonNode::isNumber)
        .map(seconds -> Duration.ofMillis(Math.round(seconds.doubleValue() * 1e3)));
  }
}
