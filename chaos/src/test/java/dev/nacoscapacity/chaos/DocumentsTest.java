package dev.nacoscapacity.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.nacoscapacity.chaos.cli.ChaosMain;
import dev.nacoscapacity.cluster.cli.Main;
import dev.nacoscapacity.reports.cli.ReportMain;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** Documents show commands that can be given, and link to what is there. */
class DocumentsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  private static final Pattern FENCE = Pattern.compile("(?ms)^```[^\\n]*\\n(.*?)^```");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*?)\\s*$");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][a-z-]*)");
  private static final Pattern VARIABLE = Pattern.compile("NACOS_CAPACITY_([A-Z_]+)");

  private static final Pattern WORD = Pattern.compile("([^\\s'\"]|'[^']*'|\"[^\"]*\")+");
  private static final Set<Object> SCRIPTS = Set.of("run", "script", "after_script");
  private static final Map<String, CommandLine> TOOLS =
      Map.of(
          "simulator", SimulatorMain.commandLine(NOWHERE, NOWHERE),
          "chaos", ChaosMain.commandLine(NOWHERE, NOWHERE),
          "report", ReportMain.commandLine(NOWHERE, NOWHERE),
          "nacos-cluster", Main.commandLine(NOWHERE, NOWHERE));

  static Stream<Path> documents() throws IOException {
    Set<String> others = Set.of("target", ".git", "runs");
    try (Stream<Path> files =
        Files.find(
            ROOT,
            6,
            (file, attributes) ->
                file.toString().endsWith(".md")
                    && Stream.iterate(file, path -> !path.equals(ROOT), Path::getParent)
                        .noneMatch(path -> others.contains(path.getFileName().toString())))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void shouldShowOnlyCommandsThatCanBeGiven(Path document) throws IOException {
    String text = Files.readString(document);
    Set<String> examples = examples(text);
    Set<String> commands = new TreeSet<>(examples);
    Matcher code = CODE.matcher(withoutExamples(text));
    while (code.find()) {
      add(code.group(1), commands);
    }
    if (document.endsWith("ci.md") || document.endsWith("comparing-runs.md")) {
      assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
    }
    commands.forEach(command -> parse(command, examples.contains(command)));
  }

  /**
   * Gives a command to its tool.
   *
   * @param whole whether it may not lack anything that it needs, as a sentence's may
   */
  private static void parse(String command, boolean whole) {
    List<String> words = words(command);
    Path launcher = ROOT.resolve(words.remove(0));
    assertThat(launcher).as(command).isExecutable();
    CommandLine tool = TOOLS.get(launcher.getFileName().toString());
    if (tool != null && words.contains("help")) {
      assertThat(tool.execute(words.toArray(String[]::new))).as(command).isZero();
    } else if (tool != null) {
      // Would ask for it here and now.
      words.remove("--password");
      try {
        tool.parseArgs(words.toArray(String[]::new));
      } catch (MissingParameterException e) {
        assertThat(whole).as(command + ": " + e.getMessage()).isFalse();
      } catch (ParameterException e) {
        throw new AssertionError(command, e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"action.yml", "gitlab-ci.yml", "Jenkinsfile"})
  void shouldShowOnlyCommandsThatCanBeGivenInAWorkflow(String workflow) throws IOException {
    String text =
        Files.readString(ROOT.resolve("deploy/ci").resolve(workflow))
            // What the user of it writes, and what happens next.
            .replaceAll(" \"?\\$\\{[^{}]*}\"?", "")
            .replaceAll(" \\|\\| code=.*", "")
            .replace("runs/*/", "runs/plan");
    Set<String> commands = new TreeSet<>();
    if (workflow.endsWith(".yml")) {
      collect(new Yaml().load(text), false, commands);
    } else {
      text.lines().map(String::strip).forEach(line -> add(line, commands));
    }

    assertThat(commands)
        .anyMatch(command -> command.startsWith("bin/simulator ") && command.contains("--out"))
        .anyMatch(command -> command.endsWith("--format junit"));
    commands.forEach(command -> parse(command, true));
  }

  /** What Kubernetes puts in place of a variable is a word here. */
  @Test
  void shouldRunOnlyCommandsThatCanBeGivenInAPod() throws IOException {
    List<String> commands = new ArrayList<>();
    new Yaml()
        .loadAll(Files.readString(ROOT.resolve("deploy/kubernetes/run.yaml")))
        .forEach(manifest -> collectContainers(manifest, commands));

    assertThat(commands)
        .anyMatch(command -> command.startsWith("bin/simulator --shard="))
        .anyMatch(command -> command.startsWith("bin/report merge "));
    commands.forEach(command -> parse(command, true));
  }

  private static void collectContainers(Object yaml, List<String> commands) {
    if (yaml instanceof Map<?, ?> map) {
      if (map.get("args") instanceof List<?> args) {
        Object command = map.get("command") instanceof List<?> list ? list.get(0) : "simulator";
        String words =
            args.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(" ", "bin/" + command + " ", ""));
        commands.add(words.replaceAll("\\$\\(\\w+\\)", "x").replace("=job/", "=1/"));
      }
      map.values().forEach(value -> collectContainers(value, commands));
    } else if (yaml instanceof List<?> list) {
      list.forEach(each -> collectContainers(each, commands));
    }
  }

  /** Whatever values a chart is given, it writes no option that is gone. */
  @Test
  void shouldNameOnlyOptionsInTheChart() throws IOException {
    Set<String> known = new HashSet<>();
    for (CommandLine command :
        List.of(TOOLS.get("simulator"), TOOLS.get("report").getSubcommands().get("merge"))) {
      command.getCommandSpec().options().forEach(option -> known.addAll(List.of(option.names())));
    }
    Set<String> variables =
        known.stream()
            .map(option -> option.substring(2).toUpperCase(Locale.ROOT).replace('-', '_'))
            .collect(Collectors.toSet());
    variables.add("METRICS_TOKEN");
    try (Stream<Path> files = Files.walk(ROOT.resolve("deploy/helm"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".yaml")).toList()) {
        String text = Files.readString(file);
        assertThat(matches(OPTION, text)).as(file.toString()).isSubsetOf(known);
        assertThat(matches(VARIABLE, text)).as(file.toString()).isSubsetOf(variables);
      }
    }
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(it -> it.group(1)).collect(Collectors.toSet());
  }

  /** All commands below a key of scripts. */
  private static void collect(Object yaml, boolean script, Set<String> commands) {
    if (yaml instanceof Map<?, ?> map) {
      map.forEach((key, value) -> collect(value, SCRIPTS.contains(key), commands));
    } else if (yaml instanceof List<?> list) {
      list.forEach(each -> collect(each, script, commands));
    } else if (script) {
      lines((String) yaml).forEach(line -> add(line, commands));
    }
  }

  private static Stream<String> lines(String script) {
    return script.replaceAll("\\s*\\\\\n\\s*", " ").lines();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void shouldLinkToWhatIsThere(Path document) throws IOException {
    Set<String> broken = new TreeSet<>();
    Matcher link = LINK.matcher(withoutExamples(Files.readString(document)));
    while (link.find()) {
      String[] target = link.group(1).split("#", 2);
      if (target[0].contains(":")) {
        continue;
      }
      Path file = target[0].isEmpty() ? document : document.resolveSibling(target[0]);
      if (!Files.exists(file)
          || target.length > 1 && !anchors(Files.readString(file)).contains(target[1])) {
        broken.add(link.group(1));
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void shouldGiveEachRowOfTheDataAllColumns() throws IOException {
    ObjectReader csv =
        CsvMapper.builder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .build()
            .readerFor(String[].class);
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/data"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".csv")).toList()) {
        List<String[]> rows = csv.<String[]>readValues(file.toFile()).readAll();
        assertThat(rows)
            .as(file.toString())
            .hasSizeGreaterThan(1)
            .allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.get(0)));
      }
    }
  }

  /** Whoever adds a sentence to it takes another one out. */
  @Test
  void shouldKeepTheReadmeShort() throws IOException {
    String english = Files.readString(ROOT.resolve("README.md"));
    String chinese = Files.readString(ROOT.resolve("README.zh-CN.md"));

    assertThat(english.strip().split("\\s+")).hasSizeLessThanOrEqualTo(760);
    assertThat(chinese.codePoints().filter(Character::isIdeographic).count())
        .isLessThanOrEqualTo(1_000);
  }

  /** A list of commands shows the first line of each description, and no more. */
  @Test
  void shouldSayInAWholeSentenceWhatEachCommandDoes() {
    TOOLS
        .values()
        .forEach(
            tool ->
                tool.getSubcommands()
                    .forEach(
                        (name, command) ->
                            assertThat(command.getCommandSpec().usageMessage().description()[0])
                                .as(tool.getCommandName() + " " + name)
                                .endsWith(".")));
  }

  private static Set<String> examples(String text) {
    Set<String> examples = new TreeSet<>();
    Matcher fence = FENCE.matcher(text);
    while (fence.find()) {
      lines(fence.group(1))
          // A step of GitHub's has the options alone.
          .map(line -> line.replaceFirst("^\\s*options: (?=--)", "bin/simulator "))
          .forEach(line -> add(line, examples));
    }
    return examples;
  }

  /** Whole commands: what has an ellipsis, a placeholder or a shell's syntax is none. */
  private static void add(String code, Set<String> commands) {
    // What follows two spaces is a remark.
    String command =
        code.replaceFirst("^\\s*([$-] )?(nacos-capacity/|\"\\$tool\"/)?(?=bin/)", "")
            .replaceFirst("(\\s+#|\\s{2,}+(?!')).*", "")
            .replaceFirst(" >>? \\S+$", "")
            .replaceAll("\\$[A-Z_]+", "10.0.0.1:8848")
            .strip();
    if (command.startsWith("bin/")
        && command.contains(" ")
        && !command
            .replaceAll("'[^']*'", "")
            .matches(".*(…|\\.\\.\\.|[<|&;$*{\\[]|\\b[A-Z]+\\b).*")) {
      commands.add(command);
    }
  }

  /** As a shell divides a command. */
  private static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group().replaceAll("['\"]", ""))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Set<String> anchors(String text) {
    Set<String> anchors = new HashSet<>();
    Matcher heading = HEADING.matcher(withoutExamples(text));
    while (heading.find()) {
      String anchor =
          heading
              .group(1)
              .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
              .replace(' ', '-');
      String unique = anchor;
      for (int again = 1; !anchors.add(unique); again++) {
        unique = anchor + "-" + again;
      }
    }
    return anchors;
  }

  private static String withoutExamples(String text) {
    return FENCE.matcher(text).replaceAll("");
  }
}
