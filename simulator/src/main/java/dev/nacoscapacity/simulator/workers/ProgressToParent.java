package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.TallyCodec;
import java.time.Duration;
import java.util.function.Consumer;

/** Tells the parent how a worker's run goes; also when the worker has a reason to stop. */
final class ProgressToParent implements Progress {

  private final StopSignal stop;
  private final Consumer<WorkerMessage> toParent;
  private boolean stopTold;

  ProgressToParent(StopSignal stop, Consumer<WorkerMessage> toParent) {
    this.stop = stop;
    this.toParent = toParent;
  }

  @Override
  public void phase(String name, Duration expected) {
    tellOfStop();
    toParent.accept(new WorkerMessage.Phase(name, expected));
  }

  @Override
  public void second(Board board) {
    tellOfStop();
    toParent.accept(
        new WorkerMessage.Second(
            board.phase(),
            board.remainingSeconds(),
            board.done(),
            board.instances(),
            board.connections(),
            TallyCodec.encode(board.second()),
            board.registry()));
  }

  @Override
  public void note(String text) {
    toParent.accept(new WorkerMessage.Note(text));
  }

  /** The parent asks the others to stop, too; it is not disturbed by its own word. */
  private void tellOfStop() {
    if (!stopTold && stop.request().isPresent()) {
      StopSignal.Request request = stop.request().get();
      toParent.accept(new WorkerMessage.Stop(request.cause(), request.reason()));
      stopTold = true;
    }
  }
}
