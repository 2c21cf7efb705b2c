package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.time.Duration;
import java.util.List;

/** Checks that a run has the duration and the options that the waves of its profile need. */
final class WaveCheck {

  private WaveCheck() {}

  /**
   * Checks a run.
   *
   * @param auth whether clients log in
   * @throws UsageException when a wave does not fit
   */
  static void require(Workload settings, boolean auth) {
    List<WaveTurns> waves = WaveTurns.of(settings);
    UsageException.unless(
        auth || waves.stream().noneMatch(each -> each.wave().kind() == Wave.Kind.LOGIN),
        "--profile",
        "has a wave of logins, which needs --auth");
    for (int later = 1; later < waves.size(); later++) {
      for (WaveTurns earlier : waves.subList(0, later)) {
        requireApart(earlier, waves.get(later));
      }
    }
    Duration needed = new LoadFigures(settings).wavesNeed();
    UsageException.unless(
        settings.timing().duration().compareTo(needed) >= 0,
        "--duration",
        "%s is too short for the profile's waves, which with %,d instances take until %s after it began, and --registration-grace is %s: write --duration %ds or more"
            .formatted(
                seconds(settings.timing().duration()),
                settings.population().instances(),
                seconds(needed.minus(settings.timing().registrationGrace())),
                seconds(settings.timing().registrationGrace()),
                wholeSeconds(needed.toMillis() / 1e3)));
  }

  private static void requireApart(WaveTurns earlier, WaveTurns later) {
    UsageException.unless(
        !earlier.clashes(later),
        "--profile",
        "has a wave at %s s while that at %s s, of the same services, goes on, and no other may while one scales: write 'at: %ds' or later there, or a higher per-minute before"
            .formatted(
                NumberText.exact(later.wave().atSeconds()),
                NumberText.exact(earlier.wave().atSeconds()),
                wholeSeconds(earlier.endSeconds())));
  }

  private static long wholeSeconds(double seconds) {
    return (long) Math.ceil(seconds);
  }

  private static String seconds(Duration duration) {
    return NumberText.exact(duration.toMillis() / 1e3) + " s";
  }
}
