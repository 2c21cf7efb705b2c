package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.time.Duration;
import java.util.function.Consumer;

/** Sends the progress of a worker's run, and its request to stop, to the parent. */
final class ProgressToParent implements Progress {

  private final StopSignal stop;
  private final Consumer<WorkerMessage> toParent;
  private boolean stopSent;

  ProgressToParent(StopSignal stop, Consumer<WorkerMessage> toParent) {
    this.stop = stop;
    this.toParent = toParent;
  }

  @Override
  public void phase(String name, Duration expected) {
    sendStop();
    toParent.accept(new WorkerMessage.Phase(name, expected));
  }

  @Override
  public void second(RunSecond second) {
    sendStop();
    toParent.accept(
        new WorkerMessage.Second(
            second.phase(),
            second.remainingSeconds(),
            second.done(),
            second.instances(),
            second.connections(),
            second.stats()));
  }

  @Override
  public void note(String text) {
    toParent.accept(new WorkerMessage.Note(text));
  }

  @Override
  public void scraped(int node, String metrics) {
    toParent.accept(new WorkerMessage.Scraped(node, metrics));
  }

  /**
   * Sends this worker's stop request, once. The parent then stops all workers; its message to this
   * one has no effect.
   */
  private void sendStop() {
    if (!stopSent && stop.request().isPresent()) {
      StopSignal.Request request = stop.request().get();
      toParent.accept(new WorkerMessage.Stop(request.cause(), request.reason()));
      stopSent = true;
    }
  }
}
