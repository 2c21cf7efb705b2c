package dev.nacoscapacity.jmeter.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JMeter's arguments, as far as the launcher must understand them. They are written as JMeter's own
 * parser takes them: {@code -t FILE}, {@code -tFILE}, {@code --testfile FILE}, {@code
 * --testfile=FILE}, and {@code -Jname=value}.
 */
final class Invocation {

  private static final Map<String, Character> LONG_NAMES =
      Map.ofEntries(
          Map.entry("nongui", 'n'),
          Map.entry("server", 's'),
          Map.entry("testfile", 't'),
          Map.entry("logfile", 'l'),
          Map.entry("jmeterlogfile", 'j'),
          Map.entry("forceDeleteResultFile", 'f'),
          Map.entry("remotestart", 'R'),
          Map.entry("runremote", 'r'),
          Map.entry("jmeterproperty", 'J'),
          Map.entry("globalproperty", 'G'),
          Map.entry("help", 'h'),
          Map.entry("propfile", 'p'),
          Map.entry("addprop", 'q'),
          Map.entry("jmeterlogconf", 'i'),
          Map.entry("proxyScheme", 'E'),
          Map.entry("proxyHost", 'H'),
          Map.entry("proxyPort", 'P'),
          Map.entry("nonProxyHosts", 'N'),
          Map.entry("username", 'u'),
          Map.entry("password", 'a'),
          Map.entry("systemproperty", 'D'),
          Map.entry("systemPropertyFile", 'S'),
          Map.entry("loglevel", 'L'),
          Map.entry("homedir", 'd'),
          Map.entry("reportonly", 'g'),
          Map.entry("reportoutputfolder", 'o'));

  /** Options that are followed by a value. */
  private static final String WITH_VALUE = "tljRJGpqiEHPNuaDSLdgo";

  private final List<String> arguments;
  private final Map<Character, List<String>> options = new LinkedHashMap<>();

  private Invocation(List<String> arguments) {
    this.arguments = List.copyOf(arguments);
  }

  static Invocation parse(String... arguments) {
    Invocation invocation = new Invocation(Arrays.asList(arguments));
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      String next = i + 1 < arguments.length ? arguments[i + 1] : null;
      boolean taken =
          argument.startsWith("--")
              ? invocation.longOption(argument.substring(2), next)
              : argument.startsWith("-") && invocation.shortOptions(argument.substring(1), next);
      i += taken ? 1 : 0;
    }
    return invocation;
  }

  private boolean longOption(String text, String next) {
    int equals = text.indexOf('=');
    Character name = LONG_NAMES.get(equals < 0 ? text : text.substring(0, equals));
    if (name == null) {
      return false;
    }
    if (WITH_VALUE.indexOf(name) < 0) {
      add(name, "");
      return false;
    }
    add(name, equals < 0 ? next : text.substring(equals + 1));
    return equals < 0;
  }

  private boolean shortOptions(String text, String next) {
    for (int i = 0; i < text.length(); i++) {
      char name = text.charAt(i);
      if (WITH_VALUE.indexOf(name) >= 0) {
        boolean joined = i + 1 < text.length();
        add(name, joined ? text.substring(i + 1).replaceFirst("^=", "") : next);
        return !joined;
      }
      add(name, "");
    }
    return false;
  }

  private void add(char name, String value) {
    if (value == null) {
      throw new UsageException("-" + name + " needs a value; see bin/jmeter --help");
    }
    options.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
  }

  /** All, as they were given. */
  List<String> arguments() {
    return arguments;
  }

  boolean has(char option) {
    return options.containsKey(option);
  }

  /** The option's last value, or null. */
  String value(char option) {
    List<String> values = options.get(option);
    return values == null ? null : values.get(values.size() - 1);
  }

  /** Whether it runs a plan and ends: the mode that leaves results to judge. */
  boolean runsPlan() {
    return has('n') && has('t');
  }

  /** Properties given with {@code -J}, or another option of that form. */
  Map<String, String> properties(char option) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String definition : options.getOrDefault(option, List.of())) {
      int equals = definition.indexOf('=');
      properties.put(
          equals < 0 ? definition : definition.substring(0, equals),
          equals < 0 ? "" : definition.substring(equals + 1));
    }
    return properties;
  }

  /**
   * The engines of a distributed run, as they were named; empty for a run here.
   *
   * @param configured what JMeter's own properties name for {@code -r}
   */
  List<String> engines(String configured) {
    String named = has('R') ? value('R') : has('r') ? configured : "";
    return Arrays.stream(named.split(",")).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }
}
