package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.ScaleModel.Fidelity;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.proc.PacedNode;
import dev.nacoscapacity.simulator.proc.WatchedNode;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node of 16 cores on a machine of 2, in a time slowed 10 times: 2,000 ticks in its second. */
class FidelityWatchTest {

  private static final long PID = 7;
  private static final double DILATION = 10;

  @TempDir private Path proc;
  @TempDir private Path temporary;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private FidelityWatch watch;
  private double throttled;
  private double nodesOwn;
  private double ownRate = 1;
  private long busy;
  private long idle;
  private long stolen;

  @BeforeEach
  void begin() throws IOException {
    WatchedNode node =
        new WatchedNode(
            "node1",
            new InetSocketAddress("127.0.0.1", 8848),
            Reach.USUAL,
            () -> OptionalLong.of(PID));
    watch =
        new FidelityWatch(
            new FidelityWatch.Scale(DILATION, 16, 2),
            List.of(new PacedNode(node, proc, temporary)),
            proc,
            () -> throttled,
            time);
    machine(0, 0, 0);
    thread(1, "http-nio-8848-e", 0, 0);
    thread(2, "C2 CompilerThre", 0, 0);
    pass(0);
  }

  private void machine(long busyTicks, long idleTicks, long stolenTicks) throws IOException {
    busy += busyTicks;
    idle += idleTicks;
    stolen += stolenTicks;
    Files.writeString(
        proc.resolve("stat"),
        "cpu  %d 0 0 %d 0 0 0 %d 0 0\ncpu0 0 0\ncpu1 0 0\n".formatted(busy, idle, stolen));
  }

