package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {

  private static final int THREADS = 4;
  private static final int ANSWERS = 20_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Fleet fleet = new Fleet(40_000, 20, "run", Shard.WHOLE);
  private final ExpectedState ledger = new ExpectedState(fleet, 2, GracePeriods.DEFAULT, 0);
  private final RegistryView view = new RegistryView(fleet, 2, ledger, GracePeriods.DEFAULT, 0);

  @Test
  void shouldCountEveryInstanceOnceWhenRegisteredWhileTheJudgeSettles() throws Exception {
    Thread judge = new Thread(() -> IntStream.range(10, 400).forEach(i -> view.tick(i * SECOND)));
    judge.start();
    inThreads(
        thread -> {
          for (int instance = thread; instance < fleet.size(); instance += THREADS) {
            ledger.registering(instance);
            ledger.registered(instance, 0);
            if (instance % 3 == 0) {
              ledger.deregistering(instance);
              ledger.deregistered(instance, 0);
            }
          }
        });
    judge.join();
    view.tick(400 * SECOND);

    long left = IntStream.range(0, fleet.size()).filter(i -> i % 3 != 0).count();
    assertThat(IntStream.range(0, 20).map(ledger::due).sum()).isEqualTo(left);
    assertThat(IntStream.range(0, 20).map(ledger::possible).sum()).isEqualTo(left);
    assertThat(ledger.waiting()).isZero();
  }

  @Test
  void shouldLoseNoTransientWhenTheJudgeTicksMeanwhile() throws Exception {
    for (int instance = 0; instance < fleet.size(); instance++) {
      ledger.registering(instance);
      ledger.registered(instance, 0);
    }
    long now = 10 * SECOND;
    view.tick(now);
    IntStream.range(0, 40).forEach(cell -> view.listed(cell / 2, cell % 2, 2_000, 2_000, now));
    view.beginWindow(now);
    Thread judge = new Thread(() -> IntStream.range(0, 2_000).forEach(i -> view.tick(now)));
    judge.start();
    inThreads(
        thread -> {
          for (int answer = 0; answer < ANSWERS; answer++) {
            int missing = thread == 1 && answer == ANSWERS / 2 ? 17 : 0;
            view.listed(answer % 20, 1, 2_000 - missing, 2_000 - missing, now);
          }
        });
    judge.join();
    view.tick(now);

    Extremes worst = view.summary(now).worst();
    assertThat(worst.missingMax()).isEqualTo(17);
    assertThat(worst.presentMin()).isEqualTo(40_000 - 17);
    assertThat(view.summary(now).byNode().get(0).missingMax()).isZero();
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
