package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Measures the rejoin of a node since it was started, resumed or reconnected. */
final class RejoinChecker {

  private static final String UP = "UP";

  private RejoinChecker() {}

  /** One rejoin for each of {@link History#healed}, in its order. */
  static List<Rejoin> check(History history, Hypothesis hypothesis) {
    return history.healed().stream().map(fault -> rejoin(history, fault, hypothesis)).toList();
  }

  private static Rejoin rejoin(History history, Fault fault, Hypothesis hypothesis) {
    Double answers = new Views(history).reached(fault, Views::answers);
    return new Rejoin(
        fault.node(),
        since(fault, answers),
        since(fault, new Views(history).reached(fault, Views::upForEveryMember)),
        since(fault, new Views(history).reached(fault, Views::namesTheOthersLeader)),
        since(fault, answers == null ? null : equal(history, fault, answers, hypothesis)));
  }

  private static Double since(Fault fault, Double moment) {
    return moment == null ? null : moment - fault.healAt();
  }

  private static Double equal(History history, Fault fault, double answers, Hypothesis hypothesis) {
    // What the ended process listed counts for a while after its end.
    double from =
        fault.exitAt() == null
            ? answers
            : Math.max(answers, fault.exitAt() + history.unknownSeconds());
    return history.after(from).stream()
        .filter(second -> showsTheFleet(second.registry().get(fault.node()), hypothesis))
        .map(Second::at)
        .findFirst()
        .orElse(null);
  }

  private static boolean showsTheFleet(RegistryStats listed, Hypothesis hypothesis) {
    if (listed == null || listed.get(RegistryCount.PRESENT) == null) {
      return false;
    }
    long surplus = listed.count(RegistryCount.PRESENT) - listed.count(RegistryCount.EXPECTED);
    return -surplus <= hypothesis.accepted(RegistryCount.MISSING)
        && surplus <= hypothesis.accepted(RegistryCount.STALE)
        && RegistryCount.JUDGED.stream()
            // An instance that is listed again may still receive a late answer to an earlier beat.
            .filter(figure -> figure != RegistryCount.UNKNOWN_INSTANCE_BEATS)
            .allMatch(figure -> listed.count(figure) <= hypothesis.accepted(figure));
  }

  /** The members' views of each other, updated by events. */
  private static final class Views {

    private interface Condition {
      boolean holds(Views views, String node);
    }

    private final History history;
    private final Map<String, Map<String, String>> states = new HashMap<>();
    private final Map<String, Boolean> answers = new HashMap<>();
    private final Map<String, String> leaders = new HashMap<>();

    Views(History history) {
      this.history = history;
    }

    /** The first moment after the heal at which a condition holds; null when there is none. */
    Double reached(Fault fault, Condition condition) {
      boolean gone = false;
      for (Event event : history.events()) {
        if (!gone && hasGone(fault, event.seconds())) {
          gone = true;
          forget(fault.node());
        }
        if (event.seconds() > fault.healAt() && condition.holds(this, fault.node())) {
          // The condition held before the next event, so it has held since the heal.
          return fault.healAt();
        }
        apply(event);
        if (event.seconds() > fault.healAt() && condition.holds(this, fault.node())) {
          return event.seconds();
        }
      }
      if (!gone && hasGone(fault, fault.healAt())) {
        forget(fault.node());
      }
      return condition.holds(this, fault.node()) ? fault.healAt() : null;
    }

    private static boolean hasGone(Fault fault, double at) {
      return History.kind(fault).endsProcess() && fault.exitAt() != null && at >= fault.exitAt();
    }

    /**
     * Forgets the reports of a process that has ended, since they do not apply to the next process.
     */
    private void forget(String node) {
      answers.put(node, false);
      leaders.remove(node);
      states.remove(node);
    }

    private void apply(Event event) {
      Map<String, Object> fields = event.fields();
      String node = (String) fields.get(NodeEvents.NODE);
      if (fields.containsKey(NodeEvents.ANSWERS)) {
        answers.put(node, (Boolean) fields.get(NodeEvents.ANSWERS));
      } else if (fields.containsKey(NodeEvents.LEADER)) {
        leaders.put(node, (String) fields.get(NodeEvents.LEADER));
      } else if (fields.containsKey(NodeEvents.SEEN_BY)) {
        states
            .computeIfAbsent((String) fields.get(NodeEvents.SEEN_BY), by -> new HashMap<>())
            .put(node, (String) fields.get(NodeEvents.STATE));
      }
    }

    boolean answers(String node) {
      return answers.getOrDefault(node, false);
    }

    boolean upForEveryMember(String node) {
      return answers(node)
          && answers.entrySet().stream()
              .filter(Map.Entry::getValue)
              .allMatch(by -> isUp(node, by.getKey()) && !isDown(by.getKey(), node));
    }

    private boolean isUp(String node, String seenBy) {
      return UP.equals(states.getOrDefault(seenBy, Map.of()).get(node));
    }

    /** A partitioned node may still report DOWN for nodes that have always answered. */
    private boolean isDown(String node, String seenBy) {
      return !UP.equals(states.getOrDefault(seenBy, Map.of()).getOrDefault(node, UP));
    }

    boolean namesTheOthersLeader(String node) {
      String leader = leaders.getOrDefault(node, "");
      return answers(node)
          && !leader.isEmpty()
          && answers.entrySet().stream()
              .filter(Map.Entry::getValue)
              .allMatch(by -> Objects.equals(leader, leaders.get(by.getKey())));
    }
  }
}
