package dev.nacoscapacity.reports.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import java.io.File;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings of a run, by their names in run.json, for example {@code target.auth}. */
final class Settings {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Settings that differ in every run by design. */
  private static final Set<String> OWN = Set.of("workload.servicePrefix");

  /** Event loops, which an imported run does not tell. */
  private static final String THREADS = "workload.threads";

  /** Settings that figures follow from; a new build of the tool or of the system changes others. */
  private static final List<String> SHAPE =
      List.of(
          "target.", "workload.", "tool.name", "tool.version", "machine.cores", "experiment.name");

  private Settings() {}

  /** Whether a run's file tells its event loops. */
  private static boolean tellsThreads(RunFolder run) {
    try {
      File file = run.path().resolve(RunFolder.RUN_JSON).toFile();
      return JSON.readTree(file).at("/" + THREADS.replace('.', '/')).isNumber();
    } catch (IOException e) {
      // The run was read before, so it is not worth a refusal.
      return false;
    }
  }

  /** The settings of a run, without those that its file does not tell. */
  static Map<String, String> of(RunFolder run) {
    Map<String, String> settings = recorded(run.run());
    if (!tellsThreads(run)) {
      settings.remove(THREADS);
    }
    return settings;
  }

  /** The settings of a run that its figures follow from. */
  static Map<String, String> shape(RunFolder run) {
    Map<String, String> settings = of(run);
    settings.keySet().removeIf(name -> SHAPE.stream().noneMatch(name::startsWith));
    return settings;
  }

  /** Leaves out of all settings what the file of one run does not tell. */
  static void align(Collection<Map<String, String>> settings) {
    if (!settings.stream().allMatch(each -> each.containsKey(THREADS))) {
      settings.forEach(each -> each.remove(THREADS));
    }
  }

  private static Map<String, String> recorded(RunRecord run) {
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
