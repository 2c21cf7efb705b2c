package dev.nacoscapacity.simulator.schedule;

/**
 * In which order the actors of a group take their turns: a seeded permutation without memory, the
 * same each round. Neighbours in time are far apart in number, so that the instances of one service
 * do not call together.
 */
public final class Rota {

  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private final int actors;
  private final long stride;
  private final long offset;

  /**
   * @param actors at least 1
   * @param seed different seeds start the round with different actors
   */
  public Rota(int actors, long seed) {
    if (actors < 1) {
      throw new IllegalArgumentException("a rota needs at least one actor, not " + actors);
    }
    this.actors = actors;
    long step = Math.max(1, Math.round(actors * GOLDEN_RATIO));
    while (greatestCommonDivisor(step, actors) != 1) {
      step++;
    }
    this.stride = step;
    this.offset = Math.floorMod(seed * 0x9E3779B97F4A7C15L, (long) actors);
  }

  public int actors() {
    return actors;
  }

  /** Whose turn a slot is, from 0 to {@code actors - 1}. */
  public int actor(long slot) {
    return (int) ((slot % actors * stride + offset) % actors);
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
