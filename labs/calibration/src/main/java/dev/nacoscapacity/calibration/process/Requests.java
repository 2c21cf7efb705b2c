package dev.nacoscapacity.calibration.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The protocol between a {@link PinnedProcess} and the program that it runs: each line of stdin is
 * a request, which is answered by a line on stdout that begins with {@value #ANSWER}. Both contain
 * one JSON value. All other output goes to the log.
 */
public final class Requests {

  static final String ANSWER = "answer: ";

  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final BufferedReader INPUT =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private Requests() {}

  /** In the program: waits for the next request; null when the input has ended. */
  public static <T> T next(Class<T> type) throws IOException {
    String line = INPUT.readLine();
    return line == null ? null : read(line, type);
  }

  /** In the program: answers the last request. */
  public static void answer(Object answer) {
    System.out.println(ANSWER + json(answer));
    System.out.flush();
  }

  /** Opens a server for a setting. */
  public interface Opener<T> {

    /** Opens a server, and returns its port. */
    int open(T setting) throws IOException;
  }

  /**
   * In the program: opens a server for each setting on request, until the input ends or a server
   * cannot be opened. Then the process ends: the caller that waits for that server receives the
   * reason, and the next request starts a new process.
   */
  public static <T> void openServers(Class<T> setting, Opener<T> opener) {
    runOrExit(
        () -> {
          for (T next = next(setting); next != null; next = next(setting)) {
            answer(opener.open(next));
          }
        });
  }

  /** The body of a program. */
  public interface Program {
    void run() throws Exception;
  }

  /**
   * In the program: runs the body, and ends the process when it fails. An exception alone would not
   * end the process, since threads of servers and event loops keep it alive, and the caller would
   * wait for an answer.
   */
  public static void runOrExit(Program program) {
    try {
      program.run();
    } catch (Exception e) {
      System.err.println(e);
      Runtime.getRuntime().halt(1);
    }
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

  /** The first answer in the output of a process that may have ended without one. */
  public static <T> Optional<T> firstAnswer(PinnedProcess process, Class<T> type)
      throws IOException {
    return process.linesAfter(ANSWER).stream().findFirst().map(line -> read(line, type));
  }
}
