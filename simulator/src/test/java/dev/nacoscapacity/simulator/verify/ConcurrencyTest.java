package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {

  private static final List<String> NODES = List.of("node1", "node2");
  private static final int THREADS = 4;
  private static final int ANSWERS = 20_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Fleet fleet = Workloads.fleet(40_000, 20);
  private final RegistryView view = new RegistryView(fleet, 2, GracePeriods.DEFAULT, 0);
  private final ExpectedState expected = view.expected();

  @Test
  void shouldCountEveryInstanceOnceWhenRegisteredWhileTheJudgeSettles() throws Exception {
    Thread judge = new Thread(() -> IntStream.range(10, 400).forEach(i -> tick(i * SECOND)));
    judge.start();
    inThreads(
        thread -> {
          for (int instance = thread; instance < fleet.size(); instance += THREADS) {
            expected.registering(instance);
            expected.registered(instance, 0);
            if (instance % 3 == 0) {
              expected.deregistering(instance);
              expected.deregistered(instance, 0);
            }
          }
        });
    judge.join();
    tick(400 * SECOND);

    long remaining = IntStream.range(0, fleet.size()).filter(i -> i % 3 != 0).count();
    assertThat(IntStream.range(0, 20).map(expected::due).sum()).isEqualTo(remaining);
    assertThat(IntStream.range(0, 20).map(expected::possible).sum()).isEqualTo(remaining);
    assertThat(expected.waiting()).isZero();
  }

  @Test
  void shouldLoseNoTransientWhenTheJudgeTicksMeanwhile() throws Exception {
    for (int instance = 0; instance < fleet.size(); instance++) {
      expected.registering(instance);
      expected.registered(instance, 0);
    }
    long now = 10 * SECOND;
    tick(now);
    IntStream.range(0, 40).forEach(cell -> view.listed(cell / 2, cell % 2, 2_000, 2_000, now));
    view.beginWindow(now);
    Thread judge = new Thread(() -> IntStream.range(0, 2_000).forEach(i -> tick(now)));
    judge.start();
    inThreads(
        thread -> {
          for (int answer = 0; answer < ANSWERS; answer++) {
            int missing = thread == 1 && answer == ANSWERS / 2 ? 17 : 0;
            view.listed(answer % 20, 1, 2_000 - missing, 2_000 - missing, now);
          }
        });
    judge.join();
    tick(now);

    RunStats measured = view.findings(NODES, now).listed();
    assertThat(measured.node(1).count(RegistryCount.MISSING)).isEqualTo(17);
    assertThat(measured.node(1).count(RegistryCount.PRESENT)).isEqualTo(40_000 - 17);
    assertThat(measured.node(0).count(RegistryCount.MISSING)).isZero();
  }

  private void tick(long now) {
    view.tick(now, new RunStats(NODES));
  }

  private static void inThreads(IntConsumer work) throws InterruptedException {
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      threads[i] = new Thread(() -> work.accept(thread));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
