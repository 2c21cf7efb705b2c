package dev.nacoscapacity.simulator.workers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/** Words as lines of text. */
final class MessageLines {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private MessageLines() {}

  static String line(WorkerMessage word) {
    try {
      return JSON.writerFor(WorkerMessage.class).writeValueAsString(word);
    } catch (JsonProcessingException e) {
      // Without the word, which may hold a secret.
      throw new IllegalArgumentException("a " + word.getClass().getSimpleName() + " is no JSON");
    }
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException when it is no word
   */
  static WorkerMessage parse(String line) {
    try {
      return JSON.readValue(line, WorkerMessage.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a word between a parent and its worker");
    }
  }
}
