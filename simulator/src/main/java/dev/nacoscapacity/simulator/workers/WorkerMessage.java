package dev.nacoscapacity.simulator.workers;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What parent and worker say to each other: a line of JSON each, over the worker's stdin and
 * stdout. The parent begins with an {@link WorkerAssignment}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "word")
@JsonSubTypes({
  @JsonSubTypes.Type(value = WorkerAssignment.class, name = "order"),
  @JsonSubTypes.Type(value = WorkerMessage.Arrived.class, name = "arrived"),
  @JsonSubTypes.Type(value = WorkerMessage.Go.class, name = "go"),
  @JsonSubTypes.Type(value = WorkerMessage.Over.class, name = "over"),
  @JsonSubTypes.Type(value = WorkerMessage.Stop.class, name = "stop"),
  @JsonSubTypes.Type(value = WorkerMessage.Phase.class, name = "phase"),
  @JsonSubTypes.Type(value = WorkerMessage.Second.class, name = "second"),
  @JsonSubTypes.Type(value = WorkerMessage.Note.class, name = "note"),
  @JsonSubTypes.Type(value = WorkerMessage.Done.class, name = "done"),
  @JsonSubTypes.Type(value = WorkerMessage.Failed.class, name = "failed")
})
sealed interface WorkerMessage
    permits WorkerAssignment,
        WorkerMessage.Arrived,
        WorkerMessage.Go,
        WorkerMessage.Over,
        WorkerMessage.Stop,
        WorkerMessage.Phase,
        WorkerMessage.Second,
        WorkerMessage.Note,
        WorkerMessage.Done,
        WorkerMessage.Failed {

  /** A worker has come to a step and waits for the others. */
  record Arrived(Barrier.Step step, boolean well) implements WorkerMessage {}

  /** All have come to the step; they go on at one time. */
  record Go(Barrier.Step step, boolean well, Instant at) implements WorkerMessage {}

  /** The judged window ends now. */
  record Over() implements WorkerMessage {}

  /** End early, and in order; said by either side. */
  record Stop(StopSignal.Cause cause, String reason) implements WorkerMessage {}

  /** A worker began a phase. */
  record Phase(String name, Duration expected) implements WorkerMessage {}

  /**
   * A second of a worker's run.
   *
   * @param tally as {@link dev.nacoscapacity.simulator.run.TallyCodec} writes it
   */
  record Second(
      String phase,
      double remainingSeconds,
      int done,
      int instances,
      int connections,
      byte[] tally,
      List<NodeRow> registry)
      implements WorkerMessage {}

  /** Something a reader of the result must know. */
  record Note(String text) implements WorkerMessage {}

  /** The worker's record is complete; it ends. */
  record Done() implements WorkerMessage {}

  /** The worker could not do what it was asked to; it ends. */
  record Failed(String fault) implements WorkerMessage {}
}
