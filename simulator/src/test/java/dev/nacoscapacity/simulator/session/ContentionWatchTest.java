package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.core.record.Contention;
import dev.nacoscapacity.core.record.Phases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine of two processors, so of 200 ticks a second. */
class ContentionWatchTest {

  private static final long NODE = 7;
  private static final long GENERATOR = 8;

  @TempDir private Path proc;

  private final Set<Long> own = new HashSet<>(Set.of(NODE, GENERATOR));
  private ContentionWatch watch;
  private long programs;
  private long stolen;
  private long idle;
  private long node;
  private long generator;
  private boolean outOfDescriptors;

  @BeforeEach
  void begin() throws IOException {
    watch = new ContentionWatch(proc, this::processes);
    seconds(1, 0, 0, 200);
    watch.phase(Phases.RAMP, Duration.ofMinutes(1));
  }

  private Set<Long> processes() {
    if (outOfDescriptors) {
      throw new UncheckedIOException(new IOException("Too many open files"));
    }
    return own;
  }

  /** Lets seconds pass; the node uses 100 ticks of each, the generator 20. */
  private void seconds(int number, int others, int stolenTicks, int idleTicks) throws IOException {
    for (int second = 0; second < number; second++) {
      node += 100;
      generator += 20;
      programs += 120 + others;
      stolen += stolenTicks;
      idle += idleTicks;
      Files.writeString(
          proc.resolve("stat"),
          "cpu  %d 0 0 %d 0 0 0 %d 0 0\ncpu0 1 1 1 1\n".formatted(programs, idle, stolen));
      process(NODE, node);
      process(GENERATOR, generator);
      watch.sample();
    }
  }

  private void process(long pid, long ticks) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(
        folder.resolve("stat"),
        pid + " (java) S 1 1 1 0 -1 0 0 0 0 0 " + ticks + " 0 0 0 20 0 9 0 100 0 0");
  }

  private void assertContention(double others, double stolenSeconds, double worstShare) {
    Contention contention = watch.contention().orElseThrow();
    assertThat(contention.otherCpuSeconds()).isCloseTo(others, within(1e-9));
    assertThat(contention.stolenCpuSeconds()).isCloseTo(stolenSeconds, within(1e-9));
    assertThat(contention.worstShare()).isCloseTo(worstShare, within(1e-9));
  }

  @Test
  void shouldReportTheWorstTenSecondsBeforeTheFleetLeaves() throws IOException {
    seconds(20, 10, 0, 70);
    watch.phase(Phases.MEASURE, Duration.ofMinutes(1));
    seconds(10, 80, 0, 0);
    seconds(20, 10, 0, 70);
    watch.phase(Phases.DRAIN, Duration.ZERO);
    watch.phase(Phases.STALE, Duration.ZERO);
    seconds(20, 80, 0, 0);

    assertContention(12, 0, 0.4);
  }

  @Test
  void shouldSeeNoContentionWhileProcessorsAreIdle() throws IOException {
    seconds(20, 40, 0, 40);

    assertContention(8, 0, 0);
  }

  @Test
  void shouldAlwaysCountStolenTime() throws IOException {
    seconds(20, 0, 50, 30);

    assertContention(0, 10, 0.25);
  }

  @Test
  void shouldCountAnEndedProcessAsOwnUntilItsEnd() throws IOException {
    seconds(10, 0, 0, 80);
    own.remove(NODE);
    programs -= 100;
    seconds(1, 0, 0, 80);

    assertContention(0, 0, 0);
  }

  @Test
  void shouldSkipSecondsWithoutADescriptor() throws IOException {
    seconds(10, 10, 0, 70);
    outOfDescriptors = true;
    seconds(3, 80, 0, 0);
    outOfDescriptors = false;
    seconds(1, 80, 0, 0);
    seconds(10, 10, 0, 70);

    assertThat(watch.contention().orElseThrow().seconds()).isEqualTo(20);
    assertContention(2, 0, 0);
  }

  @Test
  void shouldKnowNothingWithoutTheFile() {
    watch = new ContentionWatch(proc.resolve("nowhere"), () -> own);
    watch.sample();
    watch.sample();

    assertThat(watch.contention()).isEmpty();
  }
}
