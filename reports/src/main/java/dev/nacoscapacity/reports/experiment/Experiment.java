package dev.nacoscapacity.reports.experiment;

import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.text.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One trial of an experiment: {@code run.json}'s {@code experiment}. Names that end in {@code At}
 * are moments, in seconds since the run began, as in every file of the run; other seconds are
 * lengths. Null or absent means that it did not happen, never 0.
 *
 * <pre>
 * experiment {
 *   name, trial, trials,
 *   hypothesis { failedShare, stretchSeconds, p99Factor, p99SlackMs, dropToleranceSeconds, accepted{} },
 *   method [ { fault, nodes, which, atSeconds, healAfterSeconds, settings{} } ],
 *   stages [ { stage: gate|method|observe|settled, fromAt, toAt } ],
 *   faults [ { fault, node, leader, ownedInstances, servedPerSecond,
 *              intentAt, signalAt, exitAt, portClosedAt, healAt } ],
 *   baseline { fromAt, toAt, callsPerSecond, failedShare, p99Ms, worstSecondP99Ms },
 *   detection [ { node, clientSeconds, serverSeconds, by } ],
 *   outage { failed, firstAt, lastAt, seconds, clientSeconds, worstClientSeconds, clientsMax },
 *   registry { missing|unhealthy|stale|divergent|unknown: { peak, area, last } },
 *   loss { dropped, unknownInstanceBeats, awaySeconds },
 *   recovery { recovered, seconds, sinceHealSeconds, missed { code, arguments, text } },
 *   rejoin [ { node, processSeconds, upSeconds, raftSeconds, equalSeconds } ],
 *   storm { register|connect|login: { steadyPerSecond, peakPerSecond } },
 *   data { namespaces|users|configurations|newConfigurations: { stored, left, node } },
 *   problem { code, arguments, text }
 * }
 * </pre>
 *
 * @param name of the experiment, for example {@code kill-node}
 * @param trial which of the {@code trials}, from 1
 * @param hypothesis what a steady state is, before and after
 * @param method what was to be done
 * @param stages what went on when
 * @param faults what was done, one for each node and time
 * @param baseline the steady state before; null when there was none, and then nothing was broken
 * @param registry what the registry showed wrongly since the first fault, by word; instances, but
 *     for {@code divergent} (services)
 * @param storm what comes all at once after a fault, by operation
 * @param data what an operator had stored in the registry, by kind, and what is left of it; empty
 *     where it was not asked for
 * @param problem why the trial could not be made as it was meant; null when it could
 */
