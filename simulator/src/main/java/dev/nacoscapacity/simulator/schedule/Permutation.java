package dev.nacoscapacity.simulator.schedule;

import java.math.BigInteger;

/**
 * The order in which the actors of a group take their turns: a seeded permutation that is computed
 * without storage, the same in each round. Neighbours in time are far apart in number, so that the
 * instances of one service do not call together.
 */
public final class Permutation {

  /**
   * The step from one turn to the next, as a share of the group. Both shares are badly approximable
   * by fractions, which keeps neighbours in time apart. Positions in orders with different shares
   * are independent; in two orders with the same share they differ by a constant.
   */
  public enum Order {
    GOLDEN_RATIO((Math.sqrt(5) - 1) / 2),
    ROOT_OF_THREE(Math.sqrt(3) - 1);

    private final double share;

    Order(double share) {
      this.share = share;
    }
  }

  private final int actors;
  private final long stride;
  private final long offset;

  /**
   * @param actors at least 1
   * @param seed different seeds start the round with different actors
   */
  public Permutation(int actors, long seed) {
    this(actors, seed, Order.GOLDEN_RATIO);
  }

  /**
   * A permutation in a given order.
   *
   * @param actors at least 1
   * @param seed different seeds start the round with different actors
   */
  public Permutation(int actors, long seed, Order order) {
    if (actors < 1) {
      throw new IllegalArgumentException("a rota needs at least one actor, not " + actors);
    }
    this.actors = actors;
    long step = Math.max(1, Math.round(actors * order.share));
    while (!BigInteger.valueOf(step).gcd(BigInteger.valueOf(actors)).equals(BigInteger.ONE)) {
      step++;
    }
    this.stride = step;
    this.offset = Math.floorMod(seed * 0x9E3779B97F4A7C15L, (long) actors);
  }

  public int actors() {
    return actors;
  }

  /** The actor of an arrival, from 0 to {@code actors - 1}. */
  public int actor(long arrival) {
    return (int) ((arrival % actors * stride + offset) % actors);
  }
}
