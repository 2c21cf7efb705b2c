package dev.nacoscapacity.simulator.shards;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.time.Duration;
import java.time.Instant;

/**
 * The messages between the shards of a run and its coordinator, each one line of JSON. The first to
 * a shard is a {@link Start}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS, property = "message")
sealed interface ShardMessage {

  /**
   * The start of a shard. It is not among a process's arguments, which anyone may read, since it
   * may contain a token and a password.
   *
   * @param fleet the shard's part of the fleet
   * @param mayBreakNodes whether the run's scenario may make nodes unresponsive
   */
  record Start(FleetSpec fleet, boolean mayBreakNodes) implements ShardMessage {}

  /** A shard has reached a step and waits for the others. */
  record Arrived(Barrier.Step step, boolean well) implements ShardMessage {}

  /** All shards have reached the step, and continue together at {@code at}. */
  record Go(Barrier.Step step, boolean well, Instant at) implements ShardMessage {}

  /** The measurement window ends now. */
  record EndWindow() implements ShardMessage {}

  /** The share of the instances that use gRPC from now on, 0 to 1. */
  record Migrate(double share) implements ShardMessage {}

  /** Requests an orderly early stop; sent by either side. */
  record Stop(StopSignal.Cause cause, Message reason) implements ShardMessage {}

  /** A shard has begun a phase. */
  record Phase(String name, Duration expected) implements ShardMessage {}

  /** One second of a shard's run. */
  record Second(RunSecond second) implements ShardMessage {}

  /** A node's answer to a scrape. */
  record Scraped(int node, String metrics) implements ShardMessage {}

  /** A note for the reader of the result. */
  record Note(Message note) implements ShardMessage {}

  /** The shard has finished and exits. */
  record Done(MeasuredRun result) implements ShardMessage {}

  /** The shard could not run and exits. */
  record Failed(String fault) implements ShardMessage {}

  /** The process of the shard has exited: the last that its coordinator hears, never sent. */
  record Exited() implements ShardMessage {}

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
      return JSON.writerFor(ShardMessage.class).writeValueAsString(this);
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
  static ShardMessage parse(String line) {
    try {
      return JSON.readValue(line, ShardMessage.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no message between a run and its shard");
    }
  }
}
