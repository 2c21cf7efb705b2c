package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Wave;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a traffic profile in the format of {@link ProfileReader}. */
public final class ProfileWriter {

  private ProfileWriter() {}

  /**
   * Returns the text of the file.
   *
   * @param about comments for its head, one line each
   * @param protocol in the syntax of {@code --protocol}
   * @param java2x whether gRPC clients behave like the Java client
   */
  public static String text(List<String> about, String protocol, boolean java2x, Traffic traffic) {
    StringBuilder out = new StringBuilder();
    about.forEach(line -> out.append("# ").append(line).append('\n'));
    out.append("protocol: ").append(protocol).append('\n');
    if (java2x) {
      out.append("client-model: java-2x\n");
    }
    out.append("services:\n");
    for (ServiceClass of : traffic.classes()) {
      out.append("  - name: ").append(of.name()).append('\n');
      add(out, "sizes", sizes(of.sizes()));
      add(out, "subscribes", of.subscribes() == null ? null : plain(of.subscribes()));
      add(out, "popularity", of.popularity() == 0 ? null : plain(of.popularity()));
      add(out, "metadata-bytes", of.metadataBytes() == 0 ? null : "" + of.metadataBytes());
      add(out, "configs", of.configs() == 1 ? null : "" + of.configs());
      add(out, "beat", time(of.beatSeconds()));
      add(out, "list", time(of.listSeconds()));
    }
    if (!traffic.waves().isEmpty()) {
      out.append("waves:\n");
      traffic.waves().forEach(wave -> add(out, wave));
    }
    return out.toString();
  }

  /** All decimals, since few subscriptions are not none. */
  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static void add(StringBuilder out, Wave wave) {
    out.append("  - at: ").append(time(wave.atSeconds())).append('\n');
    add(out, "kind", wave.kind().word());
    add(out, "classes", wave.classes().isEmpty() ? null : wave.classes().toString());
    add(out, "share", wave.share() == 1 ? null : NumberText.exact(wave.share()));
    add(out, "per-minute", wave.perMinute() == null ? null : NumberText.exact(wave.perMinute()));
    add(out, "absent", time(wave.absentSeconds()));
    add(out, "to", wave.to() == null ? null : NumberText.exact(wave.to()));
  }

  private static void add(StringBuilder out, String key, String value) {
    if (value != null) {
      out.append("    ").append(key).append(": ").append(value).append('\n');
    }
  }

  private static String sizes(Map<Integer, Integer> sizes) {
    return sizes.entrySet().stream()
        .map(size -> size.getKey() + ": " + size.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String time(Double seconds) {
    if (seconds == null) {
      return null;
    }
    long millis = Math.round(seconds * 1e3);
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