public record Experiment(
    String name,
    int trial,
    int trials,
    Hypothesis hypothesis,
    List<Action> method,
    List<Stage> stages,
    List<Fault> faults,
    Baseline baseline,
    List<Detection> detection,
    Outage outage,
    Map<String, Deviation> registry,
    Loss loss,
    Recovery recovery,
    List<Rejoin> rejoin,
    Map<String, Storm> storm,
    Map<String, Kept> data,
    Message problem) {

  public Experiment {
    method = method == null ? List.of() : List.copyOf(method);
    stages = stages == null ? List.of() : List.copyOf(stages);
    faults = faults == null ? List.of() : List.copyOf(faults);
    detection = detection == null ? List.of() : List.copyOf(detection);
    registry = copy(registry);
    rejoin = rejoin == null ? List.of() : List.copyOf(rejoin);
    storm = copy(storm);
    data = copy(data);
  }

  /**
   * A trial of whose faults nothing was found yet.
   *
   * @param problem why nothing can be; null when something can
   */
  public static Experiment begun(
      String name,
      int trial,
      int trials,
      Hypothesis hypothesis,
      List<Action> method,
      List<Stage> stages,
      Map<String, Kept> data,
      Message problem) {
    return new Experiment(
        name,
        trial,
        trials,
        hypothesis,
        method,
        stages,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        data,
        problem);
  }

  /**
   * What each fault did to its node, in the faults' order. A node that was broken twice was noticed
   * and came back twice.
   */
  public List<Victim> victims() {
    List<Rejoin> left = new ArrayList<>(rejoin);
    List<Victim> victims = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      Rejoin way =
          left.stream()
              .filter(each -> each.node().equals(fault.node()))
              .findFirst()
              .orElse(new Rejoin(fault.node(), null, null, null, null));
      left.remove(way);
      Detection noticed =
          i < detection.size() ? detection.get(i) : new Detection(fault.node(), null, null, null);
      victims.add(new Victim(fault, noticed, way));
    }
    return victims;
  }

  /** A fault, when it was noticed, and the node's way back; both without figures when unknown. */
  public record Victim(Fault fault, Detection detection, Rejoin rejoin) {}

  private static <V> Map<String, V> copy(Map<String, V> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * What a steady state is: a stretch in which few calls fail, latency is near the baseline's, and
   * no more is missing, unhealthy, stale, divergent, unread or unknown to a node than is accepted.
   *
   * @param failedShare largest share of calls that may fail, 0 to 1 (the ε)
   * @param stretchSeconds how long it must hold (the S)
   * @param p99Factor the stretch's p99 may be this many times the baseline's,
   * @param p99SlackMs or this much above the baseline's worst second, whichever is more
   * @param dropToleranceSeconds how long dropped instances may be away before that is data loss; 0:
   *     each drop is
   * @param accepted how many of a figure a node may show all the while, by the figure's column;
   *     none where it is not named
   */
  public record Hypothesis(
      double failedShare,
      double stretchSeconds,
      double p99Factor,
      double p99SlackMs,
      double dropToleranceSeconds,
      Map<String, Long> accepted) {

    /** How many of a figure a node may show. */
    public long accepted(RegistryCount figure) {
      return accepted.getOrDefault(figure.column(), 0L);
    }
  }

  /**
   * A step of the method.
   *
   * @param fault what is done, for example {@code kill}
   * @param nodes how many nodes it is done to
   * @param which {@code leader}, {@code follower}, {@code random}, or names
   * @param atSeconds since the method's start
   * @param healAfterSeconds until the node is started, resumed or let through again; null for when
   *     the observation ends
   * @param settings of the fault, for example {@code latencyMs}
   */
  public record Action(
      String fault,
      int nodes,
      String which,
      double atSeconds,
      Double healAfterSeconds,
      Map<String, Object> settings) {

    public Action {
      settings = copy(settings);
    }
  }

  /**
   * What went on.
   *
   * @param stage {@code gate} (until the steady state held), {@code method} (until the last fault
   *     was healed, or was not to be), {@code observe} (until recovered, or given up), {@code
   *     settled} (the steady state after)
   */
  public record Stage(String stage, double fromAt, double toAt) {}

  /**
   * A fault done to a node.
   *
   * @param leader whether the node led naming's raft group; null when unknown
   * @param ownedInstances how many instances the node was responsible for, as it said itself; null
   *     when unknown
   * @param servedPerSecond calls it answered in the seconds before
   * @param intentAt when it was decided
   * @param signalAt when it was done: a signal sent, a proxy switched
   * @param exitAt when the process was gone, or stood still; null for a proxy's fault
   * @param portClosedAt when its port took no connection any more; null where it goes on doing so
   * @param healAt when it was started, resumed or let through again; null when it was not
   */
  public record Fault(
      String fault,
      String node,
      Boolean leader,
      Long ownedInstances,
      double servedPerSecond,
      double intentAt,
      double signalAt,
      Double exitAt,
      Double portClosedAt,
      Double healAt) {}

  /**
   * The steady state before the first fault, of the fleet's beats and lists.
   *
   * @param worstSecondP99Ms the highest p99 of a single second
   */
  public record Baseline(
      double fromAt,
      double toAt,
      double callsPerSecond,
      double failedShare,
      double p99Ms,
      double worstSecondP99Ms) {}

  /**
   * How long after a fault it was noticed.
   *
   * @param clientSeconds until the first call failed or was sent elsewhere; to the second
   * @param serverSeconds until the first surviving node called the victim DOWN (or else than UP)
   * @param by that node
   */
  public record Detection(String node, Double clientSeconds, Double serverSeconds, String by) {}

  /**
   * Failed calls of clients, from the first fault on.
   *
   * @param failed calls that failed for good
   * @param firstAt the end of the first second that had one, or a client without service
   * @param lastAt likewise of the last
   * @param seconds from first to last, both included
   * @param clientSeconds clients without service, added up over the seconds: each second the
   *     operation with most of them
   * @param worstClientSeconds the longest time that one client was without service
   * @param clientsMax most clients without service at once
   */
  public record Outage(
      long failed,
      Double firstAt,
      Double lastAt,
      double seconds,
      double clientSeconds,
      double worstClientSeconds,
      long clientsMax) {}

  /**
   * One word of the registry's truth over time, each second's worst node.
   *
   * @param peak the most at once
   * @param area added up over the seconds: instance-seconds
   * @param last in the last second
   */
  public record Deviation(long peak, long area, long last) {}

  /**
   * What the registry forgot although clients did their part.
   *
   * @param dropped how often a node which had not just been restarted began to show an instance as
   *     missing or unhealthy although it kept beating, on the worst node: data loss, unless they
   *     were back in time. An instance that is dropped twice counts twice
   * @param unknownInstanceBeats beats answered "unknown instance", after which the client registers
   *     again
   * @param awaySeconds the longest stretch in which any such node showed any instance so: no
   *     instance was away for longer
   */
  public record Loss(long dropped, long unknownInstanceBeats, double awaySeconds) {

    /** Whether more was dropped than a hypothesis tolerates. */
    public boolean isDataLoss(Hypothesis hypothesis) {
      return dropped > 0 && awaySeconds > hypothesis.dropToleranceSeconds();
    }
  }

  /**
   * Whether the steady state came back.
   *
   * @param recovered with every node in service again
   * @param seconds from the first fault to the start of the first stretch after the last fault in
   *     which the hypothesis held, for the nodes in service; null when there was none
   * @param sinceHealSeconds from the last heal to the start of the first such stretch after it, for
   *     all nodes; null when there was none
   * @param missed what kept the last stretch from holding; null when recovered
   */
  public record Recovery(
      boolean recovered, Double seconds, Double sinceHealSeconds, Message missed) {}

  /**
   * A node's way back, in seconds since it was started or resumed; null for what did not come.
   *
   * @param processSeconds it answers
   * @param upSeconds every member calls it UP
   * @param raftSeconds it names the same raft leader as every other member
   * @param equalSeconds it shows the fleet as the others do
   */
  public record Rejoin(
      String node,
      Double processSeconds,
      Double upSeconds,
      Double raftSeconds,
      Double equalSeconds) {}

  /**
   * What an operator stores beside the fleet's instances.
   *
   * @param stored how many there were; of {@code newConfigurations}, which each node in service was
   *     given at the end
   * @param left how many of them the node in service gives out that has fewest
   * @param node its name; null when all have all
   */
  public record Kept(int stored, int left, String node) {}

  /** Calls of one kind that a fault brings about: the rate before, and the most in one second. */
  public record Storm(double steadyPerSecond, double peakPerSecond) {}
}
