package dev.nacoscapacity.reports.jtl;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Workload;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of one of this project's plans. A plan writes them into the message of its first
 * sample, as words of the form {@code name=value}.
 */
record PlanSettings(Map<String, String> words) {

  /** Label of the sample with the settings. */
  static final String LABEL = "check";

  /** The settings of a plan that does not report any. */
  static final PlanSettings UNKNOWN = new PlanSettings(Map.of());

  static PlanSettings parse(String message) {
    Map<String, String> words = new HashMap<>();
    for (String word : message.split(" ")) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        words.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return new PlanSettings(words);
  }

  /** Combines the settings of two shards into those of one fleet. */
  PlanSettings and(PlanSettings other) {
    if (!isKnown()) {
      return other;
    }
    Map<String, String> both = new HashMap<>(words);
    for (String sum : List.of("instances", "services", "threads")) {
      both.computeIfPresent(
          sum, (name, one) -> Long.toString(Math.round(number(name) + other.number(name))));
    }
    both.remove("shard");
    return new PlanSettings(both);
  }

  boolean isKnown() {
    return words.containsKey("instances");
  }

  /** A number, or 0 when the plan does not report it. */
  double number(String name) {
    try {
      return Double.parseDouble(words.getOrDefault(name, "0"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Calls that fall due in a window; 0 when the plan sets no period for the operation. */
  long required(String operation, double seconds) {
    double callers =
        switch (operation) {
          case "beat", "list" -> number("instances");
          case "scrape" -> servers().size();
          default -> 0;
        };
    double period = number(operation);
    return callers > 0 && period > 0 ? Math.round(callers * seconds / period) : 0;
  }

  private List<String> servers() {
    String servers = words.getOrDefault("servers", "");
    return servers.isEmpty() ? List.of() : Arrays.asList(servers.split(","));
  }

  Target target() {
    if (!isKnown()) {
      return Target.UNKNOWN;
    }
    String version = words.get("version");
    boolean auth = Boolean.parseBoolean(words.get("auth"));
    Target target = new Target(Target.REMOTE, version, servers(), auth, null, null);
    double dilation = number("dilation");
    return dilation > 1
        ? target.withSetup(new Setup("unknown", Map.of(), List.of(), null).withDilation(dilation))
        : target;
  }

  /**
   * The workload, as far as a plan tells it.
   *
   * @throws RecordException when a word of it is none
   */
  Workload workload() {
    if (!isKnown()) {
      return Workload.UNKNOWN;
    }
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    fields
        .put("instances", (int) number("instances"))
        .put("services", (int) number("services"))
        .put("threads", 0)
        .put("protocol", words.getOrDefault("protocol", "http"))
        .put("beatSeconds", number("beat"))
        .put("listSeconds", number("list"))
        .put("listenSeconds", number("listen"))
        .put("scrapeSeconds", number("scrape"))
        .put("shard", words.getOrDefault("shard", "1/1"))
        .put("warmupSeconds", number("warmup"))
        .put("durationSeconds", number("duration"))
        .put("namespace", words.getOrDefault("namespace", ""))
        .put("servicePrefix", words.getOrDefault("run", ""));
    if (words.containsKey("threads")) {
      fields.put("connections", (int) number("threads"));
    }
    try {
      // An engine tells its own part, and all have about as much.
      int parts = Shard.parse(words.getOrDefault("shard", "1/1")).count();
      if (parts > 1) {
        fields
            .put("fleetInstances", parts * (int) number("instances"))
            .put("fleetServices", parts * (int) number("services"));
      }
      return Workload.of(fields);
    } catch (IllegalArgumentException e) {
      throw new RecordException("the plan's settings cannot be read: " + e.getMessage());
    }
  }
}
