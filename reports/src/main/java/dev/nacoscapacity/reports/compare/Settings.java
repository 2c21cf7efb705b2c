package dev.nacoscapacity.reports.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.record.RunRecord;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings of a run, by their names in run.json, for example {@code target.auth}. */
final class Settings {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Settings that differ in every run by design. */
  private static final Set<String> OWN = Set.of("workload.servicePrefix");

  private Settings() {}

  static Map<String, String> of(RunRecord run) {
    Map<String, String> settings = new TreeMap<>();
    add(settings, "tool", run.tool());
    if (run.source().tellsWorkload()) {
      add(settings, "target", run.target());
      add(settings, "workload", run.workload());
    }
    add(settings, "machine", run.machine());
    if (run.verdict() != null) {
      add(settings, "criteria", run.verdict().criteria());
    }
    if (run.experiment() != null) {
      settings.put("experiment.name", run.experiment().design().name());
    }
    // The ports of a stand-in differ from run to run, so the number of nodes is compared instead.
    if (run.source().tellsWorkload()) {
      settings.keySet().removeIf(name -> name.startsWith("target.nodes"));
      settings.put("target.nodes", Integer.toString(run.target().nodes().size()));
    }
    settings.keySet().removeAll(OWN);
    return settings;
  }

  private static void add(Map<String, String> settings, String name, Object value) {
    flatten(settings, name, JSON.valueToTree(value));
  }

  private static void flatten(Map<String, String> settings, String name, JsonNode value) {
    if (value.isObject()) {
      value
          .properties()
          .forEach(field -> flatten(settings, name + "." + field.getKey(), field.getValue()));
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        flatten(settings, name + "[" + i + "]", value.get(i));
      }
    } else if (!value.isNull()) {
      settings.put(name, value.asText());
    }
  }
}
