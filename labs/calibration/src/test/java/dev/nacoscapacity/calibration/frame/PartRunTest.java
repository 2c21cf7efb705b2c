package dev.nacoscapacity.calibration.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Dimension;
import dev.nacoscapacity.core.calibration.PartResult.Metric;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartRunTest {

  private static final Path NOWHERE = Path.of("nowhere");
  private static final int OPEN_FILES = 1_000;

  private static final Part PART =
      new Part(
          new PartTable(
              "engines",
              List.of(new Dimension("case", Message.of("engines.engine"))),
              List.of(new Metric("figure", Message.of("engines.rate"), "", 0)))) {
        @Override
        public List<Case> cases(Scale scale) {
          return List.of();
        }

        @Override
        public List<ClaimComparison> compare(Results results) {
          return List.of();
        }
      };

  private final List<String> measured = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final List<PartResult> kept = new ArrayList<>();

  @Test
  void shouldMeasureEachCaseOnceARoundInAnOrderThatTheSeedDecides() throws Exception {
    List<Case> cases = List.of(good("a"), good("b"), good("c"), good("d"), good("e"));

    run(cases, 3, 1);
    List<String> first = List.copyOf(measured);
    measured.clear();
    run(cases, 3, 1);

    assertThat(first).hasSize(15).isEqualTo(measured);
    assertThat(first.subList(0, 5)).containsExactlyInAnyOrder("a", "b", "c", "d", "e");
    assertThat(first.subList(0, 5)).isNotEqualTo(first.subList(5, 10));
    assertThat(last().rows())
        .extracting(row -> row.setting().get("case"))
        .containsExactly("a", "b", "c", "d", "e");
    assertThat(last().rows()).allMatch(row -> row.rounds().size() == 3);
  }

  @Test
  void shouldHandOutAnAbsoluteDirectoryWhenTheStudysIsRelative() throws Exception {
    List<Path> directories = new ArrayList<>();
    Case asks =
        new TestCase(
            "asks",
            servers -> {
              directories.add(servers.directory());
              return Round.of(Map.of());
            });

    run(List.of(asks), 1, 1);

    assertThat(directories).containsExactly(NOWHERE.toAbsolutePath());
  }

  @Test
  void shouldMakeWarmBeforeAnythingIsMeasuredAndGoOnWhereThatFails() throws Exception {
    Case shared =
        new TestCase("shared", servers -> Round.of(Map.of())) {
          @Override
          public void warmUp(SharedServers servers) {
            measured.add("warm");
            throw new MeasureException("no server");
          }
        };

    run(List.of(good("good"), shared), 1, 1);

    assertThat(measured.get(0)).isEqualTo("warm");
    assertThat(measured).containsExactlyInAnyOrder("warm", "shared", "good");
    assertThat(said).contains("engines: warming up shared: no server");
  }

  @Test
  void shouldSkipByNameWhatIsMissingAndGoOn() throws Exception {
    Case missing =
        new TestCase("wrk", servers -> Round.of(Map.of())) {
          @Override
          public Optional<Message> missing() {
            return Optional.of(
                Message.of(
                    "calibration.toInstall",
                    Arguments.with("command", "wrk").and("package", "wrk")));
          }
        };

    run(List.of(missing, good("fleet")), 1, 1);

    assertThat(measured).containsExactly("fleet");
    assertThat(last().skipped()).hasSize(1);
    assertThat(last().skipped().get(0).setting()).containsEntry("case", "wrk");
    assertThat(said).contains("engines: skipped wrk: wrk is missing: apt-get install wrk");
  }

  @Test
  void shouldSkipWhatNeedsMoreDescriptorsThanAreAllowed() throws Exception {
    Case greedy =
        new TestCase("greedy", servers -> Round.of(Map.of())) {
          @Override
          public int descriptors() {
            return OPEN_FILES + 1;
          }
        };

    run(List.of(greedy), 1, 1);

    assertThat(last().skipped().get(0).why().text())
        .isEqualTo("needs 1,001 descriptors in a process, and 1,000 are allowed: ulimit -n 1001");
  }

  @Test
  void shouldKeepTheReasonAndGoOnWhenACaseComesToNothing() throws Exception {
    Case broken =
        new TestCase(
            "broken",
            servers -> {
              throw new MeasureException("nginx did not answer");
            });

    run(List.of(broken, good("good")), 2, 1);

    assertThat(row("broken").outcomes()).containsExactly("nginx did not answer");
    assertThat(row("good").rounds()).hasSize(2);
  }

  @Test
  void shouldKeepWhatWasMeasuredWhenInterrupted() {
    Case interrupted =
        new TestCase(
            "interrupted",
            servers -> {
              if (measured.size() > 3) {
                throw new InterruptedException();
              }
              return Round.of(Map.of("figure", 1.0));
            });

    assertThatThrownBy(() -> run(List.of(interrupted), 9, 1))
        .isInstanceOf(InterruptedException.class);

    assertThat(row("interrupted").rounds()).hasSize(3);
  }

  private void run(List<Case> cases, int repeats, long seed) throws InterruptedException {
    new PartRun(PART, cases, repeats, OPEN_FILES, new Random(seed), said::add)
        .run(NOWHERE, kept::add);
  }

  private PartResult last() {
    return kept.get(kept.size() - 1);
  }

  private Row row(String name) {
    return new Results(last().rows()).row(Map.of("case", name)).orElseThrow();
  }

  private Case good(String name) {
    return new TestCase(name, servers -> Round.of(Map.of("figure", 1.0)));
  }

  private interface Measuring {
    Round by(SharedServers servers) throws IOException, InterruptedException;
  }

  private class TestCase implements Case {

    private final String name;
    private final Measuring measuring;

    TestCase(String name, Measuring measuring) {
      this.name = name;
      this.measuring = measuring;
    }

    @Override
    public Map<String, String> setting() {
      return Map.of("case", name);
    }

    @Override
    public Round measure(SharedServers servers) throws IOException, InterruptedException {
      measured.add(name);
      return measuring.by(servers);
    }
  }
}
