package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Records the seconds and events of a run, and the resource usage of the nodes, sampled each second
 * and summarized for the measurement window.
 */
public final class RunRecorder implements Progress {

  private final Recorder recorder;
  private final RunClock clock;
  private final ServerWatch servers;
  private double previousAt;
  private double windowStart;
  private boolean measuring;
  private Optional<Map<String, Server>> inWindow = Optional.empty();

  /**
   * @param clock of the run
   * @param servers samples the nodes of the cluster, in the order in which the fleet numbers them
   */
  public RunRecorder(Recorder recorder, RunClock clock, ServerWatch servers) {
    this.recorder = recorder;
    this.clock = clock;
    this.servers = servers;
  }

  @Override
  public void phase(String name, Duration expected) {
    event(Event.PHASE, Map.of("phase", name));
    if (name.equals(Phases.MEASURE)) {
      measuring = true;
      windowStart = clock.seconds();
      servers.beginWindow();
    } else if (measuring) {
      measuring = false;
      inWindow = Optional.of(servers.summary());
    }
  }

  @Override
  public void second(RunSecond second) {
    servers.sample();
    recorder.second(clock.now(), previousAt, second.at(), second.phase(), second.stats());
    previousAt = second.at();
    recorder.flush();
  }

  @Override
  public void note(Message note) {
    event(Event.MESSAGE, Map.of("text", note.text()));
  }

  @Override
  public void event(String kind, Map<String, Object> fields) {
    recorder.event(new Event(clock.now(), clock.seconds(), kind, fields));
  }

  @Override
  public void scraped(int node, String metrics) {
    servers.scraped(node, metrics);
  }

  /** Start of the measurement window in seconds since the start of the run; 0 without a window. */
  public double windowStart() {
    return windowStart;
  }

  /** Resource usage of each node in the measurement window, or in total without a window. */
  public Map<String, Server> servers() {
    return inWindow.orElseGet(servers::summary);
  }
}
