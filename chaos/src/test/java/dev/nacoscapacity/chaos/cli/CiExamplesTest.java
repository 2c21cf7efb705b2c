package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.cli.ReportMain;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;

/** What docs/ci/ and docs/ci.md show is what the commands take. */
class CiExamplesTest {

  private static final Path DOCS = Path.of("../docs");
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
  private static final Set<Object> SCRIPTS = Set.of("run", "script", "after_script");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  @ParameterizedTest
  @ValueSource(strings = {"ci/github-actions.yml", "ci/gitlab-ci.yml"})
  void shouldTakeEachCommandOfAWorkflow(String file) throws IOException {
    List<String> scripts = new ArrayList<>();
    collect(new Yaml().load(Files.readString(DOCS.resolve(file))), false, scripts);

    List<String> commands = scripts.stream().flatMap(CiExamplesTest::commands).toList();

    assertThat(commands).hasSizeGreaterThanOrEqualTo(5);
    commands.forEach(CiExamplesTest::parse);
  }

  /** All texts below a key of scripts. */
  private static void collect(Object yaml, boolean script, List<String> scripts) {
    if (yaml instanceof Map<?, ?> map) {
      map.forEach((key, value) -> collect(value, SCRIPTS.contains(key), scripts));
    } else if (yaml instanceof List<?> list) {
      list.forEach(each -> collect(each, script, scripts));
    } else if (script) {
      scripts.add((String) yaml);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.md", "zh-CN/ci.md", "comparing-runs.md", "zh-CN/comparing-runs.md"})
  void shouldTakeEachCommandOfAPage(String page) throws IOException {
    List<String> commands = commands(Files.readString(DOCS.resolve(page))).toList();

    assertThat(commands).hasSizeGreaterThanOrEqualTo(2);
    commands.forEach(CiExamplesTest::parse);
  }

  @Test
  void shouldReadThePlan() {
    ChaosCli cli = ChaosCli.run("plan", "../docs/ci/gate.yaml", "--dry-run");

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains(
            "--criteria=listP99Ms=1000,registerP99Ms=3000,registerFailedShare=0,loginFailedShare=0");
  }

  /** Lines that begin with a command, with what a backslash continues. */
  private static Stream<String> commands(String script) {
    return script.replaceAll("\\\\\\n\\s*", "").lines().filter(line -> line.startsWith("bin/"));
  }

  private static void parse(String command) {
    List<String> words = new ArrayList<>();
    Matcher word =
        WORD.matcher(command.replace("$NODES", "10.0.0.1:8848").replaceAll(" >>? \\S+$", ""));
    while (word.find()) {
      words.add(
          Stream.of(word.group(1), word.group(2), word.group(3))
              .filter(Objects::nonNull)
              .findFirst()
              .orElseThrow());
    }
    CommandLine line = commandLine(words.get(0));
    if (words.contains("help")) {
      assertThat(line.execute(words.subList(1, words.size()).toArray(String[]::new))).isZero();
    } else {
      line.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    }
  }

  private static CommandLine commandLine(String program) {
    return switch (program) {
      case "bin/simulator" -> SimulatorMain.commandLine(NOWHERE, NOWHERE);
      case "bin/chaos" -> ChaosMain.commandLine(NOWHERE, NOWHERE);
      case "bin/report" -> ReportMain.commandLine(NOWHERE, NOWHERE);
      default -> throw new AssertionError("no command " + program);
    };
  }
}
