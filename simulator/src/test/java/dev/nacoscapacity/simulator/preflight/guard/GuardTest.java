package dev.nacoscapacity.simulator.preflight.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.simulator.preflight.guard.RegistryReader.ReadFailure;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardTest {

  private static final long SECOND = 1_000_000_000L;
  private static final InetSocketAddress ONE = InetSocketAddress.createUnresolved("one", 8848);
  private static final InetSocketAddress TWO = InetSocketAddress.createUnresolved("two", 8848);

  /** Overflows within the tests, as a nano clock may. */
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 3 * SECOND);

  private final Map<InetSocketAddress, Map<String, Integer>> registry = new HashMap<>();
  private final Map<InetSocketAddress, Integer> failing = new HashMap<>();
  private final Deque<Runnable> reads = new ArrayDeque<>();
  private final List<Harm> breaches = new ArrayList<>();
  private int asked;
  private Error fault;
  private String skippedOnce;

  @BeforeEach
  void fill() {
    registry.put(ONE, new HashMap<>(Map.of("g@@orders", 3, "g@@pay", 1, "g@@idle", 0)));
    registry.put(TWO, new HashMap<>(Map.of("g@@orders", 2)));
  }

  @Test
  void shouldTellTheKindOfTheFailureWhenReadsFail() {
    for (Harm.Kind kind : List.of(Harm.Kind.SILENCE, Harm.Kind.BROKEN, Harm.Kind.GATEWAY)) {
      assertThat(Harm.silence(TWO, new ReadFailure("two", kind)).kind()).isEqualTo(kind);
    }
  }

  @Test
  void shouldStaySilentWhenNothingIsLost() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES_AND_NODES);
    registry.get(ONE).put("g@@orders", 9);
    for (int round = 0; round < 10; round++) {
      pass(guard, 5);
    }
    assertThat(breaches).isEmpty();
    assertThat(asked).isEqualTo(20);
  }

  @Test
  void shouldTellOnceWhenAServiceLosesHealthyInstancesOnOneNode() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES);
    registry.get(TWO).put("g@@orders", 1);
    registry.get(ONE).put("g@@orders", 1);
    pass(guard, 5);
    pass(guard, 5);
    assertThat(breaches)
        .containsExactly(
            new Harm(
                ONE,
                Harm.Kind.LOSS,
                "one:8848 had 3 healthy instances of g@@orders (namespace dev) before the run and"
                    + " has 1 now"));
  }

  @Test
  void shouldStaySilentWhenTheNextReadHasTheServiceAgain() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES_AND_NODES);
    skippedOnce = "g@@orders";
    pass(guard, 5);

    assertThat(breaches).isEmpty();
    assertThat(asked).isEqualTo(3);
  }

  @Test
  void shouldTellWhenAServiceVanishes() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES);
    registry.get(TWO).clear();
    pass(guard, 5);
    assertThat(breaches).singleElement().satisfies(b -> assertThat(b.node()).isEqualTo(TWO));
  }

  @Test
  void shouldReadAtOnceAgainAndStaySilentWhenOneReadFails() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES_AND_NODES);
    failing.put(TWO, 1);
    pass(guard, 5);
    assertThat(asked).isEqualTo(3);
    failing.put(TWO, 1);
    pass(guard, 5);
    assertThat(breaches).isEmpty();
  }

  @Test
  void shouldTellWhenTwoReadsInARowFail() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES_AND_NODES);
    failing.put(TWO, 2);
    pass(guard, 5);
    assertThat(breaches)
        .containsExactly(
            new Harm(TWO, Harm.Kind.SILENCE, "two:8848 stopped answering: two is silent\\u000a"));
  }

  @Test
  void shouldTellWhenItCanReadNothingForAFaultOfItsOwn() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES_AND_NODES);
    fault = new OutOfMemoryError("no heap");
    pass(guard, 5);
    assertThat(breaches)
        .isNotEmpty()
        .allSatisfy(
            harm -> assertThat(harm.sentence()).endsWith("java.lang.OutOfMemoryError: no heap"));
  }

  @Test
  void shouldTellWhenANodeFallsSilentAlthoughItHeldNothing() throws ReadFailure {
    registry.values().forEach(Map::clear);
    Guard guard = guard(Tolerance.SERVICES_AND_NODES);
    pass(guard, 5);
    assertThat(breaches).isEmpty();
    failing.put(ONE, 2);
    pass(guard, 5);
    assertThat(breaches).hasSize(1);
  }

  @Test
  void shouldNotMindASilentNodeWhenOnlyServicesAreGuarded() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES);
    failing.put(TWO, 100);
    for (int round = 0; round < 5; round++) {
      pass(guard, 5);
    }
    assertThat(breaches).isEmpty();
    failing.clear();
    registry.get(TWO).clear();
    pass(guard, 5);
    assertThat(breaches).hasSize(1);
  }

  @Test
  void shouldTellOnlyTheSecondSilentNodeWhenOneIsExpected() throws ReadFailure {
    Guard guard = guard(new Tolerance(1, 0, 0, List.of()));
    failing.put(ONE, 100);
    for (int round = 0; round < 5; round++) {
      pass(guard, 5);
    }
    assertThat(breaches).isEmpty();
    failing.put(TWO, 100);
    pass(guard, 5);
    assertThat(breaches)
        .singleElement()
        .satisfies(b -> assertThat(b.sentence()).contains("stopped answering"));
  }

  @Test
  void shouldNotCountANodeThatCameBackWhenAnotherFallsSilent() throws ReadFailure {
    Guard guard = guard(new Tolerance(1, 0, 0, List.of()));
    failing.put(ONE, 2);
    pass(guard, 5);
    pass(guard, 5);
    failing.put(TWO, 100);
    pass(guard, 5);
    assertThat(breaches).isEmpty();
  }

  @Test
  void shouldTellOnlyALossBeyondItsToleranceWhenOneIsGiven() throws ReadFailure {
    registry.put(TWO, new HashMap<>(Map.of("g@@orders", 19)));
    Guard guard = guard(new Tolerance(0, 0, 10, List.of()));
    registry.get(TWO).put("g@@orders", 18);
    pass(guard, 5);
    assertThat(breaches).isEmpty();
    registry.get(TWO).put("g@@orders", 17);
    pass(guard, 5);
    assertThat(breaches)
        .singleElement()
        .satisfies(b -> assertThat(b.sentence()).contains("had 19", "has 17 now"));
  }

  @Test
  void shouldNotReadBeforeFiveSecondsHavePassed() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES);
    pass(guard, 4);
    assertThat(asked).isZero();
    pass(guard, 1);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void shouldKeepEightReadsUnderWayWhenNodesAreMany() throws ReadFailure {
    List<InetSocketAddress> nodes =
        IntStream.range(0, 20)
            .mapToObj(i -> InetSocketAddress.createUnresolved("n" + i, 8848))
            .toList();
    nodes.forEach(node -> registry.put(node, Map.of("g@@orders", 1)));
    Guard guard = guard(Tolerance.SERVICES, nodes);
    now.addAndGet(5 * SECOND);
    guard.tick();
    guard.tick();
    assertThat(reads).hasSize(Guard.AT_ONCE);
    reads.removeFirst().run();
    assertThat(reads).hasSize(Guard.AT_ONCE);
    runAll();
    assertThat(asked).isEqualTo(20);
  }

  @Test
  void shouldNotJudgeAReadWhenClosedMeanwhile() throws ReadFailure {
    Guard guard = guard(Tolerance.SERVICES);
    registry.get(ONE).clear();
    now.addAndGet(5 * SECOND);
    guard.tick();
    guard.close();
    runAll();
    pass(guard, 5);
    assertThat(breaches).isEmpty();
  }

  @Test
  void shouldGuardNeitherOurOwnNorEmptyNamespaces() throws ReadFailure {
    Baseline baseline =
        Baseline.read(
            List.of(ONE, TWO),
            List.of("dev", "empty"),
            (namespace, service) -> service.equals("g@@orders"),
            this::read);
    assertThat(baseline.services()).isEqualTo(1);
    assertThat(baseline.contents()).hasSize(2);
    Baseline nothing =
        Baseline.read(List.of(ONE), List.of("dev"), (namespace, service) -> true, this::read);
    assertThat(nothing.isEmpty()).isTrue();
    assertThat(nothing.services()).isZero();
  }

  @Test
  void shouldReadAgainWhenANodeFailsOnce() throws ReadFailure {
    failing.put(ONE, 1);
    Baseline baseline =
        Baseline.read(List.of(ONE, TWO), List.of("dev"), (n, s) -> false, this::read);
    assertThat(baseline.contents())
        .containsExactly(
            new Baseline.Contents(ONE, "dev", Map.of("g@@orders", 3, "g@@pay", 1)),
            new Baseline.Contents(TWO, "dev", Map.of("g@@orders", 2)));
  }

  @Test
  void shouldFailWhenTheBaselineCannotBeRead() {
    failing.put(ONE, 2);
    assertThatThrownBy(() -> guard(Tolerance.SERVICES)).isInstanceOf(ReadFailure.class);
  }

  private Guard guard(Tolerance scope) throws ReadFailure {
    return guard(scope, List.of(ONE, TWO));
  }

  private Guard guard(Tolerance scope, List<InetSocketAddress> nodes) throws ReadFailure {
    Baseline baseline = Baseline.read(nodes, List.of("dev"), (n, s) -> false, this::read);
    asked = 0;
    return new Guard(baseline, scope, this::read, reads::add, now::get, breaches::add);
  }

  private void pass(Guard guard, int seconds) {
    now.addAndGet(seconds * SECOND);
    guard.tick();
    runAll();
  }

  private void runAll() {
    while (!reads.isEmpty()) {
      reads.removeFirst().run();
    }
  }

  private Map<String, Integer> read(InetSocketAddress node, String namespace) throws ReadFailure {
    asked++;
    if (fault != null) {
      throw fault;
    }
    if (failing.merge(node, -1, Integer::sum) >= 0) {
      throw new ReadFailure(node.getHostString() + " is silent\n", Harm.Kind.SILENCE);
    }
    Map<String, Integer> found = new HashMap<>(registry.get(node));
    found.remove(skippedOnce);
    skippedOnce = null;
    return namespace.equals("empty") ? Map.of() : found;
  }
}
