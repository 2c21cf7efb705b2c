package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.NumberText.counted;
import static dev.nacoscapacity.core.text.NumberText.of;

import dev.nacoscapacity.core.record.Wave;
import dev.nacoscapacity.core.record.WaveResult;

/** The outcome of a wave in one line. */
public final class WaveText {

  private WaveText() {}

  /** The line, without its end. */
  public static String line(WaveResult wave) {
    boolean login = wave.kind() == Wave.Kind.LOGIN;
    StringBuilder line = new StringBuilder();
    line.append(
        of(
            "%s at %.0f s, %s: ",
            wave.kind().word(),
            wave.atSeconds(),
            counted(wave.instances(), "instance", "instances")));
    line.append(of(login ? "%,d began to log in" : "%,d left", wave.left()));
    line.append(of(login ? ", %,d had a token" : ", %,d came back", wave.back()));
    if (wave.unfinished() > 0) {
      line.append(of(", %,d unfinished", wave.unfinished()));
    }
    wave.times().took().ifPresent(seconds -> line.append(of("; took %.1f s", seconds)));
    if (wave.times().slowestReturnSeconds() != null) {
      line.append(of(", the slowest return %.1f s", wave.times().slowestReturnSeconds()));
    }
    return line.append(
            of(
                "; %s, %s, at most %,d without service",
                counted(wave.failed(), "failed call", "failed calls"),
                counted(wave.drops(), "drop", "drops"),
                wave.unservedMax()))
        .toString();
  }
}
