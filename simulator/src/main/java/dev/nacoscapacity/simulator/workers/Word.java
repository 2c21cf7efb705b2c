package dev.nacoscapacity.simulator.workers;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.nacoscapacity.simulator.run.Gate;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.truth.NodeRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What parent and worker say to each other: a line of JSON each, over the worker's stdin and
 * stdout. The parent begins with an {@link Order}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "word")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Order.class, name = "order"),
  @JsonSubTypes.Type(value = Word.Arrived.class, name = "arrived"),
  @JsonSubTypes.Type(value = Word.Go.class, name = "go"),
  @JsonSubTypes.Type(value = Word.Over.class, name = "over"),
  @JsonSubTypes.Type(value = Word.Stop.class, name = "stop"),
  @JsonSubTypes.Type(value = Word.Phase.class, name = "phase"),
  @JsonSubTypes.Type(value = Word.Second.class, name = "second"),
  @JsonSubTypes.Type(value = Word.Note.class, name = "note"),
  @JsonSubTypes.Type(value = Word.Done.class, name = "done"),
  @JsonSubTypes.Type(value = Word.Failed.class, name = "failed")
})
sealed interface Word
    permits Order,
        Word.Arrived,
        Word.Go,
        Word.Over,
        Word.Stop,
        Word.Phase,
        Word.Second,
        Word.Note,
        Word.Done,
        Word.Failed {

  /** A worker has come to a step and waits for the others. */
  record Arrived(Gate.Step step, boolean well) implements Word {}

  /** All have come to the step; they go on at one time. */
  record Go(Gate.Step step, boolean well, Instant at) implements Word {}

  /** The judged window ends now. */
  record Over() implements Word {}

  /** End early, and in order; said by either side. */
  record Stop(StopSignal.Cause cause, String reason) implements Word {}

  /** A worker began a phase. */
  record Phase(String name, Duration expected) implements Word {}

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
      implements Word {}

  /** Something a reader of the result must know. */
  record Note(String text) implements Word {}

  /** The worker's record is complete; it ends. */
  record Done() implements Word {}

  /** The worker could not do what it was asked to; it ends. */
  record Failed(String fault) implements Word {}
}
