package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.reports.record.ServiceClass;
import dev.nacoscapacity.reports.record.Traffic;
import dev.nacoscapacity.reports.record.Wave;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which instances a wave affects, and when each has its turn. Both follow from the instance's
 * number and are the same in every shard and process. The order is that of {@link Fleet#turn}, so a
 * wave progresses evenly through all services.
 */
public final class WaveTurns {

  private static final double SECONDS_IN_A_MINUTE = 60;

  private final Wave wave;

  /** By class: the affected instances stand at this place in the order or above, ... */
  private final double[] from;

  /** ... and below this place. */
  private final double[] to;

  /** By class: whether the affected instances leave; otherwise they come back or log in. */
  private final boolean[] leave;

  private final double spreadSeconds;

  private WaveTurns(Wave wave, Traffic traffic, double[] there, double mostPerSecond) {
    int classes = traffic.classes().size();
    this.wave = wave;
    this.from = new double[classes];
    this.to = new double[classes];
    this.leave = new boolean[classes];
    double instances = 0;
    for (int each = 0; each < classes; each++) {
      ServiceClass of = traffic.classes().get(each);
      if (!wave.concerns(of)) {
        continue;
      }
      if (wave.kind() == Wave.Kind.SCALE) {
        leave[each] = wave.to() < there[each];
        from[each] = Math.min(wave.to(), there[each]);
        to[each] = Math.max(wave.to(), there[each]);
        there[each] = wave.to();
      } else {
        leave[each] = wave.kind() != Wave.Kind.LOGIN;
        to[each] = wave.share() * there[each];
      }
      instances += of.instances() * (to[each] - from[each]);
    }
    double perSecond =
        wave.perMinute() == null ? mostPerSecond : wave.perMinute() / SECONDS_IN_A_MINUTE;
    this.spreadSeconds = instances / Math.min(perSecond, mostPerSecond);
  }

  /**
   * The turns of a fleet's waves.
   *
   * @param traffic of the whole fleet
   * @param mostPerSecond the most clients that the whole fleet brings in or takes out
   */
  public static List<WaveTurns> of(Traffic traffic, double mostPerSecond) {
    double[] there = new double[traffic.classes().size()];
    Arrays.fill(there, 1);
    List<WaveTurns> all = new ArrayList<>();
    for (Wave wave : traffic.waves()) {
      all.add(new WaveTurns(wave, traffic, there, mostPerSecond));
    }
    return List.copyOf(all);
  }

  public Wave wave() {
    return wave;
  }

  /** When the last instance should be back, or gone for good, in seconds since the window began. */
  public double endSeconds() {
    return wave.atSeconds() + spreadSeconds + absentSeconds();
  }

  private double absentSeconds() {
    return wave.absentSeconds() == null ? 0 : wave.absentSeconds();
  }

  /** Whether an instance has a turn. */
  public boolean takes(Fleet fleet, int instance) {
    int of = classOf(fleet, instance);
    double turn = fleet.turn(instance);
    return turn >= from[of] && turn < to[of];
  }

  /** Whether an affected instance leaves in its turn; otherwise it comes back or logs in. */
  public boolean leaves(Fleet fleet, int instance) {
    return leave[classOf(fleet, instance)];
  }

  /** When an affected instance has its turn, in nanoseconds since the window began. */
  public long turn(Fleet fleet, int instance) {
    int of = classOf(fleet, instance);
    double place = (fleet.turn(instance) - from[of]) / (to[of] - from[of]);
    return Math.round((wave.atSeconds() + place * spreadSeconds) * 1e9);
  }

  /** How long an instance is away after it left, in nanoseconds; 0 for good. */
  public long absence() {
    return Math.round(absentSeconds() * 1e9);
  }

  /** Whether instances that leave come back in the same wave. */
  public boolean returns() {
    return wave.absentSeconds() != null;
  }

  /** Whether two waves affect the same services at the same time, and one of them scales. */
  public boolean clashes(WaveTurns other) {
    boolean scales = wave.kind() == Wave.Kind.SCALE || other.wave.kind() == Wave.Kind.SCALE;
    boolean together =
        wave.atSeconds() < other.endSeconds() && other.wave.atSeconds() < endSeconds();
    return scales && together && shares(other);
  }

  private boolean shares(WaveTurns other) {
    for (int each = 0; each < to.length; each++) {
      if (to[each] > from[each] && other.to[each] > other.from[each]) {
        return true;
      }
    }
    return false;
  }

  private static int classOf(Fleet fleet, int instance) {
    return fleet.classNumber(fleet.serviceOf(instance));
  }
}
