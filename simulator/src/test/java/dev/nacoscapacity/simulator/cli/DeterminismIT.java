package dev.nacoscapacity.simulator.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.page.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes differ in the hash codes of objects, for which each is given another rule, and in the
 * order of what {@code Map.of} and {@code Set.of} hold, which each draws by chance.
 */
@Execution(ExecutionMode.CONCURRENT)
class DeterminismIT {

  private static final List<String> HASH_CODES = List.of("0", "2");

  @TempDir Path folder;

  /** Runs a fleet on a model, as if it had begun at a fixed time, into the folder named first. */
  public static void main(String[] args) throws IOException {
    Cli cli = Cli.run(Stream.concat(Stream.of("--out"), Stream.of(args)).toArray(String[]::new));
    assertThat(cli.exitCode()).as(cli.err()).isLessThanOrEqualTo(ExitCode.INCONCLUSIVE);
    Path record = Path.of(args[0]).resolve(RunFolder.RUN_JSON);
    String text = Files.readString(record);
    Files.writeString(
        record,
        text.replaceFirst("(\"startedAt\"\\s*:\\s*)\"[^\"]*\"", "$1\"2024-05-06T07:08:09Z\""));
    ReportPage.write(Path.of(args[0]), Language.ENGLISH);
    System.exit(0);
  }

  // Two processes at a time are as many as keep two cores busy.
  @Execution(ExecutionMode.SAME_THREAD)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--target model:this-machine-2.2.4 --profile ../profiles/k8s-node-drain.yaml --duration 2m",
        "--target model:five-small --instances 100 --auth --duration 1m"
      })
  void shouldWriteTheSameBytesInEachProcess(String load) throws Exception {
    List<Process> processes = new ArrayList<>();
    try {
      for (String rule : HASH_CODES) {
        processes.add(start(rule, load));
      }
      for (Process process : processes) {
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    Map<String, String> files = files(HASH_CODES.get(0));
    assertThat(files)
        .containsKeys(
            RunFolder.RUN_JSON,
            RunFolder.INTERVALS_CSV,
            RunFolder.REGISTRY_CSV,
            RunFolder.EVENTS_JSONL,
            RunFolder.LATENCY_HLOG,
            RunFolder.MEASURED_HLOG,
            RunFolder.REPORT_HTML);
    for (String rule : HASH_CODES) {
      Map<String, String> others = files(rule);
      assertThat(others.keySet()).isEqualTo(files.keySet());
      files.forEach((name, content) -> assertSame(name, content, others.get(name)));
    }
  }

  private Process start(String rule, String load) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=" + rule,
            "-cp",
            System.getProperty("java.class.path"),
            DeterminismIT.class.getName(),
            folder.resolve(rule).resolve("run").toString(),
            load)
        .inheritIO()
        .start();
  }

  /** The content of each file by its name, one character a byte. */
  private Map<String, String> files(String rule) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder.resolve(rule).resolve("run"))) {
      for (Path file : all.toList()) {
        files.put(file.getFileName().toString(), Files.readString(file, ISO_8859_1));
      }
    }
    return files;
  }

  /** AssertJ would take long to show how two pages of a megabyte differ. */
  private static void assertSame(String name, String content, String other) {
    int at = Arrays.mismatch(content.toCharArray(), other.toCharArray());
    assertThat(at)
        .as(
            "%s differs at '%s'",
            name, at < 0 ? "" : other.substring(at, Math.min(other.length(), at + 60)))
        .isEqualTo(-1);
  }
}
