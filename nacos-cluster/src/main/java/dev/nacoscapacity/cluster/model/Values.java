package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import java.util.List;
import java.util.Map;

/**
 * The values of a section as numbers, times and sizes.
 *
 * <p>Every method refuses an invalid value with a {@link YamlException} that names its key, its
 * position and the valid values.
 */
record Values(Section section) {

  /** The versions whose semantics models know. */
  static final List<ServerVersion> MODELLED =
      List.of(
          ServerVersion.V1_4_1, ServerVersion.V2_2_4, ServerVersion.V2_5_0, ServerVersion.V3_1_0);

  private static final Map<String, Double> TIMES = Map.of("us", 1e3, "ms", 1e6, "s", 1e9);

  double required(String key, double least, double most) {
    if (!section.has(key)) {
      throw section.fault("'%s' is missing here".formatted(key));
    }
    return number(key, least, least, most);
  }

  double number(String key, double otherwise, double least, double most) {
    if (!section.has(key)) {
      return otherwise;
    }
    String text = section.text(key);
    if (text.matches("\\d{1,12}(\\.\\d{1,12})?")) {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    }
    throw refused(key, "a number from %s to %s".formatted(plain(least), plain(most)));
  }

  int whole(String key, int otherwise, int least, int most) {
    if (!section.has(key)) {
      return otherwise;
    }
    String text = section.text(key);
    if (text.matches("\\d{1,9}")) {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    }
    throw refused(key, "a whole number from %d to %d".formatted(least, most));
  }

  /** In nanoseconds, up to 10 s. */
  long time(String key, long otherwise) {
    if (!section.has(key)) {
      return otherwise;
    }
    String text = section.text(key);
    if (text.matches("\\d{1,9}(\\.\\d{1,9})?(us|ms|s)")) {
      String unit = text.replaceAll("[\\d.]", "");
      double nanos =
          Double.parseDouble(text.substring(0, text.length() - unit.length())) * TIMES.get(unit);
      if (nanos <= 10 * TIMES.get("s")) {
        return Math.round(nanos);
      }
    }
    throw refused(key, "a time from 0s to 10s such as 0.2ms");
  }

  /** In bytes, from 64 MB to 1,024 GB. */
  long size(String key, String otherwise) {
    String text = section.has(key) ? section.text(key) : otherwise;
    if (text.matches("\\d{1,7}[mMgG]")) {
      long number = Long.parseLong(text.substring(0, text.length() - 1));
      long bytes = number << (text.toLowerCase().endsWith("g") ? 30 : 20);
      if (bytes >= 64L << 20 && bytes <= 1024L << 30) {
        return bytes;
      }
    }
    throw refused(key, "a size from 64m to 1024g such as 768m");
  }

  boolean onOff(String key, boolean otherwise) {
    return oneOf(key, List.of("on", "off"), otherwise ? "on" : "off").equals("on");
  }

  /** A version that models support. */
  ServerVersion version(String key) {
    List<String> modelled = MODELLED.stream().map(ServerVersion::toString).toList();
    return ServerVersion.of(oneOf(key, modelled, ServerVersion.V1_4_1.toString()));
  }

  /**
   * @param otherwise where the key is absent; null when the key is required
   */
  String oneOf(String key, List<String> allowed, String otherwise) {
    if (!section.has(key)) {
      if (otherwise == null) {
        throw section.fault(
            "'%s' is missing here: one of %s".formatted(key, String.join(", ", allowed)));
      }
      return otherwise;
    }
    if (!allowed.contains(section.text(key))) {
      throw refused(key, "one of " + String.join(", ", allowed));
    }
    return section.text(key);
  }

  private YamlException refused(String key, String allowed) {
    return section.fault(key, "'%s' is %s, not '%s'".formatted(key, allowed, section.text(key)));
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
