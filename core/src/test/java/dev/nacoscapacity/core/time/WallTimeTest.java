package dev.nacoscapacity.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WallTimeTest {

  private static final Duration LONG = Duration.ofDays(1);

  private final Time time = Time.wall();
  private final List<String> happened = new CopyOnWriteArrayList<>();

  @Test
  void shouldForkWaitAndEndAsInVirtualTime() throws Exception {
    Signal signal = new Signal("a signal");
    Fork fork =
        time.fork(
            "fork",
            () -> {
              try {
                time.await(signal);
                happened.add(Thread.currentThread().getName());
                time.sleep(LONG);
              } catch (InterruptedException e) {
                happened.add("interrupted");
              }
            });
    assertThat(time.await(fork.end(), Duration.ZERO)).isFalse();

    signal.raise();
    fork.interrupt();

    assertThat(time.await(fork.end(), LONG)).isTrue();
    assertThat(happened).endsWith("interrupted");
  }

  @Test
  void shouldEndAForkThatThrows() throws Exception {
    Fork fork =
        time.fork(
            "fork",
            () -> {
              Thread.currentThread().setUncaughtExceptionHandler((t, e) -> happened.add("thrown"));
              throw new IllegalArgumentException("a bug");
            });

    assertThat(time.await(fork.end(), LONG)).isTrue();
  }

  @Test
  void shouldEndAWaitByAnInterrupt() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> time.sleep(LONG)).isInstanceOf(InterruptedException.class);
  }
}
