package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes differ in the hash codes of objects, for which each is given another rule, and in the
 * order of what {@code Map.of} and {@code Set.of} hold, which each draws by chance.
 */
class DeterminismIT {

  private static final List<String> HASH_CODES = List.of("0", "2", "5");

  @TempDir Path folder;

  @Test
  void shouldWriteTheSameBytesInEachProcess() throws Exception {
    List<Process> processes = new ArrayList<>();
    try {
      for (String rule : HASH_CODES) {
        processes.add(start(rule));
      }
      for (Process process : processes) {
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    Map<String, String> files = ComparedRun.files(folder.resolve(HASH_CODES.get(0)).resolve("run"));
    assertThat(files).containsKey(RunFolder.REPORT_HTML);
    for (String rule : HASH_CODES) {
      ComparedRun.assertSame(files, folder.resolve(rule).resolve("run"));
    }
  }

  private Process start(String rule) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=" + rule,
            "-cp",
            System.getProperty("java.class.path"),
            ComparedRun.class.getName(),
            folder.resolve(rule).resolve("run").toString())
        .inheritIO()
        .start();
  }
}
