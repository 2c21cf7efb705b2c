package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several runs that answer one question, in one folder: {@code study.json} and a folder a run. It
 * is written after each trial, so that an interrupted study can go on.
 *
 * @param schema of this file; a reader refuses any other
 * @param kind {@code capacity}, {@code plan}, {@code experiment}, …
 * @param question in words
 * @param asked what decides the trials, by the options' names
 * @param startedAt when its first trial began
 * @param machine it ran on; null for a kind that leaves that to its runs
 * @param runs folders of the runs, relative to the study's, in the order in which they were made
 * @param trials what was tried and what came of it, in the kind's own shape
 * @param bracket the two sizes that enclose the answer; null while, or when, there are none
 * @param answer in words; null until the study is over
 * @param sentence the answer as data, for a page in another language; null where it is a word or a
 *     list of figures, and in older records
 */
public record Study(
    int schema,
    String kind,
    String question,
    Map<String, String> asked,
    Instant startedAt,
    Machine machine,
    List<String> runs,
    List<JsonNode> trials,
    Bracket bracket,
    String answer,
    Message sentence) {

  public static final String STUDY_JSON = "study.json";
  public static final int SCHEMA = 2;

  public Study {
    asked = Collections.unmodifiableMap(new LinkedHashMap<>(asked));
    runs = List.copyOf(runs);
    trials = List.copyOf(trials);
  }

  /**
   * The largest size that passes and the smallest above it that fails.
   *
   * @param passes null when none was found
   * @param fails null when none was found
   * @param passing what trials of {@code passes} came to; null when none was made that counts
   * @param failing the same of {@code fails}
   * @param notShown the smallest size between them of which neither was shown; null when there is
   *     none
   */
  public record Bracket(
      Integer passes, Integer fails, Votes passing, Votes failing, Integer notShown) {

    /** Two sizes without the trials behind them. */
    public Bracket(Integer passes, Integer fails) {
      this(passes, fails, null, null, null);
    }
  }

  /**
   * What the trials of one size came to; inconclusive ones are left out.
   *
   * @param passed how many passed
   * @param failed how many failed
   */
  public record Votes(int passed, int failed) {

    /** How many had a verdict. */
    public int all() {
      return passed + failed;
    }
  }

  /** A study without a trial. */
  public static Study begin(
      String kind, String question, Map<String, String> asked, Instant startedAt) {
    return new Study(
        SCHEMA, kind, question, asked, startedAt, null, List.of(), List.of(), null, null, null);
  }

  /** The same study, of this machine itself. */
  public Study on(Machine calibrated) {
    return new Study(
        schema,
        kind,
        question,
        asked,
        startedAt,
        calibrated,
        runs,
        trials,
        bracket,
        answer,
        sentence);
  }

  /**
   * The same study with these trials.
   *
   * @param of each a bean or record of the kind's own
   */
  public Study withTrials(List<String> runFolders, List<?> of) {
    List<JsonNode> all = of.stream().<JsonNode>map(Json.MAPPER::valueToTree).toList();
    return new Study(
        schema,
        kind,
        question,
        asked,
        startedAt,
        machine,
        runFolders,
        all,
        bracket,
        answer,
        sentence);
  }

  /** The same trials, for a question that is put otherwise and has no answer yet. */
  public Study asking(Map<String, String> otherwise) {
    return new Study(
        schema, kind, question, otherwise, startedAt, machine, runs, trials, null, null, null);
  }

  /** The same study, over. */
  public Study withAnswer(Bracket found, String inWords) {
    return over(found, inWords, null);
  }

  /** The same study, over, with an answer that a page can show in each language. */
  public Study withAnswer(Bracket found, Message inWords) {
    return over(found, inWords.text(), inWords);
  }

  private Study over(Bracket found, String inWords, Message asData) {
    return new Study(
        schema, kind, question, asked, startedAt, machine, runs, trials, found, inWords, asData);
  }

  /**
   * The trials in their own shape.
   *
   * @throws RecordException when they have another
   */
  public <T> List<T> trials(Class<T> type) {
    try {
      return trials.stream().map(trial -> Json.MAPPER.convertValue(trial, type)).toList();
    } catch (IllegalArgumentException e) {
      throw new RecordException(
          "the trials of this study are none of kind '" + kind + "'; name another folder", e);
    }
  }

  /** Whether a folder holds a study. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(STUDY_JSON));
  }

  /**
   * Reads a folder's study.
   *
   * @throws RecordException when there is none, it is damaged, or a version with another layout
   *     wrote it
   */
  public static Study read(Path folder) {
    Path file = folder.resolve(STUDY_JSON);
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      if (json == null || !json.isObject()) {
        throw damaged(file, null);
      }
      if (json.path("schema").intValue() != SCHEMA) {
        throw new RecordException(
            "%s has schema %d, and this version reads %d; use the version that wrote it"
                .formatted(file, json.path("schema").intValue(), SCHEMA));
      }
      return Json.MAPPER.convertValue(json, new TypeReference<>() {});
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw damaged(file, e);
    } catch (IOException e) {
      throw RecordException.unreadable(file, e);
    }
  }

  private static RecordException damaged(Path file, Exception cause) {
    return new RecordException(file + " is damaged, or was not written by this tool", cause);
  }

  /**
   * Writes the study whole and onto the disk itself, or leaves what was there.
   *
   * @throws RecordException when the disk refuses
   */
  public void write(Path folder) {
    Path file = folder.resolve(STUDY_JSON);
    try {
      Files.createDirectories(folder);
      WholeFile.write(
          file,
          Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this),
          Study::openDraft);
    } catch (IOException e) {
      throw RecordException.unwritable(file, e);
    }
  }

  /** One that a crash left behind is written over. */
  private static SeekableByteChannel openDraft(Path draft) throws IOException {
    return Files.newByteChannel(
        draft,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }
}
