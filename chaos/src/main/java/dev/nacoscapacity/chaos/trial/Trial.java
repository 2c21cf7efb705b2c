package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.Checkers;
import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.chaos.checker.Second;
import dev.nacoscapacity.chaos.checker.Steady;
import dev.nacoscapacity.chaos.experiment.Plan;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.experiment.Which;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Stage;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * One trial of a plan, beside a fleet: waits for the steady state, breaks, mends and watches, on a
 * thread of its own. Whatever ends it, what is broken is mended before {@link #end} returns.
 */
public final class Trial implements Scenario {

  /** Calls that a victim served are counted over so many seconds. */
  private static final int SERVED_SECONDS = 10;

  private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(30);

  private final Plan plan;
  private final List<Node> nodes;
  private final Faults faults;
  private final Notes notes;
  private final RandomGenerator random;
  private final Consumer<String> progress;

  private final Members members;
  private final Experiment.Hypothesis hypothesis;
  private final Watching watching = new Watching();
  private final List<Stage> stages = new ArrayList<>();
  private Timeline timeline;
  private MemberWatch watch;
  private Breakage breakage;
  private Thread thread;
  private Baseline baseline;
  private volatile String problem;
  private volatile boolean over;

  /**
   * @param nodes of the cluster, in the order in which the fleet numbers them
   * @param notes where it is written what is broken
   * @param random chooses among nodes
   * @param progress told what is done
   */
  public Trial(
      Plan plan,
      List<Node> nodes,
      Faults faults,
      Notes notes,
      RandomGenerator random,
      Consumer<String> progress) {
    this.plan = plan;
    this.nodes = List.copyOf(nodes);
    this.faults = faults;
    this.notes = notes;
    this.random = random;
    this.progress = progress;
    this.members = new Members(this.nodes);
    this.hypothesis = plan.hypothesis().recorded();
    this.problem = "the registry never showed the fleet whole";
  }

  /** The longest that a trial of a plan can take. */
  public static Duration longest(Plan plan, int nodes) {
    Duration method = Duration.ZERO;
    for (Step step : plan.method()) {
      int groups = step.which().how() == Which.How.EACH ? nodes : 1;
      Duration heal = plan.healAfter() == null ? Duration.ZERO : plan.healAfter();
      method = method.plus(step.after()).plus(heal.plus(plan.observe()).multipliedBy(groups));
    }
    return plan.hypothesis().gate().plus(method).plus(plan.observe().multipliedBy(2));
  }

  @Override
  public boolean mayBreakNodes() {
    return true;
  }

  @Override
  public void begin(Events events) {
    problem = null;
    timeline = new Timeline(events, InstantSource.system());
    watch = new MemberWatch(members, timeline);
    breakage = new Breakage(timeline, notes, watch::forget);
    thread = new Thread(this::act, "experiment");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void second(Board board) {
    List<String> names = nodes.stream().map(Node::name).toList();
    watching.add(Second.of(timeline.now(), board, names));
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void end() {
    if (thread == null) {
      return;
    }
    thread.interrupt();
    boolean interrupted = false;
    try {
      thread.join(PATIENCE_AT_THE_END.toMillis());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    breakage.healAll();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What was found; to be asked once the run has ended.
   *
   * @param number of this trial, from 1
   * @param of how many
   */
  public Experiment experiment(int number, int of) {
    Experiment begun =
        new Experiment(
            plan.name(),
            number,
            of,
            hypothesis,
            plan.recorded(),
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
            problem);
    if (timeline == null) {
      return begun;
    }
    return Checkers.check(begun, history(), baseline);
  }

  // --- On the experiment's thread --------------------------------------------------------------

  private void act() {
    try {
      if (gate()) {
        method();
        observe();
        settle();
      }
    } catch (InterruptedException e) {
      problem = "it was interrupted";
    } catch (IllegalArgumentException | ClusterException e) {
      problem = e.getMessage();
    } finally {
      boolean interrupted = Thread.interrupted();
      breakage.healAll();
      watch.close();
      over = true;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Watches second by second until a stretch is steady; what kept the last one, when none was. */
  private Optional<String> awaitSteady(
      String stage, Duration limit, double notBefore, Baseline comparedWith)
      throws InterruptedException {
    double from = timeline.now();
    double deadline = from + seconds(limit);
    Nurse nurse = new Nurse(nodes, breakage, timeline);
    History soFar = new History(List.of(), List.of(), breakage.recorded());
    Optional<String> missed = Optional.of("it had not yet lasted long enough");
    while (missed.isPresent() && timeline.now() < deadline) {
      watching.awaitNext();
      nurse.look();
      List<Second> last = watching.last(hypothesis.stretchSeconds(), notBefore);
      if (!last.isEmpty()) {
        missed = Steady.missed(last, hypothesis, comparedWith, soFar::out).or(this::away);
        if (missed.isEmpty() && comparedWith == null) {
          baseline = Steady.baseline(last);
        }
      }
    }
    stages.add(new Stage(stage, from, timeline.now()));
    return missed;
  }

  /** A node that was healed and is not yet a member like the others. */
  private Optional<String> away() {
    return Checkers.away(history()).map(node -> node + " had not rejoined");
  }

  private History history() {
    return new History(watching.all(), timeline.events(), breakage.recorded());
  }

  private boolean gate() throws InterruptedException {
    progress.accept(
        "gate: waiting for %.0f s of steady state".formatted(hypothesis.stretchSeconds()));
    Optional<String> missed = awaitSteady("gate", plan.hypothesis().gate(), 0, null);
    missed.ifPresent(
        what ->
            problem =
                "the steady state did not hold for %.0f s within %d s (%s)"
                    .formatted(
                        hypothesis.stretchSeconds(), plan.hypothesis().gate().toSeconds(), what));
    return missed.isEmpty();
  }

  private void method() throws InterruptedException {
    double from = timeline.now();
    try {
      for (Step step : plan.method()) {
        awaitMoment(timeline.now() + seconds(step.after()));
        perform(step);
      }
    } finally {
      stages.add(new Stage("method", from, timeline.now()));
    }
  }

  private void perform(Step step) throws InterruptedException {
    String leader = members.leader().orElse(null);
    List<String> whole =
        nodes.stream().map(Node::name).filter(name -> !breakage.isBroken(name)).toList();
    List<List<String>> groups = Victims.choose(step, whole, leader, random);
    for (int i = 0; i < groups.size(); i++) {
      List<String> group = groups.get(i);
      breakAtOnce(step, group, leader);
      if (plan.healAfter() != null) {
        awaitMoment(timeline.now() + seconds(plan.healAfter()));
        progress.accept("healing " + String.join(", ", group));
        breakage.heal(group);
        if (i + 1 < groups.size()) {
          awaitBack(group);
        }
      }
    }
  }

  private void breakAtOnce(Step step, List<String> group, String leader)
      throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (String name : group) {
      Node node = node(name);
      Breakage.Intent intent =
          new Breakage.Intent(
              faults.of(step, node),
              step.fault().word(),
              leader == null ? null : leader.equals(name),
              members.owned(node),
              watching.served(name, SERVED_SECONDS));
      progress.accept(
          "%s %s (%sowns %s instances, serves %.1f calls/s)"
              .formatted(
                  step.fault().word(),
                  name,
                  name.equals(leader) ? "leader, " : "",
                  intent.owned() == null ? "unknown" : intent.owned(),
                  intent.served()));
      threads.add(new Thread(() -> breakage.doNow(intent), "fault-" + name));
    }
    threads.forEach(Thread::start);
    joinAll(threads);
  }

  /** What was begun is finished even when the trial is interrupted: only then can it be mended. */
  private static void joinAll(List<Thread> threads) throws InterruptedException {
    boolean interrupted = false;
    for (Thread each : threads) {
      while (each.isAlive()) {
        try {
          each.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      throw new InterruptedException();
    }
  }

  private void observe() throws InterruptedException {
    progress.accept("observing for up to %d s".formatted(plan.observe().toSeconds()));
    awaitSteady("observe", plan.observe(), timeline.now(), baseline);
  }

  /** Mends what was to stay broken while it was observed, and watches once more. */
  private void settle() throws InterruptedException {
    if (plan.healAfter() != null) {
      return;
    }
    progress.accept("healing what is broken");
    breakage.healAll();
    awaitSteady("settled", plan.observe(), timeline.now(), baseline);
  }

  /** Waits until the members are answered by these nodes, so that others may follow. */
  private void awaitBack(List<String> group) throws InterruptedException {
    double deadline = timeline.now() + seconds(plan.observe());
    Nurse nurse = new Nurse(nodes, breakage, timeline);
    while (!members.allSeeUp()) {
      if (timeline.now() > deadline) {
        throw new ClusterException(
            "%s did not come back within %d s, so no other was broken"
                .formatted(String.join(", ", group), plan.observe().toSeconds()));
      }
      watching.awaitNext();
      nurse.look();
    }
  }

  private void awaitMoment(double moment) throws InterruptedException {
    double left;
    while ((left = moment - timeline.now()) > 0) {
      Thread.sleep(Math.max(1, (long) (left * 1000)));
    }
  }

  private Node node(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
