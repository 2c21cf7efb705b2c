package dev.nacoscapacity.core.stats;

/** What a part of the fleet did in a wave, in a second or in a stretch of time. */
public final class WaveStats extends Counts<WaveCount> {

  private static final WaveCount[] FIGURES = WaveCount.values();

  public WaveStats() {
    super(FIGURES);
  }

  /** Adds what another part of the fleet did in the same time. */
  public void add(WaveStats other) {
    combine(other, WaveCount::acrossShards);
  }

  /** Adds what was done next. */
  public void append(WaveStats next) {
    combine(next, WaveCount::overTime);
  }
}
