package dev.nacoscapacity.calibration.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartRunTest {

  private static final Path NOWHERE = Path.of("nowhere");

  private final List<String> measured = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final List<PartResult> results = new ArrayList<>();

  private static final Part PART =
      new Part() {
        @Override
        public PartTable table() {
          return PartTable.of("engines", "engine", "rate /s 0");
        }

        @Override
        public List<Case> cases() {
          return List.of();
        }
      };

  @Test
  void shouldMeasureEachCaseOnceARoundInAnOrderThatTheSeedDecides() throws Exception {
    List<Case> cases = List.of(good("a"), good("b"), good("c"), good("d"), good("e"));

    run(3, cases);
    List<String> first = List.copyOf(measured);
    measured.clear();
    run(3, cases);

    assertThat(first).hasSize(15).isEqualTo(measured);
    assertThat(first.subList(0, 5)).containsExactlyInAnyOrder("a", "b", "c", "d", "e");
    assertThat(first.subList(0, 5)).isNotEqualTo(first.subList(5, 10));
    assertThat(last().rows())
        .extracting(row -> row.setting().get("engine"))
        .containsExactly("a", "b", "c", "d", "e");
    assertThat(last().rows()).allMatch(row -> row.rounds().size() == 3);
  }

  @Test
  void shouldMeasureInTheFirstRoundAloneWhenACaseTakesLong() throws Exception {
    run(3, List.of(good("long").onlyOnce(true), good("short")));

    assertThat(row("long").rounds()).hasSize(1);
    assertThat(row("short").rounds()).hasSize(3);
  }

  @Test
  void shouldHandOutAnAbsoluteDirectoryWhenTheStudysIsRelative() throws Exception {
    List<Path> directories = new ArrayList<>();

    run(
        1,
        List.of(
            Case.of(
                "asks",
                peers -> {
                  directories.add(peers.directory());
                  return Round.of(Map.of());
                })));

    assertThat(directories).containsExactly(NOWHERE.toAbsolutePath());
  }

  @Test
  void shouldWarmUpBeforeAnythingIsMeasuredAndGoOnWhereThatFails() throws Exception {
    Case shared =
        good("shared")
            .after(
                peers -> {
                  measured.add("warm");
                  throw new MeasureException("no server");
                });

    run(1, List.of(good("good"), shared));

    assertThat(measured.get(0)).isEqualTo("warm");
    assertThat(measured).containsExactlyInAnyOrder("warm", "shared", "good");
    assertThat(lines).contains("engines warming up: shared: no server");
  }

  @Test
  void shouldSkipByNameWhatIsMissingAndGoOn() throws Exception {
    Message why = Message.of("calibration.toInstall", Map.of("command", "wrk", "package", "wrk"));

    run(1, List.of(good("wrk").unless(Optional.of(why)), good("fleet")));

    assertThat(measured).containsExactly("fleet");
    assertThat(last().skipped()).hasSize(1);
    assertThat(last().skipped().get(0).setting()).containsEntry("engine", "wrk");
    assertThat(lines).contains("engines skipped: wrk: wrk is missing: apt-get install wrk");
  }

  @Test
  void shouldKeepTheReasonAndGoOnWhenACaseComesToNothing() throws Exception {
    Case broken =
        Case.of(
            "broken",
            peers -> {
              throw new MeasureException("nginx did not answer");
            });

    run(2, List.of(broken, good("good")));

    assertThat(row("broken").outcomes()).containsExactly("nginx did not answer");
    assertThat(row("good").rounds()).hasSize(2);
  }

  @Test
  void shouldKeepWhatWasMeasuredWhenInterrupted() {
    Case interrupted =
        Case.of(
            "interrupted",
            peers -> {
              measured.add("interrupted");
              if (measured.size() > 3) {
                throw new InterruptedException();
              }
              return Round.of(Map.of("rate", 1.0));
            });

    assertThatThrownBy(() -> run(9, List.of(interrupted))).isInstanceOf(InterruptedException.class);

    assertThat(row("interrupted").rounds()).hasSize(3);
  }

  private void run(int rounds, List<Case> cases) throws InterruptedException {
    new PartRun(PART, rounds, new Random(1), lines::add).run(cases, NOWHERE, results::add);
  }

  private PartResult last() {
    return results.get(results.size() - 1);
  }

  private Row row(String name) {
    return new Results(last().rows()).row(name).orElseThrow();
  }

  private Case good(String name) {
    return Case.of(
        name,
        peers -> {
          measured.add(name);
          return Round.of(Map.of("rate", 1.0));
        });
  }
}
