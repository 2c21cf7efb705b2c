package dev.nacoscapacity.simulator.shards;

import static dev.nacoscapacity.simulator.run.Barrier.Step.COMPLETE;
import static dev.nacoscapacity.simulator.run.Barrier.Step.REGISTERED;
import static dev.nacoscapacity.simulator.run.Barrier.Step.STARTED;
import static dev.nacoscapacity.simulator.run.Barrier.Step.SWEPT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shards that meet on a board, in virtual time. */
class RegistryBarrierTest {

  private static final Duration EXPIRY = Duration.ofSeconds(30);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-02T03:04:05Z"));
  private final Map<String, Shown> shown = new LinkedHashMap<>();
  private final List<Running> shards = new ArrayList<>();
  private boolean unreachable;
  private Duration answerTime = Duration.ZERO;

  /** An entry on the board, and when it was put there. */
  private record Shown(Map<String, String> metadata, long at) {}

  /** The view of one shard, which may die without a word. */
  private final class Board implements ShardBoard {

    private final double offsetMs;
    private boolean dead;

    /** Its own entry's node is down. */
    private boolean hidden;

    private Board(double offsetMs) {
      this.offsetMs = offsetMs;
    }

    private void requireReach() {
      if (dead || unreachable) {
        throw new AdminException(AdminException.Kind.UNREACHABLE, "node1 is unreachable");
      }
    }

    @Override
    public void put(ShardEntry own) {
      requireReach();
      if (hidden) {
        throw new AdminException(AdminException.Kind.UNREACHABLE, "node2 is unreachable");
      }
      shown.put(own.nonce(), new Shown(own.metadata(), time.nanos()));
    }

    @Override
    public List<ShardEntry> list() {
      requireReach();
      if (!answerTime.isZero()) {
        answer();
      }
      shown.values().removeIf(each -> time.nanos() - each.at() > EXPIRY.toNanos());
      return shown.values().stream()
          .map(each -> ShardEntry.parse(each.metadata()))
          .flatMap(Optional::stream)
          .toList();
    }

    private void answer() {
      try {
        time.sleep(answerTime);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void remove(ShardEntry own) {
      requireReach();
      shown.remove(own.nonce());
    }

    @Override
    public Optional<Machine.Clock> clock() {
      return Optional.of(new Machine.Clock(offsetMs, 1));
    }
  }

  /** A shard whose clock, in which it also speaks of moments, is off. */
  private final class Running {

    private final StopSignal stop = new StopSignal();
    private final Board board;
    private final RegistryBarrier barrier;

    private Running(String shard, String nonce, Map<String, String> settings, long seed) {
      this.board = new Board(0);
      this.barrier =
          new RegistryBarrier(
              board,
              ShardEntry.of(seed, Shard.parse(shard), nonce, settings),
              List.copyOf(settings.keySet()),
              stop,
              time);
      shards.add(this);
    }

    private Optional<Barrier.Go> pass(Barrier.Step step) {
      return barrier.pass(step, true);
    }

    private String why() {
      return stop.interruption().map(Message::text).orElse("");
    }
  }

  private Running start(String shard) {
    return start(shard, "of-" + shard);
  }

  private Running start(String shard, String nonce) {
    return new Running(shard, nonce, Map.of("beatSeconds", "5"), 1);
  }

  private void run(int seconds) throws InterruptedException {
    time.sleep(Duration.ofSeconds(seconds));
  }

  /** Waits until something holds, and returns for how many seconds. */
  private long until(BooleanSupplier condition) throws InterruptedException {
    long from = time.nanos();
    while (!condition.getAsBoolean()) {
      assertThat(time.nanos() - from).isLessThan(Duration.ofHours(1).toNanos());
      time.sleep(Duration.ofMillis(100));
    }
    return Duration.ofNanos(time.nanos() - from).toSeconds();
  }

  private boolean allPass(Barrier.Step step) {
    return shards.stream().map(shard -> shard.pass(step)).filter(Optional::isPresent).count()
        == shards.size();
  }

  private void assertNoneStopped() {
    assertThat(shards).extracting(Running::why).containsOnly("");
  }

  private List<Running> three() {
    return Stream.of("1/3", "2/3", "3/3").map(this::start).toList();
  }

  @Test
  void shouldLetAllShardsPassEachStepOnceTheLastIsThere() throws InterruptedException {
    Running first = start("1/3");
    first.pass(STARTED);
    run(200);
    Running second = start("2/3");
    second.pass(STARTED);
    run(60);
    assertThat(first.pass(STARTED)).isEmpty();
    start("3/3");
    assertThat(until(() -> allPass(STARTED))).isLessThan(5);

    first.pass(REGISTERED);
    second.pass(REGISTERED);
    // A slow one is not missing.
    run(1_000);
    assertThat(first.pass(REGISTERED)).isEmpty();
    assertThat(until(() -> allPass(REGISTERED))).isLessThan(4);

    until(() -> allPass(COMPLETE));
    assertThat(shards)
        .extracting(shard -> shard.pass(COMPLETE).orElseThrow().well())
        .containsOnly(true);
    run(100);
    until(() -> allPass(SWEPT));
    assertNoneStopped();
    first.barrier.close();
    run(100);
    shards.forEach(shard -> shard.barrier.close());
    assertNoneStopped();
    assertThat(shown).isEmpty();
  }

  @Test
  void shouldOpenTheWindowAtOneMoment() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    shards.get(0).pass(COMPLETE);
    shards.get(1).pass(COMPLETE);
    run(7);
    long last = time.nanos();
    until(() -> allPass(COMPLETE));

    long notice = RegistryBarrier.NOTICE.toNanos();
    assertThat(shards)
        .extracting(shard -> shard.pass(COMPLETE).orElseThrow().at())
        .allSatisfy(
            at -> assertThat(at - last).isBetween(notice - 10_000_000, notice + 10_000_000));
  }

