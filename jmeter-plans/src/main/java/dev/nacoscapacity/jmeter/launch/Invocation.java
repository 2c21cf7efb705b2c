package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.simulator.preflight.Consent;
import dev.nacoscapacity.simulator.target.Address;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * JMeter's arguments that the launcher must understand, in every form that JMeter's own parser
 * accepts: {@code -t FILE}, {@code -tFILE}, {@code --testfile FILE}, {@code --testfile=FILE}, and
 * {@code -Jname=value}. An option that was not given is null or empty; an option that is given
 * twice is refused if JMeter refuses it.
 */
@Command
final class Invocation {

  private static final Consent CONSENT = new Consent("-Jnamespace", "-Jyes=true", "-Jyes=true");

  @Option(names = {"-h", "--help"})
  boolean help;

  @Option(names = "-V")
  boolean version;

  @Option(names = {"-n", "--nongui"})
  private boolean withoutGui;

  @Option(names = {"-t", "--testfile"})
  Path plan;

  @Option(names = {"-l", "--logfile"})
  Path results;

  @Option(names = {"-f", "--forceDeleteResultFile"})
  private boolean replaceResults;

  @Option(names = {"-j", "--jmeterlogfile"})
  Path log;

  @Option(names = {"-R", "--remotestart"})
  private String engines;

  @Option(names = {"-r", "--runremote"})
  private boolean configuredEngines;

  @Option(
      names = {"-J", "--jmeterproperty"},
      mapFallbackValue = "")
  Map<String, String> properties = Map.of();

  @Option(
      names = {"-G", "--globalproperty"},
      mapFallbackValue = "")
  private Map<String, String> globalProperties = Map.of();

  @Option(
      names = {"-D", "--systemproperty"},
      mapFallbackValue = "")
  private Map<String, String> systemProperties = Map.of();

  @Option(names = {"-p", "--propfile"})
  private Path propertyFile;

  @Option(names = {"-q", "--addprop"})
  private List<Path> addedFiles = List.of();

  @Option(names = {"-S", "--systemPropertyFile"})
  private List<Path> systemFiles = List.of();

  @Option(names = {"-d", "--homedir"})
  private Path otherHome;

  @Option(names = {"-g", "--reportonly"})
  private Path reported;

  /** Whether JMeter only describes itself. */
  @Option(names = {"-v", "--version", "-?"})
  private boolean described;

  @Option(names = {"-a", "--password"})
  private String proxyPassword;

  /**
   * Other options that JMeter accepts and checks itself; listed so that their values are not taken
   * as arguments.
   */
  @Option(
      names = {
        "-E", "--proxyScheme", "-H", "--proxyHost", "-i", "--jmeterlogconf",
        "-L", "--loglevel", "-N", "--nonProxyHosts", "-o", "--reportoutputfolder",
        "-P", "--proxyPort", "-u", "--username"
      })
  private List<String> otherValues;

  @Option(names = {"-e", "--reportatendofloadtests", "-s", "--server", "-X", "--remoteexit"})
  private boolean[] otherFlags;

  /** Words that JMeter ignores. */
  @Parameters private List<String> others;

  /** All arguments, as given. */
  final List<String> arguments;

  private Invocation(String... arguments) {
    this.arguments = List.of(arguments);
  }

  /**
   * Parses the arguments.
   *
   * @throws UsageException when an option is unknown (JMeter would exit with 0), lacks its value,
   *     or is given twice
   */
  static Invocation parse(String... arguments) {
    Invocation invocation = new Invocation(arguments);
    try {
      new CommandLine(invocation).setExpandAtFiles(false).parseArgs(arguments);
    } catch (ParameterException e) {
      throw new UsageException(e.getMessage() + "; see bin/jmeter --help");
    }
    return invocation;
  }