  private void thread(long id, String name, double cpuSeconds, double waitSeconds)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(PID + "/task/" + id));
    Files.writeString(
        folder.resolve("schedstat"),
        "%d %d 99\n".formatted((long) (cpuSeconds * 1e9), (long) (waitSeconds * 1e9)));
    Files.writeString(folder.resolve("comm"), name + "\n");
  }

  /** Lets time pass on our clock, and on the node's at its rate. */
  private void pass(double seconds) {
    time.runUntil(time.nanos() + (long) (seconds * 1e9), () -> false);
    nodesOwn += seconds * ownRate;
    writeOwnTime();
  }

  private void writeOwnTime() {
    ByteBuffer file = ByteBuffer.allocate(512);
    file.putInt(0xcafec0c0).put((byte) 1).put((byte) 2).put((byte) 0).put((byte) 1);
    file.order(ByteOrder.LITTLE_ENDIAN).position(24);
    file.putInt(32).putInt(2);
    counter(file, "sun.os.hrt.frequency", 1_000_000_000);
    counter(file, "sun.os.hrt.ticks", (long) ((nodesOwn + 100) * 1e9));
    try {
      Path folder = Files.createDirectories(temporary.resolve("hsperfdata_root"));
      Files.write(folder.resolve(Long.toString(PID)), file.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void counter(ByteBuffer file, String name, long value) {
    int length = (name.length() + 1 + 7) / 8 * 8;
    int start = file.position();
    file.putInt(20 + length + 8).putInt(20).putInt(0).put((byte) 'J').put(new byte[3]);
    file.putInt(20 + length).put(name.getBytes(StandardCharsets.UTF_8));
    file.position(start + 20 + length);
    file.putLong(value);
  }

  private void window(double seconds) {
    watch.phase(Phases.MEASURE, Duration.ofSeconds(60));
    pass(seconds);
  }

  private ScaleModel ended() {
    watch.phase(Phases.DRAIN, Duration.ZERO);
    return watch.scaleModel(131);
  }

  @Test
  void shouldConvertWhatTheKernelCountsWhenTheWindowEnds() throws IOException {
    window(20);
    machine(26_000, 13_200, 800);
    thread(1, "http-nio-8848-e", 19, 227.1);
    thread(2, "C2 CompilerThre", 200, 0);
    throttled = 8.1;
    ScaleModel model = ended();

    assertThat(model.wallSeconds()).isEqualTo(1310);
    Fidelity fidelity = model.known().orElseThrow();
    assertThat(fidelity.busyShare()).isCloseTo(0.65, within(1e-9));
    assertThat(fidelity.stolenShare()).isCloseTo(0.02, within(1e-9));
    // 13 cores in use, with 1.4 cores for each, on 2.
    assertThat(fidelity.dilationNeeded()).isCloseTo(9.1, within(1e-9));
    // 219 s by the wall are 21.9 s, for 219 CPU seconds. With 10.95 of 16 cores in use Erlang's C
    // is
    // 0.111, so threads of such a machine wait 22.0 ms for each CPU second.
    assertThat(fidelity.waitingMs()).isCloseTo(100 - 22.0, within(0.1));
    assertThat(fidelity.busiestThread())
        .isEqualTo(new ScaleModel.BusiestThread("node1", "http-nio-8848-e", 0.95));
    assertThat(fidelity.driftShare()).isZero();
  }

  @Test
  void shouldSeeTheDriftWhenTheNodesClockRunsFaster() throws IOException {
    ownRate = 1.05;
    window(20);
    machine(100, 39_900, 0);
    thread(1, "http-nio-8848-e", 1, 0);

    assertThat(ended().known().orElseThrow().driftShare()).isCloseTo(0.0475, within(1e-6));
  }

  @Test
  void shouldSeeNoDriftOfANodeThatIsPaused() throws IOException {
    watch.phase(Phases.MEASURE, Duration.ofSeconds(60));
    for (int second = 0; second < 30; second++) {
      // It goes on between two looks.
      ownRate = second >= 10 && second < 20 ? 0 : second == 20 ? 0.4 : 1;
      pass(1);
      watch.second(new RunSecond(second, Phases.MEASURE, 0, 0, 0, 0, new RunStats(List.of())));
    }
    machine(100, 39_900, 0);
    thread(1, "http-nio-8848-e", 1, 0);

    assertThat(ended().known().orElseThrow().driftShare()).isZero();
  }

  @Test
  void shouldTellHowBusyTheMachineWasInTheRamp() throws IOException {
    watch.phase(Phases.RAMP, Duration.ofSeconds(60));
    machine(900, 100, 0);
    watch.phase(Phases.WARM_UP, Duration.ofSeconds(10));
    machine(0, 100, 0);
    window(20);
    machine(100, 900, 0);
    thread(1, "http-nio-8848-e", 1, 0);

    Fidelity fidelity = ended().known().orElseThrow();
    assertThat(fidelity.rampBusyShare()).isCloseTo(0.9, within(1e-9));
    assertThat(fidelity.busyShare()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void shouldTakeNothingButARampForARamp() throws IOException {
    watch.phase(Phases.RAMP, Duration.ofSeconds(60));
    watch.phase(Phases.WARM_UP, Duration.ofSeconds(10));
    window(20);
    machine(900, 100, 0);
    thread(1, "http-nio-8848-e", 1, 0);

    assertThat(ended().known().orElseThrow().rampBusyShare()).isZero();
  }

  @Test
  void shouldTellTheWorstOfSeveralStages() throws IOException {
    window(20);
    machine(900, 100, 0);
    thread(1, "http-nio-8848-e", 1, 0);
    watch.phase(Phases.SETTLE, Duration.ofSeconds(5));
    watch.phase(Phases.RAMP, Duration.ofSeconds(60));
    machine(300, 700, 0);
    watch.phase(Phases.WARM_UP, Duration.ofSeconds(10));
    window(20);
    machine(100, 900, 0);
    thread(1, "http-nio-8848-e", 2, 0);

    Fidelity fidelity = ended().known().orElseThrow();
    assertThat(fidelity.busyShare()).isCloseTo(0.9, within(1e-9));
    assertThat(fidelity.rampBusyShare()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void shouldNotKnowTheFidelityWhenTheMachineHasMoreProcessorsThanItsShare() throws IOException {
    window(20);
    Files.writeString(
        proc.resolve("stat"), "cpu  9 0 0 9 0 0 0 0 0 0\ncpu0 0 0\ncpu1 0 0\ncpu2 0 0\n");
    thread(1, "http-nio-8848-e", 1, 0);

    assertThat(ended().known()).isEmpty();
  }

  @Test
  void shouldNotKnowTheFidelityWhenTheWindowNeverBegan() {
    assertThat(watch.scaleModel(9).known()).isEmpty();
  }

  @Test
  void shouldRefuseANodeWhoseClockRunsWithTheWalls() {
    time.after(250_000_000, () -> tick(5));

    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(watch::requireOneTime)
        .satisfies(refused -> assertThat(refused.exitCode()).isEqualTo(2))
        .satisfies(refused -> assertThat(refused.reasons().toString()).contains("node1"));
  }

  @Test
  void shouldAcceptANodeWhoseClockRunsAsOurs() throws Refusal {
    time.after(250_000_000, () -> tick(0.45));

    watch.requireOneTime();
  }

  @Test
  void shouldRefuseANodeThatTellsNoTime() throws IOException {
    Files.delete(temporary.resolve("hsperfdata_root").resolve(Long.toString(PID)));

    assertThatExceptionOfType(Refusal.class).isThrownBy(watch::requireOneTime);
  }

  private void tick(double seconds) {
    nodesOwn += seconds;
    writeOwnTime();
  }
}
