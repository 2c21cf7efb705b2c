package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import java.time.Duration;

/**
 * How long one or more runs take. A cluster that registers instances more slowly than it is asked
 * to makes their ramps longer than planned.
 *
 * @param about when nothing has to be waited for
 * @param atMost when each wait after the ramp lasts as long as it may; {@code about} or more
 */
public record RunTime(Duration about, Duration atMost) {

  /** Of no run. */
  public static final RunTime NONE = new RunTime(Duration.ZERO, Duration.ZERO);

  /** One after the other. */
  public RunTime plus(RunTime other) {
    return new RunTime(about.plus(other.about), atMost.plus(other.atMost));
  }

  /** So many of these, one after the other. */
  public RunTime times(int runs) {
    return new RunTime(about.multipliedBy(runs), atMost.multipliedBy(runs));
  }

  /**
   * The same by a clock that runs faster.
   *
   * @param dilation how many times faster, 1 or more
   */
  public RunTime slowed(double dilation) {
    return new RunTime(slowed(about, dilation), slowed(atMost, dilation));
  }

  private static Duration slowed(Duration time, double dilation) {
    return Duration.ofMillis(Math.round(time.toMillis() * dilation));
  }

  /** In words: {@code about 1 h 10 min, at most 1 h 50 min}. */
  public String words(Language language) {
    return language.say("time.about", with("about", words(about)).and("atMost", words(atMost)));
  }

  private static String words(Duration time) {
    return NumberText.time(time.toMillis() / 1e3);
  }
}
