package dev.nacoscapacity.jmeter.sampler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Converts the properties of fleet.jmx to options of bin/simulator. The properties have the same
 * names as in registry-http.jmx; without a unit times are whole seconds, and callTimeout ms, as
 * there.
 */
final class FleetProperties {

  private static final String CALL_TIMEOUT = "callTimeout";

  private static final Set<String> TIMES =
      Set.of("beat", "list", "listen", "ramp", "warmup", "duration", CALL_TIMEOUT);

  private static final Set<String> PLAIN =
      Set.of(
          "instances",
          "services",
          "namespace",
          "connections",
          "arrivals",
          "subscribe",
          "username",
          "login",
          "protocol",
          "seed",
          "threshold",
          "out");

  private static final Set<String> FLAGS = Set.of("auth", "yes");

  private FleetProperties() {}

  /**
   * @param property gives the value of a property, or null
   * @param here name of this engine at the controller; null when the run is not distributed
   * @throws IllegalArgumentException when properties are missing or contradict each other; the
   *     message is one line with the remedy
   */
  static List<String> of(UnaryOperator<String> property, String here) {
    TreeMap<String, String> values = new TreeMap<>();
    for (String name : PLAIN) {
      values.put(name, text(property, name, null));
    }
    for (String name : TIMES) {
      values.put(name, withUnit(name, text(property, name, null)));
    }
    values.values().removeIf(Objects::isNull);
    if (!values.containsKey("instances")) {
      throw new IllegalArgumentException("-Jinstances=N is needed, for example -Jinstances=1000");
    }
    String mix = text(property, "mix", "client");
    if (mix.equals("published")) {
      if (values.containsKey("beat") || values.containsKey("list")) {
        throw new IllegalArgumentException(
            "-Jmix=published sets beat and list to 5 s each: leave -Jbeat and -Jlist out");
      }
      values.put("list", "5s");
    } else if (!mix.equals("client")) {
      throw new IllegalArgumentException("-Jmix is client or published, not " + mix);
    }
    values.put("target", text(property, "servers", "127.0.0.1:8848"));
    String shard = shard(property, here);
    values.put("shard", shard);
    // Several engines may share a disk.
    values.computeIfPresent("out", (name, out) -> out + "-shard-" + shard.replace('/', '-'));
    List<String> options = new ArrayList<>();
    values.forEach((name, value) -> options.addAll(List.of(option(name), value)));
    for (String flag : FLAGS) {
      if (Boolean.parseBoolean(text(property, flag, "false"))) {
        options.add(option(flag));
      }
    }
    if (options.contains(option("yes")) && "public".equals(values.get("namespace"))) {
      options.add("--allow-public-namespace");
    }
    return options;
  }

  private static String option(String name) {
    return "--" + (name.equals(CALL_TIMEOUT) ? "call-timeout" : name);
  }

  /** An engine of a distributed run takes the shard of its position in the list of engines. */
  private static String shard(UnaryOperator<String> property, String here) {
    String own = text(property, "shard", "");
    if (!own.isEmpty() || here == null || here.isBlank()) {
      return own.isEmpty() ? "1/1" : own;
    }
    List<String> engines =
        Arrays.stream(text(property, "engines", "").split(",")).map(String::strip).toList();
    if (!engines.contains(here)) {
      throw new IllegalArgumentException(
          "engine "
              + here
              + " must know its shard: start the run with bin/jmeter, or add -Gengines=HOST:PORT,..."
              + " as in -R, or the engine's own -Jshard=I/N");
    }
    return engines.indexOf(here) + 1 + "/" + engines.size();
  }

  private static String text(UnaryOperator<String> property, String name, String otherwise) {
    String value = property.apply(name);
    return value == null || value.isBlank() ? otherwise : value.strip();
  }

  private static String withUnit(String name, String value) {
    boolean bare = value != null && value.matches("\\d+");
    return bare ? value + (name.equals(CALL_TIMEOUT) ? "ms" : "s") : value;
  }
}
