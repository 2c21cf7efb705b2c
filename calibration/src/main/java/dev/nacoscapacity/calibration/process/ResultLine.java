package dev.nacoscapacity.calibration.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** How a process of ours tells its figures to the one that started it: a record, on a line. */
public final class ResultLine {

  private static final String BEGINNING = "figures: ";
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private ResultLine() {}

  /** Writes the record to stdout. */
  public static void print(Object figures) {
    try {
      System.out.println(BEGINNING + JSON.writeValueAsString(figures));
      System.out.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + figures, e);
    }
  }

  /** What a process has told; empty when it has not yet, or ended before. */
  public static <T> Optional<T> of(PinnedProcess process, Class<T> type) throws IOException {
    return process.line(BEGINNING).map(line -> parse(line, type));
  }

  /**
   * Waits until a process tells.
   *
   * @throws MeasureException when it ends or takes too long
   */
  public static <T> T await(PinnedProcess process, Class<T> type, Duration patience)
      throws IOException, InterruptedException {
    return parse(process.awaitLine(BEGINNING, patience), type);
  }

  private static <T> T parse(String line, Class<T> type) {
    try {
      return JSON.readValue(line, type);
    } catch (JsonProcessingException e) {
      throw new MeasureException("a process told what cannot be read: " + line);
    }
  }
}
