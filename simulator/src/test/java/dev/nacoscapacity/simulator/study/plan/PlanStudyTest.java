package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.StudyRun;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PlanStudyTest {

  private static final ClusterSpec PLAIN = ClusterSpec.of(ServerVersion.EMBEDDED, 1);
  private static final ClusterSpec AUTH = PLAIN.withAuth(true);
  private static final Plan PLAN =
      new Plan("How many?", List.of(row(PLAIN, "100"), row(PLAIN, "200"), row(AUTH, "100")));
  private static final Study BEGUN =
      Study.begin(PlanStudy.KIND, "How many?", Map.of(), Instant.parse("2026-01-02T03:04:05Z"));

  @TempDir Path folder;

  private final List<String> happened = new ArrayList<>();
  private final List<String> warmUps = new ArrayList<>();
  private final List<String> warmed = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private Optional<Cluster> running = Optional.empty();
  private NodeState state = NodeState.UP;
  private final List<String> refused = new ArrayList<>();
  private int runsLeft = Integer.MAX_VALUE;
  private boolean stopped;
  private Runnable whileRunning = () -> {};
  private Runnable whileWarming = () -> {};
  private boolean hopeless;
  private boolean taken;
  private ClusterClock clock;
  private final Queue<Status> warmings = new ArrayDeque<>();
  private final Queue<Status> statuses = new ArrayDeque<>();
  private final Queue<Double> costs = new ArrayDeque<>();
  private final Queue<Double> jits = new ArrayDeque<>();

  private static PlanRow row(ClusterSpec cluster, String instances) {
    return new PlanRow("round", cluster, Map.of("instances", instances), List.of(), null);
  }

  private static PlanRow row(String round, String instances, Status until) {
    return new PlanRow(round, PLAIN, Map.of("instances", instances), List.of(), until);
  }

  private Optional<PlanTrial> run(int number, PlanRow row, String name) {
    if (name.endsWith("-warming")) {
      assertThat(row.load()).containsEntry("warmup", "10s").containsEntry("duration", "30s");
      happened.add("warm " + name);
      warmed.add(row.load().get("instances"));
      if (refused.remove(name)) {
        return Optional.empty();
      }
      Double cost = costs.isEmpty() ? Double.valueOf(1) : costs.poll();
      Double jit = jits.isEmpty() ? Double.valueOf(0) : jits.poll();
      whileWarming.run();
      Status status = warmings.isEmpty() ? Status.INCONCLUSIVE : warmings.poll();
      return Optional.of(trial(number, row.round(), name, status, cost, jit));
    }
    warmUps.add(row.load().getOrDefault("warmup", "none"));
    happened.add("run " + name);
    whileRunning.run();
    if (refused.remove(name)) {
      return Optional.empty();
    }
    Status status = statuses.isEmpty() ? Status.PASS : statuses.poll();
    return runsLeft-- == 0
        ? Optional.empty()
        : Optional.of(trial(number, row.round(), name, status, 1.0, 0.0));
  }

  private static PlanTrial trial(
      int number, String round, String name, Status status, Double cpuMsPerCall, Double jitShare) {
    return new PlanTrial(
        number,
        round,
        "x",
        false,
        false,
        null,
        new StudyRun(
            name,
            100,
            status,
            new TrialFigures(30, 2.5, cpuMsPerCall, jitShare, null),
            status == Status.FAIL
                ? List.of(new Reason(Severity.CAUSE, "lateBeats", Map.of(), "late beats"))
                : List.of()));
  }

  private boolean study(Study begun) {
    return study(PLAN, begun);
  }

  private boolean study(Plan plan, Study begun) {
    return study(plan, begun, Optional.of(clusters()));
  }

  private boolean study(Plan plan, Study begun, Optional<Clusters> clusters) {
    return new PlanStudy(
            plan,
            new StudyFolder<>(folder, begun, PlanTrial.class, Language.ENGLISH),
            this::run,
            clusters,
            lines::add,
            () -> stopped)
        .run();
  }

  private Clusters clusters() {
    return new Clusters() {
      @Override
      public void startNodes(Cluster running) {
        running.start();
      }

      @Override
      public Optional<Cluster> running() {
        return running;
      }

      @Override
      public Cluster start(ClusterSpec spec) {
        if (taken) {
          throw new ClusterException("a cluster runs already");
        }
        happened.add("start auth=" + spec.auth());
        state = NodeState.UP;
        running = Optional.of(new FakeCluster(spec));
        return running.get();
      }
    };
  }

  private final class FakeCluster implements Cluster {
    private final ClusterSpec spec;

    private FakeCluster(ClusterSpec spec) {
      this.spec = spec;
    }

    @Override
    public ClusterSpec spec() {
      return spec;
    }

    @Override
    public List<Node> nodes() {
      return List.of(new FakeNode());
    }

    @Override
    public Optional<ClusterClock> clock() {
      return Optional.ofNullable(clock);
    }

    @Override
    public void start() {
      if (hopeless) {
        throw new ClusterException("node1 is not ready after 5 min");
      }
      happened.add("make whole");
      state = NodeState.UP;
    }

    @Override
    public void close() {
      happened.add("stop");
      running = Optional.empty();
    }
  }

  private final class FakeNode implements Node {
    @Override
    public String name() {
      return "node1";
    }

    @Override
    public InetSocketAddress http() {
      return new InetSocketAddress(8848);
    }

    @Override
    public ServerVersion version() {
      return ServerVersion.V1_4_1;
    }

    @Override
    public NodeState state() {
      return state;
    }

    @Override
    public void start() {}

    @Override
    public void kill() {}

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }
  }

  @Test
  void shouldShareAWarmedClusterWhenRowsHaveTheSameSettings() {
    assertThat(study(BEGUN)).isTrue();

    assertThat(happened)
        .containsExactly(
            "start auth=false",
            "warm 01-warming",
            "warm 01-warming",
            "run 01-100",
            "run 02-200",
            "stop",
            "start auth=true",
            "warm 03-warming",
            "warm 03-warming",
            "run 03-100",
            "stop");
    assertThat(Study.read(folder).answer()).isEqualTo("3 of 3 rows pass.");
    assertThat(warmUps).containsOnly("20s");
  }

  @Test
  void shouldNeitherStartNorWarmWhenEachRunHasAClusterOfItsOwn() {
    assertThat(study(PLAN, BEGUN, Optional.empty())).isTrue();

    assertThat(happened).containsExactly("run 01-100", "run 02-200", "run 03-100");
    assertThat(warmUps).containsOnly("none");
  }

  @Test
  void shouldTellInALineWhatCameOfEachRow() {
    statuses.addAll(List.of(Status.PASS, Status.FAIL));

    study(BEGUN);

    assertThat(lines)
        .containsSubsequence(
            "row 1 of 3: round {instances=100}",
            "  pass at 30 requests/s, beat p99 3 ms, 1.00 CPU-ms a call",
            "row 2 of 3: round {instances=200}",
            "  fail at 30 requests/s, beat p99 3 ms, 1.00 CPU-ms a call: late beats");
  }

  @Test
  void shouldLeaveAClusterAloneThatRanBefore() {
    running = Optional.of(new FakeCluster(PLAIN));
    runsLeft = 1;

    assertThat(study(BEGUN)).isFalse();

    assertThat(happened)
        .containsExactly("warm 01-warming", "warm 01-warming", "run 01-100", "run 02-200");
  }

  /** An experiment may keep them down. */
  @Test
  void shouldLeaveTheDeadNodesOfAClusterAloneThatNoRowHasUsed() {
    running = Optional.of(new FakeCluster(AUTH));
    state = NodeState.DOWN;
    taken = true;

    assertThatThrownBy(() -> study(BEGUN)).isInstanceOf(ClusterException.class);

    assertThat(happened).isEmpty();
  }

  @Test
  void shouldWarmTheClusterWhileItCompilesThoughACallCostsItNoLess() {
    jits.addAll(List.of(0.5, 0.4, 0.3, 0.05));
    runsLeft = 0;

    assertThat(study(BEGUN)).isFalse();

    assertThat(happened).filteredOn(what -> what.startsWith("warm")).hasSize(4);
  }

  @Test
  void shouldWarmTheClusterUntilACallCostsItNoLess() {
    costs.addAll(List.of(9.0, 5.0, 3.0, 2.9));
    runsLeft = 0;

    assertThat(study(BEGUN)).isFalse();

    assertThat(happened).filteredOn(what -> what.startsWith("warm")).hasSize(4);
  }

  @Test
  void shouldWarmTheClusterForEachProtocol() {
    PlanRow http = row(PLAIN, "100");
    PlanRow grpc = http.withLoad("protocol", "grpc");

    assertThat(study(new Plan("How many?", List.of(grpc, http, grpc, http)), BEGUN)).isTrue();

    assertThat(happened)
        .containsExactly(
            "start auth=false",
            "warm 01-warming",
            "warm 01-warming",
            "run 01-100",
            "warm 02-warming",
            "warm 02-warming",
            "run 02-100",
            "run 03-100",
            "run 04-100",
            "stop");
  }

  @Test
  void shouldLeaveItToTheSessionToWarmAClusterBeforeItsTimeSlows() {
    clock = ClusterClock.create(folder.resolve("clock"), 10);
    whileRunning = clock::slow;
    PlanRow http = row(PLAIN, "100");
    PlanRow grpc = http.withLoad("protocol", "grpc");

    assertThat(study(new Plan("How many?", List.of(http, grpc)), BEGUN)).isTrue();

    assertThat(happened)
        .containsExactly(
            "start auth=false",
            "run 01-100",
            "warm 02-warming",
            "warm 02-warming",
            "run 02-100",
            "stop");
  }

  /** On cold nodes a row would fail that warm ones carry. */
  @Test
  void shouldWarmWithHalfTheLoadWhenTheWholeBreaksANode() {
    warmings.add(Status.FAIL);
    whileWarming =
        () -> {
          state = NodeState.DOWN;
          whileWarming = () -> {};
        };

    assertThat(study(new Plan("How many?", List.of(row(PLAIN, "100"))), BEGUN)).isTrue();

    assertThat(warmed).containsExactly("100", "50", "50");
    assertThat(happened)
        .endsWith("make whole", "warm 01-warming", "warm 01-warming", "run 01-100", "stop");
  }

  @Test
  void shouldStopWhenTheFirstWarmUpIsRefused() {
    refused.add("01-warming");

    assertThat(study(BEGUN)).isFalse();

    assertThat(happened).containsExactly("start auth=false", "warm 01-warming", "stop");
  }

  @Test
  void shouldWarmTheClusterForAsLongAsTheWavesOfAProfileTake() {
    ClusterSpec cluster = ClusterSpec.of(ServerVersion.V2_2_4, 3);
    Map<String, String> load =
        Map.of("profile", "../profiles/k8s-node-drain.yaml", "duration", "2m");
    PlanRow row = new PlanRow("waves", cluster, load, List.of(), null);

    PlanRow warming = row.toWarm();

    assertThat(warming.load()).containsEntry("warmup", "10s").containsEntry("duration", "2m");
    assertThatCode(() -> new RowOptions().check(warming.load(), cluster))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldLeaveOutTheRestOfARoundThatEndsWithItsFirstPass() {
    PlanRow large = row("a", "400", Status.PASS);
    PlanRow small = row("a", "200", Status.PASS);
    PlanRow other = row("b", "400", Status.PASS);
    Plan plan = new Plan("How many?", List.of(large, small, small, other));
    statuses.addAll(List.of(Status.FAIL, Status.PASS, Status.FAIL));

    assertThat(study(plan, BEGUN)).isTrue();

    assertThat(Study.read(folder).runs()).containsExactly("01-400", "02-200", "04-400");
    Study whole = Study.read(folder);
    assertThatThrownBy(() -> study(plan, whole)).isInstanceOf(UsageException.class);
    assertThat(Study.read(folder).runs()).hasSize(3);
    assertThat(Study.read(folder).answer()).isEqualTo(whole.answer());
  }

  @Test
  void shouldLeaveOutTheRestOfARoundThatEndsWithItsFirstFailure() {
    PlanRow small = row("a", "200", Status.FAIL);
    PlanRow large = row("a", "400", Status.FAIL);
    Plan plan = new Plan("How many?", List.of(small, large, large, row("b", "200", Status.FAIL)));
    statuses.addAll(List.of(Status.PASS, Status.FAIL, Status.PASS));

    assertThat(study(plan, BEGUN)).isTrue();

    assertThat(Study.read(folder).runs()).containsExactly("01-200", "02-400", "04-200");
  }

  @Test
  void shouldStartNoRowOnceItIsStopped() {
    whileRunning = () -> stopped = true;

    assertThat(study(BEGUN)).isFalse();

    assertThat(happened).endsWith("run 01-100", "stop");
    assertThat(Study.read(folder).runs()).containsExactly("01-100");
  }

  @Test
  void shouldGoOnWithTheRowThatWasInterrupted() {
    runsLeft = 1;
    assertThat(study(BEGUN)).isFalse();
    assertThat(Study.read(folder).runs()).containsExactly("01-100");
    assertThat(running).as("nothing stays behind").isEmpty();
    happened.clear();
    runsLeft = Integer.MAX_VALUE;

    assertThat(study(Study.read(folder))).isTrue();

    assertThat(happened)
        .startsWith("start auth=false", "warm 02-warming", "warm 02-warming", "run 02-200", "stop");
    assertThat(Study.read(folder).runs()).containsExactly("01-100", "02-200", "03-100");
  }

  @Test
  void shouldNotCountARowAfterWhichNoNodeRuns() {
    whileRunning = () -> running = Optional.empty();

    assertThat(study(BEGUN)).isFalse();

    assertThat(Study.read(folder).runs()).isEmpty();
    assertThat(lines).last().asString().contains("no node runs any more");
  }

  @Test
  void shouldCountAFailureThatBrokeANodeAndMendTheClusterForTheNextRow() {
    statuses.add(Status.FAIL);
    whileRunning = () -> state = happened.contains("make whole") ? NodeState.UP : NodeState.DOWN;

    assertThat(study(BEGUN)).isTrue();

    assertThat(happened)
        .containsSubsequence("run 01-100", "make whole", "warm 02-warming", "run 02-200");
    assertThat(Study.read(folder).runs()).containsExactly("01-100", "02-200", "03-100");
  }

  @Test
  void shouldStartANewClusterWhenAnOverloadedOneRefusesTheNextRun() {
    statuses.addAll(List.of(Status.FAIL, Status.PASS));
    refused.add("02-200");

    assertThat(study(BEGUN)).isTrue();

    assertThat(happened)
        .containsSubsequence(
            "run 01-100",
            "run 02-200",
            "stop",
            "start auth=false",
            "warm 02-warming",
            "run 02-200",
            "stop",
            "start auth=true");
    assertThat(Study.read(folder).runs()).containsExactly("01-100", "02-200", "03-100");
  }

  @Test
  void shouldStartANewClusterWhenAnOverloadedOneCannotBeMended() {
    statuses.addAll(List.of(Status.FAIL, Status.PASS));
    hopeless = true;
    whileRunning = () -> state = happened.contains("run 02-200") ? NodeState.UP : NodeState.DOWN;

    assertThat(study(BEGUN)).isTrue();

    assertThat(happened)
        .containsSubsequence(
            "start auth=false", "run 01-100", "stop", "start auth=false", "run 02-200");
    assertThat(lines).contains("starting a new cluster, since node1 is not ready after 5 min");
  }

  @Test
  void shouldBeginARoundOnANewClusterWhenTheRoundBeforeEndedWithAnOverload() {
    statuses.addAll(List.of(Status.FAIL, Status.PASS));
    Plan plan =
        new Plan("How many?", List.of(row("a", "9", Status.FAIL), row("b", "9", Status.FAIL)));

    assertThat(study(plan, BEGUN)).isTrue();

    assertThat(happened)
        .containsSubsequence("run 01-9", "stop", "start auth=false", "warm 02-warming", "run 02-9");
  }

  @Test
  void shouldNotReplaceAClusterWhoseLastRunPassed() {
    refused.add("02-200");

    assertThat(study(BEGUN)).isFalse();

    assertThat(happened).containsOnlyOnce("start auth=false");
  }

  @Test
  void shouldNotCountAPassBesideADeadNode() {
    whileRunning = () -> state = NodeState.DOWN;

    assertThat(study(BEGUN)).isFalse();

    assertThat(Study.read(folder).runs()).isEmpty();
    assertThat(happened).endsWith("run 01-100", "stop");
  }
}
