package dev.nacoscapacity.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The protocol between a {@link Peer} and the program that it runs: each line of stdin is a
 * request, which is answered by a line on stdout that begins with {@value #ANSWER}. Both contain
 * one JSON value. All other output goes to the log.
 */
final class Requests {

  static final String ANSWER = "answer: ";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final BufferedReader INPUT =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private Requests() {}

  /** In the program: answers the last request. */
  static void answer(Object answer) {
    System.out.println(ANSWER + json(answer));
    System.out.flush();
  }

  /** Answers a request. */
  interface Answerer<T> {
    Object answer(T request) throws Exception;
  }

  /**
   * In the program: answers each request until the input ends. A failure ends the process, which an
   * exception alone would not, since threads of servers keep it alive; whoever waits for the answer
   * receives the reason.
   */
  static <T> void serve(Class<T> type, Answerer<T> answerer) {
    try {
      for (String line = INPUT.readLine(); line != null; line = INPUT.readLine()) {
        answer(answerer.answer(read(line, type)));
      }
    } catch (Exception e) {
      end(e.toString());
    }
  }

  /** In the program: ends the process with the reason on stderr. */
  static void end(String why) {
    System.err.println(why);
    Runtime.getRuntime().halt(1);
  }

  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + value, e);
    }
  }

  static <T> T read(String json, Class<T> type) {
    try {
      return JSON.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new MeasureException("a process answered what cannot be read: " + json);
    }
  }
}
