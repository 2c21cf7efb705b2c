package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.time.EventThread;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** The event loops of a fleet, addressed together from the run's thread. */
public final class Engine implements AutoCloseable {

  /** The fleet's event loops, and the driver of each. */
  public interface Drivers extends AutoCloseable {

    /** How many event loops there are. */
    int loops();

    /** On which everything of an event loop runs. */
    EventThread thread(int loop);

    /** Called once for each event loop. */
    Driver create(int loop, CallListener listener);

    /** Ends the event loops; no call is under way any more. */
    @Override
    void close();
  }

  private final Drivers drivers;
  private final Fleet fleet;
  private final LongSupplier clock;
  private final List<FleetLoop> loops = new ArrayList<>();

  /**
   * @param nodes names
   * @param clock the time in nanoseconds that calls are stamped with, the drivers' own
   */
  public Engine(
      List<String> nodes,
      Fleet fleet,
      LoopSettings settings,
      Drivers drivers,
      LoopObserver observer,
      LongSupplier clock) {
    this.fleet = fleet;
    this.clock = clock;
    ChangeFeed changes =
        new ChangeFeed(settings.subscribe() > 0 ? fleet.size() : 0, drivers.loops());
    Publications published = Publications.of(fleet);
    this.drivers = drivers;
    for (int i = 0; i < drivers.loops(); i++) {
      int loop = i;
      loops.add(
          new FleetLoop(
              drivers.thread(loop),
              clock,
              nodes,
              fleet,
              new Slice(loop, drivers.loops()),
              settings,
              listener -> drivers.create(loop, listener),
              observer,
              changes,
              published));
    }
  }

  public void startLoad() {
    long now = clock.getAsLong();
    onEach(loop -> loop.startLoad(now));
  }

  public void stopLoad() {
    onEach(FleetLoop::stopLoad);
  }

  /**
   * Lets every instance make one call of a kind.
   *
   * @param spreadOver how long it should take at least; zero for as fast as the cluster answers
   *     without queueing
   */
  public void rollOut(Operation operation, Duration spreadOver) {
    long now = clock.getAsLong();
    DueTimes pace =
        DueTimes.spread(now, Math.max(1, spreadOver.toNanos()), fleet.size() / loops.size() + 1);
    onEach(loop -> loop.rollOut(operation, pace, now));
  }

  public Rollout.State rolloutState() {
    return ask(FleetLoop::rolloutState).stream().reduce(Rollout.State::plus).orElseThrow();
  }

  public void endRollout() {
    onEach(FleetLoop::endRollout);
  }

  /**
   * Lists a service on a node soon, on top of the fleet's own lists. It is always the same loop
   * that does, which knows what it is reading already; each loop has its part of each node's
   * services.
   */
  public void sweep(int service, int node) {
    FleetLoop loop = loops.get((service + node) % loops.size());
    Sweeper.Read read = new Sweeper.Read(service, node);
    loop.thread().execute(() -> loop.sweep(read));
  }

  public void login(int client) {
    FleetLoop loop = loops.get(client % loops.size());
    loop.thread().execute(() -> loop.login(client));
  }

  /**
   * From now on instances below a share, by {@link Fleet#rank}, speak gRPC, and the others HTTP:
   * each that spoke otherwise leaves by the one and registers by the other, in its turn. For a
   * fleet that speaks both, while its load is on; from any thread.
   */
  public void migrate(double share) {
    for (FleetLoop loop : loops) {
      loop.thread().execute(() -> loop.migrate(share));
    }
  }

  /** From now on the fleet's waves go on, of a window that begins then. */
  public void beginWaves(long at) {
    onEach(loop -> loop.beginWaves(at));
  }

  public void open(MeasurementWindow window) {
    onEach(loop -> loop.open(window));
  }

  public int callsUnderWay() {
    return sum(FleetLoop::callsUnderWay);
  }

  public int connections() {
    return sum(FleetLoop::connections);
  }

  /** Everything since the last time. */
  public RunStats takeSecond() {
    List<RunStats> taken = loops.stream().map(loop -> await(loop, FleetLoop::takeSecond)).toList();
    // A loop keeps nothing of what it gives away, and copying it takes long for a quick run.
    return taken.size() == 1 ? taken.get(0) : RunStats.sum(taken);
  }

  /** The measurement window; complete once {@link #closeLoops} has run. */
  public RunStats measured() {
    return RunStats.sum(ask(FleetLoop::measured));
  }

  /** Ends every call under way, so that {@link #measured} is complete. */
  public void closeLoops() {
    onEach(FleetLoop::close);
  }

  @Override
  public void close() {
    closeLoops();
    drivers.close();
  }

  private int sum(ToIntFunction<FleetLoop> part) {
    return ask(part::applyAsInt).stream().mapToInt(Integer::intValue).sum();
  }

  private void onEach(Consumer<FleetLoop> action) {
    ask(
        loop -> {
          action.accept(loop);
          return true;
        });
  }

  private <T> List<T> ask(Function<FleetLoop, T> question) {
    List<CompletableFuture<T>> answers = new ArrayList<>();
    for (FleetLoop loop : loops) {
      answers.add(asking(loop, question));
    }
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static <T> T await(FleetLoop loop, Function<FleetLoop, T> question) {
    return asking(loop, question).join();
  }

  private static <T> CompletableFuture<T> asking(FleetLoop loop, Function<FleetLoop, T> question) {
    return loop.thread().isCurrent()
        ? CompletableFuture.completedFuture(question.apply(loop))
        : CompletableFuture.supplyAsync(() -> question.apply(loop), loop.thread());
  }
}
