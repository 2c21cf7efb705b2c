package dev.nacoscapacity.simulator.preflight.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.nacoscapacity.simulator.preflight.guard.RegistryReader.ReadFailure;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardTest {

  private static final InetSocketAddress ONE = InetSocketAddress.createUnresolved("one", 8848);
  private static final InetSocketAddress TWO = InetSocketAddress.createUnresolved("two", 8848);

  private static final Tolerance SERVICES = new Tolerance(Integer.MAX_VALUE, 0, 0, List.of());
  private static final Tolerance SERVICES_AND_NODES = new Tolerance(0, 0, 0, List.of());

  private final Map<InetSocketAddress, Map<String, Integer>> registry = new HashMap<>();
  private final Map<InetSocketAddress, Integer> failing = new HashMap<>();
  private final List<Runnable> reads = new ArrayList<>();

  /** The first delay, the next ones and their unit, of each read. */
  private final List<List<Object>> delays = new ArrayList<>();

  private int shutdownCount;
  private final List<Harm> breaches = new ArrayList<>();
  private int readCount;
  private Error fault;
  private String skippedOnce;

  @BeforeEach
  void fill() {
    registry.put(ONE, new HashMap<>(Map.of("g@@orders", 3, "g@@pay", 1, "g@@idle", 0)));
    registry.put(TWO, new HashMap<>(Map.of("g@@orders", 2)));
  }

  @Test
  void shouldReportTheKindOfAFailure() {
    for (Harm.Kind kind : List.of(Harm.Kind.SILENCE, Harm.Kind.BROKEN, Harm.Kind.GATEWAY)) {
      assertThat(Harm.silence(TWO, new ReadFailure("two", kind)).kind()).isEqualTo(kind);
    }
  }

  @Test
  void shouldStaySilentWhenNothingIsLost() throws ReadFailure {
    guard(SERVICES_AND_NODES);
    registry.get(ONE).put("g@@orders", 9);
    pass(10);
    assertThat(breaches).isEmpty();
    assertThat(readCount).isEqualTo(20);
  }

  @Test
  void shouldReportALossOnce() throws ReadFailure {
    guard(SERVICES);
    registry.get(TWO).put("g@@orders", 1);
    registry.get(ONE).put("g@@orders", 1);
    pass(2);
    assertThat(breaches)
        .singleElement()
        .returns(ONE, Harm::node)
        .returns(Harm.Kind.LOSS, Harm::kind)
        .extracting(Harm::sentence)
        .asString()
        .contains("had 3", "g@@orders", "dev", "has 1 now");
  }

  @Test
  void shouldStaySilentWhenTheServiceIsBackInTheNextRead() throws ReadFailure {
    guard(SERVICES_AND_NODES);
    skippedOnce = "g@@orders";
    pass();

    assertThat(breaches).isEmpty();
    assertThat(readCount).isEqualTo(3);
  }

  @Test
  void shouldReportAServiceThatVanishes() throws ReadFailure {
    guard(SERVICES);
    registry.get(TWO).clear();
    pass();
    assertThat(breaches).singleElement().satisfies(b -> assertThat(b.node()).isEqualTo(TWO));
  }

  @Test
  void shouldRetryAtOnceWhenAReadFails() throws ReadFailure {
    guard(SERVICES_AND_NODES);
    failing.put(TWO, 1);
    pass();
    assertThat(readCount).isEqualTo(3);
    failing.put(TWO, 1);
    pass();
    assertThat(breaches).isEmpty();
  }

  @Test
  void shouldReportTwoFailedReadsInARow() throws ReadFailure {
    guard(SERVICES_AND_NODES);
    failing.put(TWO, 2);
    pass();
    assertThat(breaches)
        .singleElement()
        .satisfies(
            harm -> {
              assertThat(harm.node()).isEqualTo(TWO);
              assertThat(harm.kind()).isEqualTo(Harm.Kind.SILENCE);
              assertThat(harm.sentence().text())
                  .isEqualTo("two:8848 stopped answering: two is silent\\u000a");
            });
  }

  @Test
  void shouldReportAFaultOfItsOwn() throws ReadFailure {
    guard(SERVICES_AND_NODES);
    fault = new OutOfMemoryError("no heap");
    pass();
    assertThat(breaches)
        .isNotEmpty()
        .allSatisfy(
            harm ->
                assertThat(harm.sentence().text()).endsWith("java.lang.OutOfMemoryError: no heap"));
  }

  @Test
  void shouldReportASilentNodeEvenIfItHeldNothing() throws ReadFailure {
    registry.values().forEach(Map::clear);
    guard(SERVICES_AND_NODES);
    pass();
    assertThat(breaches).isEmpty();
    failing.put(ONE, 2);
    pass();
    assertThat(breaches).hasSize(1);
  }

  @Test
  void shouldIgnoreASilentNodeWhenOnlyServicesAreGuarded() throws ReadFailure {
    guard(SERVICES);
    failing.put(TWO, 100);
    pass(5);
    assertThat(breaches).isEmpty();
    failing.clear();
    registry.get(TWO).clear();
    pass();
    assertThat(breaches).hasSize(1);
  }

  @Test
  void shouldReportTheSilenceOfAllNodesThoughARunBreaksSome() throws ReadFailure {
    guard(SERVICES);
    failing.put(TWO, 100);
    pass(5);
    failing.put(ONE, 100);
    pass();
    assertThat(breaches).singleElement().returns(Harm.Kind.SILENCE, Harm::kind);
  }

  @Test
  void shouldReportOnlyTheSecondSilentNodeWhenOneIsExpected() throws ReadFailure {
    guard(new Tolerance(1, 0, 0, List.of()));
    failing.put(ONE, 100);
    pass(5);
    assertThat(breaches).isEmpty();
    failing.put(TWO, 100);
    pass();
    assertThat(breaches)
        .singleElement()
        .satisfies(b -> assertThat(b.sentence().text()).contains("stopped answering"));
  }

  @Test
  void shouldNotCountANodeThatCameBackWhenAnotherFallsSilent() throws ReadFailure {
    guard(new Tolerance(1, 0, 0, List.of()));
    failing.put(ONE, 2);
    pass(2);
    failing.put(TWO, 100);
    pass();
    assertThat(breaches).isEmpty();
  }

  @Test
  void shouldReportOnlyALossBeyondItsTolerance() throws ReadFailure {
    registry.put(TWO, new HashMap<>(Map.of("g@@orders", 19)));
    guard(new Tolerance(0, 0, 10, List.of()));
    registry.get(TWO).put("g@@orders", 18);
    pass();
    assertThat(breaches).isEmpty();
    registry.get(TWO).put("g@@orders", 17);
    pass();
    assertThat(breaches)
        .singleElement()
        .satisfies(b -> assertThat(b.sentence().text()).contains("had 19", "has 17 now"));
  }

  @Test
  void shouldReadEachNodeEveryFiveSeconds() throws ReadFailure {
    guard(SERVICES);
    assertThat(delays).hasSize(2).containsOnly(List.of(5_000L, 5_000L, TimeUnit.MILLISECONDS));
  }

  @Test
  void shouldEndItsThreadsWhenClosed() throws ReadFailure {
    Guard guard = guard(SERVICES);
    pass();
    assertThat(shutdownCount).isZero();
    guard.close();
    assertThat(shutdownCount).isEqualTo(1);
  }

  @Test
  void shouldEndItsThreadsWhenThereIsHarm() throws ReadFailure {
    guard(SERVICES);
    registry.get(ONE).clear();
    pass();
    assertThat(breaches).hasSize(1);
    assertThat(shutdownCount).isEqualTo(1);
  }

  @Test
  void shouldReadEightNodesAtATime() throws Exception {
    List<InetSocketAddress> nodes =
        IntStream.range(0, 20)
            .mapToObj(i -> InetSocketAddress.createUnresolved("n" + i, 8848))
            .toList();
    Map<String, Integer> services = Map.of("g@@orders", 1);
    Baseline baseline =
        Baseline.read(
            nodes, List.of("dev"), (namespace, service) -> false, (node, namespace) -> services);
    BlockingQueue<InetSocketAddress> begun = new LinkedBlockingQueue<>();
    Semaphore answers = new Semaphore(0);
    RegistryReader reader =
        (node, namespace) -> {
          begun.add(node);
          answers.acquireUninterruptibly();
          return services;
        };
    try (Guard guard =
        new Guard(baseline, SERVICES, reader, withoutFirstDelay(Guard.threads()), breaches::add)) {
      assertThat(next(begun, 8)).doesNotContainNull();
      assertThat(begun.poll(100, TimeUnit.MILLISECONDS)).isNull();
      answers.release();
      assertThat(next(begun, 1)).doesNotContainNull();
      assertThat(begun.poll(100, TimeUnit.MILLISECONDS)).isNull();
      answers.release(11);
      assertThat(next(begun, 11)).doesNotContainNull();
    } finally {
      answers.release(1_000);
    }
    assertThat(breaches).isEmpty();
  }

  private static List<InetSocketAddress> next(BlockingQueue<InetSocketAddress> begun, int count)
      throws InterruptedException {
    List<InetSocketAddress> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(begun.poll(60, TimeUnit.SECONDS));
    }
    return nodes;
  }

  @Test
  void shouldNotJudgeAReadWhenClosedMeanwhile() throws ReadFailure {
    Guard guard = guard(SERVICES);
    registry.get(ONE).clear();
    guard.close();
    pass();
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
    assertThatThrownBy(() -> guard(SERVICES)).isInstanceOf(ReadFailure.class);
  }

  private Guard guard(Tolerance scope) throws ReadFailure {
    Baseline baseline =
        Baseline.read(List.of(ONE, TWO), List.of("dev"), (n, s) -> false, this::read);
    readCount = 0;
    ScheduledExecutorService threads =
        executor(
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "scheduleWithFixedDelay" -> {
                  reads.add((Runnable) arguments[0]);
                  delays.add(List.of(arguments[1], arguments[2], arguments[3]));
                }
                case "shutdown" -> shutdownCount++;
                default -> throw new UnsupportedOperationException(method.getName());
              }
              return null;
            });
    return new Guard(baseline, scope, this::read, threads, breaches::add);
  }

  private static ScheduledExecutorService withoutFirstDelay(ScheduledExecutorService threads) {
    return executor(
        (proxy, method, arguments) ->
            method.getName().equals("scheduleWithFixedDelay")
                ? threads.scheduleWithFixedDelay(
                    (Runnable) arguments[0], 0, (Long) arguments[2], (TimeUnit) arguments[3])
                : method.invoke(threads, arguments));
  }

  private static ScheduledExecutorService executor(InvocationHandler handler) {
    return (ScheduledExecutorService)
        Proxy.newProxyInstance(
            GuardTest.class.getClassLoader(),
            new Class<?>[] {ScheduledExecutorService.class},
            handler);
  }

  private void pass() {
    reads.forEach(Runnable::run);
  }

  private void pass(int rounds) {
    for (int round = 0; round < rounds; round++) {
      pass();
    }
  }

  private Map<String, Integer> read(InetSocketAddress node, String namespace) throws ReadFailure {
    readCount++;
    if (fault != null) {
      throw fault;
    }
    if (failing.merge(node, -1, Integer::sum) >= 0) {
      throw new ReadFailure(node.getHostString() + " is silent\n", Harm.Kind.SILENCE);
    }
    Map<String, Integer> services = new HashMap<>(registry.get(node));
    services.remove(skippedOnce);
    skippedOnce = null;
    return namespace.equals("empty") ? Map.of() : services;
  }
}
