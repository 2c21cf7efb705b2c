package dev.nacoscapacity.core.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One trial of an experiment: {@code run.json}'s {@code experiment}. Names that end in {@code At}
 * are moments, in seconds since the run began, as in every file of the run; other seconds are
 * lengths. What did not happen is absent; it is never 0.
 *
 * <pre>
 * experiment {
 *   name, trial, trials,
 *   hypothesis { failedShare, stretchSeconds, p99Factor, p99SlackMs, dropToleranceSeconds, accepted{} },
 *   method [ { fault, nodes, which, afterSeconds, healAfterSeconds, settings{} } ],
 *   stages [ { stage: gate|method|observe|settled, fromAt, toAt } ],
 *   faults [ { fault, node, leader, ownedInstances, servedPerSecond,
 *              intentAt, signalAt, exitAt, portClosedAt, healAt } ],
 *   baseline { fromAt, toAt, callsPerSecond, failedShare, p99Ms, worstSecondP99Ms },
 *   detection [ { node, clientSeconds, serverSeconds, by, survivors } ],
 *   outage { failed, firstAt, lastAt, seconds, clientSeconds, worstClientSeconds, clientsMax },
 *   registry { missing|unhealthy|stale|divergent|unknown: { peak, area, last } },
 *   loss { dropped, unknownInstanceBeats, awaySeconds },
 *   recovery { recovered, seconds, sinceHealSeconds, missed { code, arguments, text } },
 *   rejoin [ { node, processSeconds, upSeconds, raftSeconds, equalSeconds } ],
 *   storm { register|connect|login: { steadyPerSecond, peakPerSecond } },
 *   data { namespaces|users|configurations|newConfigurations: { stored, left, node, unread } },
 *   problem { code, arguments, text }
 * }
 * </pre>
 *
 * @param design what was to be shown, and what was to be done
 * @param stages of the trial, with their times
 * @param faults the injected faults, one for each node and time
 * @param baseline the steady state before; absent when there was none; in that case no fault was
 *     injected
 * @param effects of the faults
 * @param problem why the trial could not run as planned; absent when it could
 */
