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
import java.util.function.BiPredicate;

/** Measures the rejoin of a node since it was started, resumed or reconnected. */
final class RejoinChecker {

  private static final String UP = "UP";

  private RejoinChecker() {}

  /** One rejoin for each of {@link History#healed}, in its order. */
  static List<Rejoin> check(History history, Hypothesis hypothesis) {
    return history.healed().stream().map(fault -> rejoin(history, fault, hypothesis)).toList();
  }

  private static Rejoin rejoin(History history, Fault fault, Hypothesis hypothesis) {
    Double answers = reached(history, fault, Views::answers);
    return new Rejoin(
        fault.node(),
        since(fault, answers),
        since(fault, reached(history, fault, Views::upForEveryMember)),
        since(fault, reached(history, fault, Views::namesTheOthersLeader)),
        since(fault, answers == null ? null : equal(history, fault, answers, hypothesis)));
  }

  /** The first moment since the heal at which a condition holds; null when there is none. */
  private static Double reached(
      History history, Fault fault, BiPredicate<Views, String> condition) {
    Views views = new Views();
    double at = fault.healAt();
    for (Event event : history.events()) {
      if (event.seconds() > fault.healAt()) {
        if (condition.test(views, fault.node())) {
          return at;
        }
        at = event.seconds();
      }
      if (!isOfEndedProcess(event, fault)) {
        views.apply(event);
      }
    }
    return condition.test(views, fault.node()) ? at : null;
  }

  /** What a process that has ended reported does not apply to the next process. */
  private static boolean isOfEndedProcess(Event event, Fault fault) {
    return History.kind(fault).endsProcess()
        && fault.exitAt() != null
        && event.seconds() < fault.exitAt()
        && fault.node().equals(Views.reporter(event));
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
        .map(TrialSecond::at)
        .findFirst()
        .orElse(null);
  }

  private static boolean showsTheFleet(RegistryStats listed, Hypothesis hypothesis) {
    if (listed == null || !listed.has(RegistryCount.PRESENT)) {
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

    private final Map<String, Map<String, String>> states = new HashMap<>();
    private final Map<String, Boolean> answers = new HashMap<>();
    private final Map<String, String> leaders = new HashMap<>();

    /** The node that reported an event. */
    static Object reporter(Event event) {
      Map<String, Object> fields = event.fields();
      return fields.getOrDefault(NodeEvents.SEEN_BY, fields.get(NodeEvents.NODE));
    }

    void apply(Event event) {
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