  @Test
  void shouldTellAllThatOneWasNotWell() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    shards.get(1).barrier.pass(REGISTERED, false);
    until(() -> allPass(REGISTERED));

    assertThat(shards).extracting(s -> s.pass(REGISTERED).orElseThrow().well()).containsOnly(false);
    // What comes next leaves a step out.
    until(() -> allPass(SWEPT));
    assertNoneStopped();
  }

  @Test
  void shouldNameTheShardsThatAreMissing() throws InterruptedException {
    Running first = start("1/4");
    Running third = start("3/4");
    shards.forEach(shard -> shard.pass(STARTED));

    assertThat(until(() -> first.stop.request().isPresent())).isBetween(299L, 302L);
    run(2);

    assertThat(first.why()).startsWith("missing after 5 min: shard 2 and 4 of 4; start all shards");
    assertThat(third.why()).contains("2 and 4 of 4");
  }

  @Test
  void shouldNameTheShardThatDied() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    run(50);
    shards.get(1).board.dead = true;

    assertThat(until(() -> shards.get(0).stop.request().isPresent())).isBetween(85L, 100L);
    run(6);

    // Whichever is first to see it tells the other.
    assertThat(List.of(shards.get(0).why(), shards.get(2).why()))
        .allMatch(why -> why.startsWith("shard 2/3 "))
        .anyMatch(why -> why.contains("gave no sign for 90 s"));
  }

  @Test
  void shouldNameTheShardThatStopped() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    run(50);
    shards.get(2).stop.stop(StopSignal.Cause.HARM, Message.asIs("harm"));
    shards.get(2).barrier.close();

    until(() -> shards.get(0).stop.request().isPresent());
    until(() -> shards.get(1).stop.request().isPresent());

    assertThat(shards.get(0).why()).startsWith("shard 3/3 stopped");
    assertThat(shards.get(1).why()).startsWith("shard 3/3 stopped");
  }

  @Test
  void shouldEndBothOfADoubledNumber() throws InterruptedException {
    Running first = start("1/2");
    Running same = start("1/2", "another");
    shards.forEach(shard -> shard.pass(STARTED));

    until(() -> first.stop.request().isPresent() && same.stop.request().isPresent());

    assertThat(Duration.ofNanos(time.nanos())).isLessThan(Duration.ofSeconds(5));
    assertThat(first.why()).startsWith("shard 1/2 is there twice");
    assertThat(same.why()).startsWith("shard 1/2 is there twice");
  }

  @Test
  void shouldTakeOneThatWasStartedAgainBeforeAllWereThereForOne() throws InterruptedException {
    start("1/3").pass(STARTED);
    Running killed = start("2/3");
    killed.pass(STARTED);
    run(20);
    killed.board.dead = true;
    shards.remove(killed);
    start("2/3", "again").pass(STARTED);
    run(60);
    start("3/3");

    until(() -> allPass(STARTED));

    assertNoneStopped();
  }

  @Test
  void shouldNotMeetWhatAKilledRunLeftBehind() throws InterruptedException {
    List<Running> killed = List.of(start("1/2"), start("2/2"));
    until(() -> allPass(STARTED));
    until(() -> allPass(COMPLETE));
    killed.forEach(shard -> shard.board.dead = true);
    shards.clear();
    Running first = start("1/2", "new");
    first.pass(STARTED);

    run(60);

    assertThat(first.pass(STARTED)).isEmpty();
    assertThat(first.why()).isEmpty();
  }

  @Test
  void shouldNameTheSettingInWhichAShardDiffers() throws InterruptedException {
    Running first = start("1/2");
    Running other = new Running("2/2", "b", Map.of("beatSeconds", "6"), 1);
    shards.forEach(shard -> shard.pass(STARTED));

    assertThat(until(() -> first.stop.request().isPresent())).isBetween(10L, 14L);
    run(2);

    assertThat(first.why()).startsWith("shard 2/2 is of another run by its beatSeconds");
    assertThat(other.why()).startsWith("shard 1/2 is of another run by its beatSeconds");
  }

  @Test
  void shouldNameAShardOfAnotherDivision() throws InterruptedException {
    Running first = start("1/2");
    start("2/3");
    shards.forEach(shard -> shard.pass(STARTED));

    until(() -> first.stop.request().isPresent());

    assertThat(first.why()).startsWith("shard 2/3 is of another run by its --shard");
  }

  /** By their seeds, or by settings when both are complete. */
  @Test
  void shouldKeepTwoRunsApart() throws InterruptedException {
    Stream.of("1/2", "2/2").forEach(this::start);
    for (String shard : List.of("1/2", "2/2")) {
      new Running(shard, "seed" + shard, Map.of("beatSeconds", "5"), 2);
      new Running(shard, "settings" + shard, Map.of("beatSeconds", "6"), 1);
    }

    until(() -> allPass(STARTED));
    shards.get(0).pass(REGISTERED);
    run(20);

    assertThat(shards.get(0).pass(REGISTERED)).isEmpty();
    assertNoneStopped();
  }

  @Test
  void shouldBlameNoShardForASilentRegistry() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    unreachable = true;
    run(120);
    unreachable = false;
    run(40);

    until(() -> allPass(REGISTERED));
    assertNoneStopped();
  }

  @Test
  void shouldGiveUpWhenTheOthersCannotBeReadForLong() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    unreachable = true;

    assertThat(until(() -> shards.get(0).stop.request().isPresent())).isBetween(290L, 310L);

    assertThat(shards.get(0).why())
        .startsWith("no node told of the other shards for 5 min")
        .contains("last failure: node1 is unreachable")
        .doesNotContain("missing");
  }

  @Test
  void shouldNameAMissingShardThoughNodesAnswerSlowly() throws InterruptedException {
    answerTime = Duration.ofSeconds(12);
    Running first = start("1/2");
    first.pass(STARTED);

    assertThat(until(() -> first.stop.request().isPresent())).isBetween(299L, 500L);
    assertThat(first.why()).startsWith("missing after 5 min: shard 2 of 2");
  }

  @Test
  void shouldNameADeadShardThoughNodesAnswerSlowly() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    answerTime = Duration.ofSeconds(12);
    run(50);
    shards.get(1).board.dead = true;

    assertThat(until(() -> shards.get(0).stop.request().isPresent())).isBetween(85L, 200L);
    assertThat(shards.get(0).why()).startsWith("shard 2/3 ");
  }

  @Test
  void shouldOutliveAMinuteInWhichNobodyCanReadAShard() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    shards.get(1).board.hidden = true;
    run(60);
    shards.get(1).board.hidden = false;
    run(40);

    until(() -> allPass(REGISTERED));
    assertNoneStopped();
  }

  @Test
  void shouldReadTheOthersWhileNobodyCanReadAShard() throws InterruptedException {
    three();
    until(() -> allPass(STARTED));
    shards.get(0).board.hidden = true;
    shards.get(2).stop.stop(StopSignal.Cause.HARM, Message.asIs("harm"));
    shards.get(2).barrier.close();

    assertThat(until(() -> shards.get(0).stop.request().isPresent())).isLessThan(10);
    assertThat(shards.get(0).why()).startsWith("shard 3/3 stopped");
  }

  @Test
  void shouldIgnoreWhatOtherProgramsRegister() {
    assertThat(ShardEntry.parse(Map.of())).isEmpty();
    assertThat(ShardEntry.parse(Map.of("shard", "1/2", "beat", "1", "steps", "x"))).isEmpty();
    assertThat(ShardEntry.parse(Map.of("shard", "1/2", "beat", "1", "steps", "STARTED=x+")))
        .isEmpty();
  }
}