  /**
   * Refuses arguments that JMeter would accept silently although they must be a mistake.
   *
   * @param sources the properties of each source
   * @throws ClusterException when a server has no address
   */
  void check(List<Properties> sources) {
    if (help || described || reported != null) {
      return;
    }
    if (runsPlan()) {
      requireNewResults();
      // Settings with which the results could not be imported once the load is over.
      sources.forEach(each -> refuse(JtlFile.unreadable(each::getProperty)));
    }
    if (proxyPassword != null) {
      throw new UsageException(
          "-a, --password is an HTTP proxy's and shows in the process list: set NACOS_PASSWORD for"
              + " the registry's; the plans use no proxy");
    }
    Map.of("J", properties, "G", globalProperties, "D", systemProperties)
        .forEach(
            (option, value) -> {
              if (value.containsKey("password")) {
                throw new UsageException(
                    "a password in -%s shows in the process list and in JMeter's log: set NACOS_PASSWORD"
                        .formatted(option));
              }
            });
    if (!consents(sources)) {
      sources.forEach(this::requireConsent);
    }
  }

  /** Whether the load of a registry on other machines is meant. */
  static boolean consents(List<Properties> sources) {
    return sources.stream()
        .anyMatch(each -> Boolean.parseBoolean(each.getProperty("yes", "").strip()));
  }

  private void requireNewResults() {
    if (!Files.isRegularFile(plan)) {
      throw new UsageException("no test plan at " + plan + "; see jmeter-plans/README.md for ours");
    }
    if (results != null && Files.exists(results) && !replaceResults) {
      throw new UsageException(
          results
              + " exists, and JMeter would add to it: name another file, or add -f to replace it");
    }
  }

  private static void refuse(Optional<String> why) {
    if (why.isPresent()) {
      throw new UsageException(why.get());
    }
  }

  /** Refuses to load what others may use, as {@code bin/simulator} does. */
  private void requireConsent(Properties properties) {
    String servers = properties.getProperty("servers", "").strip();
    try {
      refuse(CONSENT.refusalOf(properties.getProperty("namespace", "").strip()));
      if (!servers.isEmpty()) {
        String load = plan == null ? "a load" : "the load of " + plan;
        refuse(CONSENT.refusalOf(Address.parseList(servers), load));
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException("-Jservers: " + e.getMessage());
    }
  }

  /**
   * The properties of each source, found as JMeter finds them: its own and those of the files that
   * they name, those of further files, of the command line and of the engines. Which of them wins
   * depends on the order of the arguments, so each is checked.
   *
   * @param home of JMeter
   * @param here the working directory, where JMeter looks first
   */
  List<Properties> sources(Path home, Path here) {
    // JMeter takes the JVM's for its own; JAVA_OPTS has set them for this one, too.
    Properties own = new Properties(System.getProperties());
    own.putAll(read(propertyFile == null ? home.resolve("bin/jmeter.properties") : propertyFile));
    List<Properties> sources = new ArrayList<>(List.of(own));
    Path bin = (otherHome == null ? home : otherHome).resolve("bin");
    for (String name : List.of("user.properties", "system.properties")) {
      String file = own.getProperty(name, "");
      Stream.of(here, bin)
          .map(folder -> folder.resolve(file))
          .filter(Files::isRegularFile)
          .findFirst()
          .ifPresent(path -> sources.add(read(path)));
    }
    Stream.of(addedFiles, systemFiles)
        .flatMap(List::stream)
        .forEach(file -> sources.add(read(file)));
    for (Map<String, String> each : List.of(systemProperties, properties)) {
      Properties source = new Properties();
      source.putAll(each);
      sources.add(source);
    }
    globalProperties.forEach(
        (name, value) -> {
          Properties global = new Properties();
          global.setProperty(name, value);
          // JMeter takes a name alone for a file.
          boolean file = value.isEmpty() && Files.isRegularFile(Path.of(name));
          sources.add(file ? read(Path.of(name)) : global);
        });
    return sources;
  }

  private static Properties read(Path file) {
    Properties read = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      read.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(file + " cannot be read as properties: name another file");
    }
    return read;
  }

  /** Whether JMeter runs a plan and exits: the mode with results to judge. */
  boolean runsPlan() {
    return withoutGui && plan != null;
  }

  /**
   * The engines of a distributed run, as given; empty for a local run.
   *
   * @param configured engines for {@code -r} in JMeter's own properties
   */
  List<String> engines(String configured) {
    String named = engines != null ? engines : configuredEngines ? configured : "";
    return Stream.of(named.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
  }
}
