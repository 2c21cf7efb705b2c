package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The values of a section as numbers, times and sizes. The keys that were asked for are all that
 * the section may have: see {@link #end}.
 *
 * <p>Every method refuses an invalid value with a {@link YamlException} that names its key, its
 * position and the valid values. A value without a default is required.
 */
final class SectionValues {

  private static final Map<String, Double> TIMES = Map.of("us", 1e3, "ms", 1e6, "s", 1e9);

  private final Section section;
  private final Set<String> keys = new HashSet<>();

  SectionValues(Section section) {
    this.section = section;
  }

  boolean has(String key) {
    keys.add(key);
    return section.has(key);
  }

  SectionValues section(String key) {
    keys.add(key);
    return new SectionValues(section.section(key));
  }

  List<SectionValues> sections(String key) {
    keys.add(key);
    return section.sections(key).stream().map(SectionValues::new).toList();
  }

  /** Refuses every key that was not asked for. */
  void end() {
    section.only(keys);
  }

  YamlException fault(String complaint) {
    return section.fault(complaint);
  }

  YamlException fault(String key, String complaint) {
    return section.fault(key, complaint);
  }

  String text(String key, String otherwise) {
    return value(key, otherwise, "a text", text -> text);
  }

  double number(String key, Double otherwise, double least, double most) {
    return value(
        key,
        otherwise,
        "a number from %s to %s".formatted(NumberText.exact(least), NumberText.exact(most)),
        text -> {
          boolean number = text.matches("\\d{1,12}(\\.\\d{1,12})?");
          double value = number ? Double.parseDouble(text) : Double.NaN;
          return value >= least && value <= most ? value : null;
        });
  }

  int whole(String key, Integer otherwise, int least, int most) {
    return value(
        key,
        otherwise,
        "a whole number from %d to %d".formatted(least, most),
        text -> {
          int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
          return value >= least && value <= most ? value : null;
        });
  }

  /** In nanoseconds, up to 10 s. */
  long time(String key, long otherwise) {
    return value(
        key,
        otherwise,
        "a time from 0s to 10s such as 0.2ms",
        text -> {
          if (!text.matches("\\d{1,9}(\\.\\d{1,9})?(us|ms|s)")) {
            return null;
          }
          String unit = text.replaceAll("[\\d.]", "");
          double nanos =
              Double.parseDouble(text.substring(0, text.length() - unit.length()))
                  * TIMES.get(unit);
          return nanos <= 10 * TIMES.get("s") ? Math.round(nanos) : null;
        });
  }

  /** In bytes, from 64 MB to 1,024 GB. */
  long size(String key, long otherwise) {
    return value(key, otherwise, "a size from 64m to 1024g such as 768m", SectionValues::bytes);
  }

  /** The bytes of a size in that range; null for any other text. */
  static Long bytes(String text) {
    if (!text.matches("\\d{1,7}[mMgG]")) {
      return null;
    }
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    long bytes = number << (text.toLowerCase(Locale.ROOT).endsWith("g") ? 30 : 20);
    return bytes >= 64L << 20 && bytes <= 1024L << 30 ? bytes : null;
  }

  boolean onOff(String key, boolean otherwise) {
    return oneOf(key, List.of("on", "off"), otherwise ? "on" : "off").equals("on");
  }

  /** A version that models support. */
  ServerVersion version(String key) {
    List<String> modelled = ServerVersion.modelled().stream().map(ServerVersion::toString).toList();
    return ServerVersion.of(oneOf(key, modelled, ServerVersion.V1_4_1.toString()));
  }

  String oneOf(String key, List<String> allowed, String otherwise) {
    return value(
        key,
        otherwise,
        "one of " + String.join(", ", allowed),
        text -> allowed.contains(text) ? text : null);
  }

  /**
   * @param otherwise where the key is absent; null when the key is required
   * @param parse gives null for what is not allowed
   */
  private <T> T value(String key, T otherwise, String allowed, Function<String, T> parse) {
    if (has(key)) {
      T value = parse.apply(section.text(key));
      if (value == null) {
        throw section.fault(key, "'%s' is %s, not '%s'".formatted(key, allowed, section.text(key)));
      }
      return value;
    }
    if (otherwise == null) {
      throw section.fault("'%s' is missing here: %s".formatted(key, allowed));
    }
    return otherwise;
  }
}
