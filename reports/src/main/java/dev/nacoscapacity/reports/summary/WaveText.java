package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.WaveResult;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.workload.Wave;

/** The outcome of a wave in one line. */
public final class WaveText {

  private WaveText() {}

  /** The line, without its end. */
  public static String line(WaveResult wave, Language language) {
    return language.say(
        wave.kind() == Wave.Kind.LOGIN ? "summary.loginWave" : "summary.wave",
        with("kind", wave.kind().word())
            .and("at", wave.atSeconds())
            .and("instances", wave.instances())
            .and("left", wave.left())
            .and("back", wave.back())
            .and("unfinished", wave.unfinished() > 0 ? wave.unfinished() : null)
            .and("took", wave.times().took().stream().boxed().findFirst())
            .and("slowest", wave.times().slowestReturnSeconds())
            .and("failed", wave.failed())
            .and("drops", wave.drops())
            .and("unserved", wave.unservedMax()));
  }
}
