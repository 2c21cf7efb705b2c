package dev.nacoscapacity.simulator.verify;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Writes a list answer as some server may: any order of fields, any white space, any metadata. */
final class ListAnswer {

  private static final List<String> NASTY =
      List.of(
          "\"healthy\":true",
          "\\\"healthy\":true",
          "{\"hosts\":[{\"healthy\":false}]}",
          "unhealthy",
          "\\",
          "\\\\",
          "ж中\u0000\n😀",
          "reachProtectionThreshold\":true",
          "]}",
          "");

  private static final List<String> KEYS = List.of("a", "hosts", "is healthy", "healthy\"", "中");

  private final Random random;
  private final boolean spaces;
  private final StringBuilder text = new StringBuilder();

  private ListAnswer(Random random, boolean spaces) {
    this.random = random;
    this.spaces = spaces;
  }

  static byte[] write(long seed, List<Boolean> hosts, boolean spaces) {
    ListAnswer answer = new ListAnswer(new Random(seed), spaces);
    answer.object(answer.answer(hosts));
    answer.space();
    return answer.text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private List<Runnable> answer(List<Boolean> hosts) {
    return new ArrayList<>(
        List.of(
            () -> field("name", this::nasty),
            () -> field("cacheMillis", () -> text.append(3000)),
            () -> field("valid", () -> text.append(true)),
            () -> field("metadata", this::metadata),
            () -> field("reachProtectionThreshold", () -> text.append(false)),
            () -> field("hosts", () -> array(hosts))));
  }

  private void host(boolean healthy) {
    object(
        new ArrayList<>(
            List.of(
                () -> field("ip", () -> string("198.18.0.1")),
                () -> field("port", () -> text.append(8080)),
                () -> field("healthy", () -> text.append(healthy)),
                () -> field("weight", () -> text.append("1.0")),
                () -> field("valid", () -> text.append(!healthy)),
                () -> field("state", () -> string("healthy")),
                () -> field("metadata", this::metadata))));
  }

  private void metadata() {
    List<Runnable> fields = new ArrayList<>();
    KEYS.stream()
        .filter(key -> random.nextBoolean())
        .forEach(key -> fields.add(() -> field(key, this::nasty)));
    object(fields);
  }

  private void nasty() {
    string(NASTY.get(random.nextInt(NASTY.size())) + NASTY.get(random.nextInt(NASTY.size())));
  }

  private void array(List<Boolean> hosts) {
    text.append('[');
    separated(hosts.stream().<Runnable>map(healthy -> () -> host(healthy)).toList());
    text.append(']');
  }

  private void object(List<Runnable> fields) {
    Collections.shuffle(fields, random);
    space();
    text.append('{');
    separated(fields);
    text.append('}');
  }

  private void separated(List<Runnable> parts) {
    for (int i = 0; i < parts.size(); i++) {
      text.append(i == 0 ? "" : ",");
      space();
      parts.get(i).run();
    }
    space();
  }

  private void field(String name, Runnable value) {
    string(name);
    space();
    text.append(':');
    space();
    value.run();
  }

  private void string(String value) {
    text.append('"').append(JsonStringEncoder.getInstance().quoteAsString(value)).append('"');
  }

  private void space() {
    text.append(spaces ? " \n\t\r".repeat(random.nextInt(3)) : "");
  }
}
