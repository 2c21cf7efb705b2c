package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.time.EventThread;
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

/** The event loops of a fleet, controlled together from the thread of the run. */
public final class Engine implements AutoCloseable {

  /** The event loops of the fleet, and the driver of each. */
  public interface Drivers extends AutoCloseable {

    /** The number of event loops. */
    int loops();

    /** The thread of an event loop. */
    EventThread thread(int loop);

    /** Creates the driver of an event loop; called once for each. */
    Driver create(int loop, CallListener listener);

    /** Stops the event loops; no call is in flight. */
    @Override
    void close();
  }

  private final Drivers drivers;
  private final Fleet fleet;
  private final LongSupplier clock;
  private final List<FleetLoop> loops = new ArrayList<>();

  /**
   * @param nodes names of the nodes
   * @param clock time stamps of calls in nanoseconds, as the drivers use
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
    this.drivers = drivers;
    ChangeFeed changes =
        new ChangeFeed(settings.subscribe() > 0 ? fleet.size() : 0, drivers.loops());
    LoopContext context = new LoopContext(nodes, observer, changes, new Publications(fleet));
    for (int i = 0; i < drivers.loops(); i++) {
      int loop = i;
      loops.add(
          new FleetLoop(
              drivers.thread(loop),
              new Slice(fleet, settings, clock, loop, drivers.loops()),
              context,
              listener -> drivers.create(loop, listener)));
    }
  }

  /** Starts the periodic calls; an instance takes part once it is registered. */
  public void startLoad() {
    long now = clock.getAsLong();
    onEach(loop -> loop.startLoad(now));
  }

  /** Stops the periodic calls; calls in flight continue. */
  public void stopLoad() {
    onEach(FleetLoop::stopLoad);
  }

  /** After a stop before its time: gives up the calls that were not sent yet. */
  public void abandonLoad() {
    onEach(loop -> loop.caller.driver().abandonLoad());
  }

  /** Ends the lists of the fleet while its other calls continue. */
  public void stopLists() {
    onEach(FleetLoop::stopLists);
  }

  /**
   * Starts a ramp: every instance makes one call of an operation.
   *
   * @param spreadOver shortest duration of the ramp; zero for as fast as the cluster answers
   *     without queueing
   */
  public void ramp(Operation operation, Duration spreadOver) {
    ramp(operation, 0, fleet.size(), spreadOver);
  }

  /** Starts a ramp of the instances {@code from} to below {@code to}. */
  public void ramp(Operation operation, int from, int to, Duration spreadOver) {
    long now = clock.getAsLong();
    DueTimes earliest =
        DueTimes.spread(now, Math.max(1, spreadOver.toNanos()), (to - from) / loops.size() + 1);
    onEach(
        loop ->
            loop.instances.ramp(
                operation, loop.slice.size(from), loop.slice.size(to), earliest, now));
  }

  /** The progress of the current ramp over all loops. */
  public Ramp.State rampState() {
    return askAll(loop -> loop.instances.rampState()).stream()
        .reduce(Ramp.State::plus)
        .orElseThrow();
  }

  public void endRamp() {
    onEach(loop -> loop.instances.endRamp());
  }

  /**
   * Requests a list of a service on a node, in addition to the lists of the fleet. The same loop
   * always reads the same service on the same node, and skips duplicate requests; returns at once.
   */
  public void sweep(int service, int node) {
    FleetLoop loop = loops.get((service + node) % loops.size());
    Sweeper.Read read = new Sweeper.Read(service, node);
    loop.thread().execute(() -> loop.sweep(read));
  }

  /** Requests a login of a client; returns at once. */
  public void login(int client) {
    FleetLoop loop = loops.get(client % loops.size());
    loop.thread().execute(() -> loop.instances.login(loop.slice.member(client)));
  }

  /**
   * Migrates a fleet that speaks both protocols, under load: instances with a {@link Fleet#rank}
   * below the share speak gRPC from now on, the others HTTP, once they have deregistered over the
   * one protocol and registered over the other. Any thread may call; returns at once.
   */
  public void migrate(double share) {
    for (FleetLoop loop : loops) {
      loop.thread().execute(() -> loop.instances.migrate(share));
    }
  }

  /** Starts the waves in a window that begins at {@code at}, in nanoseconds. */
  public void beginWaves(long at) {
    onEach(loop -> loop.instances.beginWaves(at));
  }

  /** Changes the measurement window; calls that are due in it are measured. */
  public void open(MeasurementWindow window) {
    onEach(loop -> loop.stats.open(window));
  }

  /** Begins a measurement window with no figures of an earlier one. */
  public void begin(MeasurementWindow window) {
    onEach(loop -> loop.stats.begin(window));
  }

  /** The number of calls in flight, long polls excluded. */
  public int callsUnderWay() {
    return sum(loop -> loop.caller.callsUnderWay());
  }

  /** The number of calls in flight that were due in the measurement window, as above. */
  public int measuredCallsUnderWay() {
    return sum(loop -> loop.stats.measuredUnderWay());
  }

  /** The number of open connections. */
  public int connections() {
    return sum(loop -> loop.caller.driver().connections());
  }

  /** Returns and resets the figures since the last call. */
  public RunStats takeSecond() {
    List<RunStats> secondStats = askAll(FleetLoop::takeSecond);
    // The figures of a single loop need no copy, since the loop does not retain them.
    return secondStats.size() == 1 ? secondStats.get(0) : RunStats.sum(secondStats);
  }

  /** The figures of the last measurement window; complete after {@link #closeLoops}. */
  public RunStats measured() {
    // Copied by the thread that writes them.
    return RunStats.sum(askAll(loop -> RunStats.sum(List.of(loop.stats.measured()))));
  }

  /** Ends all calls in flight, so that {@link #measured} is complete. */
  public void closeLoops() {
    onEach(FleetLoop::close);
  }

  @Override
  public void close() {
    closeLoops();
    drivers.close();
  }

  private int sum(ToIntFunction<FleetLoop> part) {
    return askAll(part::applyAsInt).stream().mapToInt(Integer::intValue).sum();
  }

  private void onEach(Consumer<FleetLoop> action) {
    askAll(
        loop -> {
          action.accept(loop);
          return true;
        });
  }

  private <T> List<T> askAll(Function<FleetLoop, T> query) {
    List<CompletableFuture<T>> answers = new ArrayList<>();
    for (FleetLoop loop : loops) {
      answers.add(submit(loop, query));
    }
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static <T> CompletableFuture<T> submit(FleetLoop loop, Function<FleetLoop, T> query) {
    return loop.thread().isCurrent()
        ? CompletableFuture.completedFuture(query.apply(loop))
        : CompletableFuture.supplyAsync(() -> query.apply(loop), loop.thread());
  }
}
