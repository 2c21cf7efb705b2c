package dev.nacoscapacity.cluster.dilation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Servers of several threads in slow time, beside one thread in the wall's time. They need a
 * machine of two cores with nothing else to do.
 */
@Tag("full")
@Timeout(400)
class PacingIT {

  @TempDir private Path folder;

  @BeforeEach
  void assumeLibrary() {
    assumeTrue(DilatedJvm.hasLibrary());
  }

  /** What one core of this machine does, in the wall's time. */
  private double alone(String program, long micros) throws IOException {
    return DilatedJvm.figure(
        DilatedJvm.run(Optional.empty(), List.of(program, "1:" + micros)).get(0), 1);
  }

  private List<String> slow(double dilation, List<String> program) throws IOException {
    return DilatedJvm.run(
        Optional.of(ClusterClock.create(folder.resolve("clock"), dilation)), program);
  }

  /** As many threads as two cores can stand for with the headroom that a run needs. */
  @ParameterizedTest
  @CsvSource({"2, 2", "4, 5", "10, 14", "40, 32"})
  void shouldServeEachConnectionAsFastAsOneCoreDoes(double dilation, int most) throws IOException {
    for (long micros : List.of(300L, 1_000L, 2_000L, 10_000L)) {
      double alone = alone("jobs", micros);
      List<String> program = new ArrayList<>(List.of("jobs"));
      for (int threads = 1; threads < most; threads *= 4) {
        program.add(threads + ":" + micros);
      }
      program.add(most + ":" + micros);
      for (String line : slow(dilation, program)) {
        int threads = Integer.parseInt(line.substring(0, line.indexOf(':')));
        double each = DilatedJvm.figure(line, 1) / threads;
        System.out.printf("dilation %.0f: %s; one core %.1f%n", dilation, line, alone);
        // No faster than the work itself; to wake up a thread is faster than in the wall's time.
        assertThat(each).as(line).isBetween(0.95 * alone, 1.03 * 1e6 / micros);
      }
    }
  }

  @Test
  void shouldHoldALockAsLongAsOneCoreDoes() throws IOException {
    for (long micros : List.of(50L, 200L, 2_000L)) {
      double alone = alone("lock", micros);
      for (String line : slow(10, List.of("lock", "1:" + micros, "8:" + micros))) {
        System.out.printf("lock: %s; one core %.1f%n", line, alone);
        // Work under a lock shows at once to a thread that comes by while it is free.
        double most = micros < 2_000 ? 2 : 1.06;
        assertThat(DilatedJvm.figure(line, 1)).as(line).isBetween(0.95 * alone, most * alone);
      }
    }
  }
}