@RecordBuilder
public record Experiment(
    @JsonUnwrapped Design design,
    List<Stage> stages,
    List<Fault> faults,
    Baseline baseline,
    @JsonUnwrapped Effects effects,
    Message problem)
    implements ExperimentBuilder.With {

  /** Code of the problem that a healed node did not return, which the next fault waited for. */
  public static final String NOT_BACK = "trial.notBack";

  /** Code of the problem that a majority of nodes had no raft leader, which a step is about. */
  public static final String NO_LEADER = "trial.noLeader";

  /**
   * Code of the problem that a hook did not do what the method says, so that nothing follows from
   * the other figures.
   */
  public static final String HOOK_PROBLEM = "trial.hook";

  /** Code of several problems together, its argument {@code problems}. */
  public static final String PROBLEMS = "trial.problems";

  /** Codes of the problems that are the registry's. */
  private static final Set<String> OF_THE_REGISTRY =
      Set.of(NOT_BACK, NO_LEADER, "trial.neverSteady", "trial.neverWhole");

  public Experiment {
    stages = stages == null ? List.of() : List.copyOf(stages);
    faults = faults == null ? List.of() : List.copyOf(faults);
    effects = effects == null ? ExperimentEffectsBuilder.builder().build() : effects;
  }

  /**
   * The design of an experiment.
   *
   * @param name of the experiment, for example {@code kill-node}
   * @param trial which of the {@code trials}, from 1
   * @param hypothesis what a steady state is, before and after
   * @param method what was to be done
   */
  public record Design(
      String name, int trial, int trials, Hypothesis hypothesis, List<Action> method) {

    public Design {
      method = method == null ? List.of() : List.copyOf(method);
    }
  }

  /**
   * The effects of the faults; empty or absent when nothing was broken.
   *
   * @param detection one for each fault
   * @param registry deviations of the registry since the first fault, by kind; in instances, except
   *     {@code divergent} (services)
   * @param storm bursts of calls after a fault, by operation
   * @param data stored and surviving operator data, by kind; empty when this check was not
   *     requested
   */
  @RecordBuilder
  public record Effects(
      List<Detection> detection,
      Outage outage,
      Map<String, Deviation> registry,
      Loss loss,
      Recovery recovery,
      List<Rejoin> rejoin,
      Map<String, Storm> storm,
      Map<String, SurvivingData> data)
      implements ExperimentEffectsBuilder.With {

    public Effects {
      detection = detection == null ? List.of() : List.copyOf(detection);
      registry = copy(registry);
      rejoin = rejoin == null ? List.of() : List.copyOf(rejoin);
      storm = copy(storm);
      data = copy(data);
    }
  }

  /**
   * Whether something other than the registry ended the trial before its time: what was lost by
   * then was lost, but the nodes had no time to recover.
   */
  public boolean cutShort() {
    return problem != null && !isOfTheRegistry(problem);
  }

  /** Whether a problem, or one of several, is the registry's own. */
  public static boolean isOfTheRegistry(Message problem) {
    return codes(problem).anyMatch(OF_THE_REGISTRY::contains);
  }

  private static Stream<Object> codes(Message problem) {
    return problem.code().equals(PROBLEMS)
            && problem.arguments().get("problems") instanceof List<?> parts
        ? parts.stream().map(part -> ((Map<?, ?>) part).get("code"))
        : Stream.of(problem.code());
  }

  /**
   * The effect of each fault on its node, in the order of the faults. A node that was broken twice
   * has two entries.
   */
  public List<Victim> victims() {
    List<Rejoin> remaining = new ArrayList<>(effects.rejoin);
    List<Victim> victims = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      Rejoin way =
          remaining.stream()
              .filter(each -> each.node().equals(fault.node()))
              .findFirst()
              .orElse(new Rejoin(fault.node(), null, null, null, null));
      remaining.remove(way);
      Detection noticed =
          i < effects.detection.size()
              ? effects.detection.get(i)
              : new Detection(fault.node(), null, null, null, null);
      victims.add(new Victim(fault, noticed, way));
    }
    return victims;
  }

  /**
   * A fault, its detection and the rejoin of its node; detection and rejoin have no figures when
   * these are unknown.
   */
  public record Victim(Fault fault, Detection detection, Rejoin rejoin) {}

  private static <V> Map<String, V> copy(Map<String, V> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * What a steady state is: a stretch in which few calls fail, latency is near the baseline's, and
   * no more is missing, unhealthy, stale, divergent, unread or unknown to a node than is accepted.
   *
   * @param failedShare largest share of calls that may fail, 0 to 1
   * @param stretchSeconds how long it must hold (the S)
   * @param p99Factor the stretch's p99 may be this many times the baseline's,
   * @param p99SlackMs or this much above the baseline's worst second, whichever is more
   * @param dropToleranceSeconds how long a dropped instance may be absent before the drop counts as
   *     data loss; 0 means that every drop counts
   * @param accepted how many of a figure a node may show at any time, by the column of the figure;
   *     0 for a figure without an entry
   */
  @RecordBuilder
  public record Hypothesis(
      double failedShare,
      double stretchSeconds,
      double p99Factor,
      double p99SlackMs,
      double dropToleranceSeconds,
      Map<String, Long> accepted)
      implements ExperimentHypothesisBuilder.With {

    /** The largest value of a figure that a node may show. */
    public long accepted(RegistryCount figure) {
      return accepted.getOrDefault(figure.column(), 0L);
    }
  }

  /**
   * A step of the method.
   *
   * @param fault for example {@code kill}
   * @param nodes the number of nodes to break
   * @param which {@code leader}, {@code follower}, {@code random}, or names
   * @param afterSeconds since the step before was healed, or injected if it is healed at the end;
   *     the first step's since the method's start
   * @param healAfterSeconds until the node is started, resumed or reconnected; absent to heal at
   *     the end of the observation
   * @param settings of the fault, for example {@code latencyMs}
   */
  public record Action(
      String fault,
      int nodes,
      String which,
      double afterSeconds,
      Double healAfterSeconds,
      Map<String, Object> settings) {

    public Action {
      settings = copy(settings);
    }
  }

  /**
   * A stage of the trial.
   *
   * @param stage {@code gate} (until the steady state held), {@code method} (until the last fault
   *     was healed, or would not be), {@code observe} (until recovered, or given up), {@code
   *     settled} (the steady state after)
   */
  public record Stage(String stage, double fromAt, double toAt) {}

  /**
   * A fault done to a node.
   *
   * @param leader whether the node was the leader of naming's raft group; absent when unknown
   * @param ownedInstances the number of instances that the node itself reported as owned; absent
   *     when unknown
   * @param servedPerSecond calls that the node answered per second before the fault
   * @param intentAt when the fault was decided
   * @param signalAt when the fault was injected: a signal sent, a proxy switched
   * @param exitAt when the process was gone, or stood still; absent for a proxy's fault
   * @param portClosedAt when the port of the node stopped accepting connections; absent if it did
   *     not stop
   * @param healAt when the node was started, resumed or reconnected; absent when it was not
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
   * Time from a fault to its detection.
   *
   * @param clientSeconds until more calls failed or were sent elsewhere than in any second of the
   *     steady state; to the second
   * @param serverSeconds until the first surviving node reported the victim as DOWN (or any state
   *     but UP)
   * @param by the name of that surviving node
   * @param survivors how many other nodes were in service a second after the fault; absent when
   *     unknown
   */
  public record Detection(
      String node, Double clientSeconds, Double serverSeconds, String by, Integer survivors) {

    /** Whether there was another node to report the victim. */
    public boolean noticeable() {
      return serverSeconds != null || survivors == null || survivors > 0;
    }
  }

  /**
   * Failed calls of clients since the first fault.
   *
   * @param failed calls that failed for good
   * @param firstAt the end of the first second with more failed calls or clients without service
   *     than any of the steady state
   * @param lastAt the end of the last such second
   * @param seconds from first to last, both included
   * @param clientSeconds clients without service, summed over the seconds; each second counts the
   *     operation with the most such clients
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
   * One kind of deviation of the registry over time, by the worst node of each second.
   *
   * @param peak the most at once
   * @param area sum over the seconds: instance-seconds
   * @param last in the last second
   */
  public record Deviation(long peak, long area, long last) {}

  /**
   * Instances that the registry lost although their clients kept beating.
   *
   * @param dropped how often a node showed a beating instance as missing or unhealthy, counted on
   *     the worst node; nodes that have just restarted are left out. This is data loss unless the
   *     instances returned in time. An instance that is dropped twice counts twice
   * @param unknownInstanceBeats beats answered "unknown instance", after which the client registers
   *     again
   * @param awaySeconds the longest period in which any such node showed any instance that way: an
   *     upper bound on the absence of one instance
   */
  public record Loss(long dropped, long unknownInstanceBeats, double awaySeconds) {

    /**
     * Whether more was dropped than is accepted, for longer than a hypothesis tolerates.
     *
     * @param accepted drops that any run may show, with a fault or without
     */
    public boolean isDataLoss(Hypothesis hypothesis, long accepted) {
      return dropped > accepted && awaySeconds > hypothesis.dropToleranceSeconds();
    }
  }

  /**
   * Whether and when the steady state returned.
   *
   * @param recovered with every node in service again
   * @param seconds from the first fault to the start of the first stretch after the last fault in
   *     which the hypothesis held, for the nodes in service; absent when there was none
   * @param sinceHealSeconds from the last heal to the start of the first such stretch after it, for
   *     all nodes; absent when there was none
   * @param missed why the last stretch did not meet the hypothesis; absent when recovered
   */
  public record Recovery(
      boolean recovered, Double seconds, Double sinceHealSeconds, Message missed) {}

  /**
   * The rejoin of a node: seconds since the node was started or resumed; absent for a step that did
   * not happen.
   *
   * @param processSeconds until the node answers
   * @param upSeconds until every member reports the node as UP
   * @param raftSeconds until the node reports the same raft leader as every other member
   * @param equalSeconds until the node shows the same fleet as the other nodes
   */
  public record Rejoin(
      String node,
      Double processSeconds,
      Double upSeconds,
      Double raftSeconds,
      Double equalSeconds) {

    /** The first step that did not happen; empty when the node completed all steps. */
    public Optional<String> missingStep() {
      Map<String, Double> steps = steps();
      return steps.keySet().stream().filter(step -> steps.get(step) == null).findFirst();
    }

    /** When the last step happened of those that did; 0 when none did. */
    public double lastStepSeconds() {
      return steps().values().stream()
          .filter(Objects::nonNull)
          .mapToDouble(Double::doubleValue)
          .max()
          .orElse(0);
    }

    private Map<String, Double> steps() {
      Map<String, Double> steps = new LinkedHashMap<>();
      steps.put("process", processSeconds);
      steps.put("up", upSeconds);
      steps.put("raft", raftSeconds);
      steps.put("equal", equalSeconds);
      return steps;
    }
  }

  /**
   * Data that an operator stored in the registry, other than instances.
   *
   * @param stored the number of stored items; for {@code newConfigurations}, those written through
   *     each node in service at the end
   * @param left the number of items that remain on the node in service with the fewest; absent when
   *     no node tells
   * @param node the name of that node; absent when every node has all items
   * @param unread the nodes in service that told before the first fault and no longer tell
   */
  public record SurvivingData(
      int stored,
      Integer left,
      String node,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unread) {

    public SurvivingData {
      unread = unread == null ? List.of() : List.copyOf(unread);
    }
  }

  /**
   * A burst of calls of one kind after a fault: the rate before the fault, and the highest count in
   * one second.
   */
  public record Storm(double steadyPerSecond, double peakPerSecond) {}
}
