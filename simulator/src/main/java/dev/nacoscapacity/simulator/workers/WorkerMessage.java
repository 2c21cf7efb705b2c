package dev.nacoscapacity.simulator.workers;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.time.Duration;
import java.time.Instant;

/**
 * The messages between parent and worker, each one line of JSON, over the worker's stdin and a
 * separate descriptor. The parent's first message is an {@link Assignment}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS, property = "message")
sealed interface WorkerMessage {

  /**
   * The assignment of a worker. It is sent over stdin, since it may contain a token and a password,
   * which must not be visible in a process's arguments.
   *
   * @param fleet the worker's part of the fleet
   * @param mayBreakNodes whether the run's scenario may make nodes unresponsive
   */
  record Assignment(FleetSpec fleet, boolean mayBreakNodes) implements WorkerMessage {}

  /** A worker has reached a step and waits for the others. */
  record Arrived(Barrier.Step step, boolean well) implements WorkerMessage {}

  /** All workers have reached the step, and continue together at {@code at}. */
  record Go(Barrier.Step step, boolean well, Instant at) implements WorkerMessage {}

  /** The measurement window ends now. */
  record EndWindow() implements WorkerMessage {}

  /** The share of the instances that use gRPC from now on, 0 to 1. */
  record Migrate(double share) implements WorkerMessage {}

  /** Requests an orderly early stop; sent by either side. */
  record Stop(StopSignal.Cause cause, String reason) implements WorkerMessage {}

  /** A worker has begun a phase. */
  record Phase(String name, Duration expected) implements WorkerMessage {}

  /** One second of a worker's run. */
  record Second(
      String phase,
      double remainingSeconds,
      int done,
      int instances,
      int connections,
      RunStats stats)
      implements WorkerMessage {}

  /** A node's answer to a scrape. */
  record Scraped(int node, String metrics) implements WorkerMessage {}

  /** A note for the reader of the result. */
  record Note(String text) implements WorkerMessage {}

  /** The worker has finished and exits. */
  record Done(RunRecord run, RunStats measured) implements WorkerMessage {}

  /** The worker could not run its assignment and exits. */
  record Failed(String fault) implements WorkerMessage {}

  /** The JSON format of messages. */
  ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  /** Formats the message as one line, without a terminator. */
  default String line() {
    try {
      return JSON.writerFor(WorkerMessage.class).writeValueAsString(this);
    } catch (JsonProcessingException e) {
      // The message of the cause may contain a secret, so it is left out.
      throw new IllegalArgumentException("a " + getClass().getSimpleName() + " is no JSON");
    }
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException when it is not a message
   */
  static WorkerMessage parse(String line) {
    try {
      return JSON.readValue(line, WorkerMessage.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no message between a parent and its worker");
    }
  }
}
