package dev.nacoscapacity.cluster.dilation;

import static dev.nacoscapacity.cluster.dilation.DilatedJvm.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The preload, in a JVM that lives in the time of a clock. */
@Timeout(60)
class PreloadIT {

  private static final double DILATION = 5;

  @TempDir private Path folder;
  private ClusterClock clock;

  @BeforeEach
  void assumeLibrary() {
    assumeTrue(DilatedJvm.hasLibrary());
    clock = ClusterClock.create(folder.resolve("clock"), DILATION);
  }

  @Test
  void shouldWaitAsLongAsAskedInSlowTimeAndWhileTimeSlows() throws IOException {
    List<String> lines = run(Map.of(), "waits");

    assertThat(lines).hasSize(22);
    assertThat(lines)
        .allSatisfy(
            line -> {
              // No wait is short; on a busy machine all are longer, but none is slowed twice. The
              // kernel tells steps of 10 ms.
              assertThat(figure(line, 1)).isBetween(199.0, 900.0);
              boolean across = line.startsWith("across");
              assertThat(figure(line, 2))
                  .isBetween(across ? 250.0 : 200 * DILATION - 10, 900 * DILATION);
            });
  }

  @Test
  void shouldMoveNoDueTimeWhenTimeSlows() throws IOException {
    List<String> lines = run(Map.of(), "ticks");

    assertThat(lines)
        .hasSize(40)
        .allSatisfy(line -> assertThat(figure(line, 1)).isBetween(0.0, 100.0));
  }

  @Test
  void shouldNeverGoBack() throws IOException {
    assertThat(run(Map.of(), "clocks")).containsExactly("back 0", "backOfDay 0");
  }

  @Test
  void shouldLetAThreadDoTheWorkOfOneCoreOnly() throws IOException {
    double paced = figure(run(Map.of(), "writes").get(0), 1);
    double unpaced = figure(run(Map.of(ClusterClock.PACED, "0"), "writes").get(0), 1);

    assertThat(paced).isBetween(60.0, 103.0);
    // However busy the machine is: more than one core could do.
    assertThat(unpaced).isGreaterThan(103.0);
  }

  @Test
  void shouldSayWhatTheLinkerSaysOfALibraryThatItDoesNotTake() throws IOException {
    Path none = Files.writeString(folder.resolve("none.so"), "no library");

    assertThatExceptionOfType(InconclusiveException.class)
        .isThrownBy(() -> Preload.require(none))
        .withMessageContainingAll(none.toString(), "cannot be preloaded");
    Preload.require(DilatedJvm.LIBRARY);
  }

  /** The lines of a program in the clock's time. */
  private List<String> run(Map<String, String> more, String program) throws IOException {
    return DilatedJvm.run(Optional.of(clock), List.of(program), more);
  }
}
