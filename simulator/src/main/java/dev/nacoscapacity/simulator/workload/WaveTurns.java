package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.core.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes which instances a wave affects, and when. Both follow from the number of the instance,
 * so they are the same in every shard and process. The order is that of {@link Fleet#waveRank}, so
 * a wave progresses evenly through all services.
 */
public final class WaveTurns {

  private static final double SECONDS_IN_A_MINUTE = 60;

  private final Wave wave;

  /** By class: the wave affects instances with a {@link Fleet#waveRank} from this value ... */
  private final double[] from;

  /** ... to below this value. */
  private final double[] to;

  /** By class: whether the affected instances leave; otherwise they return or log in. */
  private final boolean[] leave;

  private final double spreadSeconds;

  private WaveTurns(Wave wave, Traffic traffic, double[] present, double mostPerSecond) {
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
        leave[each] = wave.to() < present[each];
        from[each] = Math.min(wave.to(), present[each]);
        to[each] = Math.max(wave.to(), present[each]);
        present[each] = wave.to();
      } else {
        leave[each] = wave.kind() != Wave.Kind.LOGIN;
        to[each] = wave.share() * present[each];
      }
      instances += of.instances() * (to[each] - from[each]);
    }
    double perSecond =
        wave.perMinute() == null ? mostPerSecond : wave.perMinute() / SECONDS_IN_A_MINUTE;
    this.spreadSeconds = instances / Math.min(perSecond, mostPerSecond);
  }

  /**
   * The schedules of all waves of a fleet, in the order of the profile.
   *
   * @param workload of the fleet, or of a part of it
   */
  public static List<WaveTurns> of(Workload workload) {
    return of(workload.population().traffic(), workload.admissions());
  }

  static List<WaveTurns> of(Traffic traffic, double mostPerSecond) {
    double[] present = new double[traffic.classes().size()];
    Arrays.fill(present, 1);
    List<WaveTurns> all = new ArrayList<>();
    for (Wave wave : traffic.waves()) {
      all.add(new WaveTurns(wave, traffic, present, mostPerSecond));
    }
    return List.copyOf(all);
  }

  public Wave wave() {
    return wave;
  }

  /** Planned time of the last departure, return or login, in seconds since the window began. */
  public double endSeconds() {
    return wave.atSeconds() + spreadSeconds + absentSeconds();
  }

  private double absentSeconds() {
    return wave.absentSeconds() == null ? 0 : wave.absentSeconds();
  }

  /** Whether the wave affects an instance. */
  public boolean takes(Fleet fleet, int instance) {
    int of = classOf(fleet, instance);
    double rank = fleet.waveRank(instance);
    return rank >= from[of] && rank < to[of];
  }

  /** Whether an affected instance leaves; otherwise it returns or logs in. */
  public boolean leaves(Fleet fleet, int instance) {
    return leave[classOf(fleet, instance)];
  }

  /** When an affected instance leaves, returns or logs in, in ns since the window began. */
  public long turn(Fleet fleet, int instance) {
    int of = classOf(fleet, instance);
    double fraction = (fleet.waveRank(instance) - from[of]) / (to[of] - from[of]);
    return Math.round((wave.atSeconds() + fraction * spreadSeconds) * 1e9);
  }

  /** How long an instance stays away after it left, in nanoseconds; 0 when it does not return. */
  public long absence() {
    return Math.round(absentSeconds() * 1e9);
  }

  /** Whether instances that leave come back in the same wave. */
  public boolean returns() {
    return wave.absentSeconds() != null;
  }

  /** Whether two waves conflict: they overlap in services and time, and one is a scaling. */
  public boolean clashes(WaveTurns other) {
    boolean scales = wave.kind() == Wave.Kind.SCALE || other.wave.kind() == Wave.Kind.SCALE;
    boolean overlap =
        wave.atSeconds() < other.endSeconds() && other.wave.atSeconds() < endSeconds();
    return scales && overlap && sharesClass(other);
  }

  private boolean sharesClass(WaveTurns other) {
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
