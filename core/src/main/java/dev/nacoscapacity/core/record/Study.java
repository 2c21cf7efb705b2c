package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several runs that answer one question, in one folder: {@code study.json} and a folder for each
 * run. The file is written after each trial, so that an interrupted study can be resumed.
 *
 * @param kind {@code capacity}, {@code rate}, {@code plan}, {@code experiment}, …
 * @param question in words
 * @param asked the options that determine the trials, by their names
 * @param startedAt when its first trial began
 * @param machine of the study; absent for a kind that records the machine only in its runs
 * @param runs folders of the runs, relative to the study's, in the order in which they were made
 * @param trials the trials and their outcomes, in a format specific to the kind
 * @param bracket the two sizes that enclose the answer; absent when there are none yet, or none at
 *     all
 * @param answer in words; absent until the study is over
 * @param sentence the answer as data, for a page in another language; absent when the answer is a
 *     word or a list of figures, and in older records
 */
@RecordBuilder
@JsonPropertyOrder("schema")
public record Study(
    String kind,
    String question,
    Map<String, String> asked,
    Instant startedAt,
    Machine machine,
    List<String> runs,
    List<JsonNode> trials,
    Bracket bracket,
    String answer,
    Message sentence)
    implements StudyBuilder.With {

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
   * @param passes absent when none was found
   * @param fails absent when none was found
   * @param passing votes of the trials of {@code passes}; absent without conclusive trials
   * @param failing votes of the trials of {@code fails}; absent without conclusive trials
   * @param notShown the smallest size in between that was shown neither to pass nor to fail; absent
   *     when there is none
   */
  public record Bracket(
      Integer passes, Integer fails, Votes passing, Votes failing, Integer notShown) {

    /** A bracket without votes. */
    public Bracket(Integer passes, Integer fails) {
      this(passes, fails, null, null, null);
    }
  }

  /**
   * Outcomes of the trials of one size; inconclusive ones are left out.
   *
   * @param passed how many passed
   * @param failed how many failed
   */
  public record Votes(int passed, int failed) {

    /** The number of trials that passed or failed. */
    public int all() {
      return passed + failed;
    }
  }

  /** A study without a trial. */
  public static Study begin(
      String kind, String question, Map<String, String> options, Instant startedAt) {
    return new Study(
        kind, question, options, startedAt, null, List.of(), List.of(), null, null, null);
  }

  /** The version of this file's layout; a reader refuses any other. */
  @JsonProperty
  int schema() {
    return SCHEMA;
  }

  /** What the sizes of its trials count, as its kind says. */
  @JsonProperty
  public LoadUnit unit() {
    return LoadUnit.of(kind);
  }

  /**
   * The same study with these trials.
   *
   * @param of the trials, each a bean or record specific to the kind
   */
  public Study withTrials(List<String> runFolders, List<?> of) {
    List<JsonNode> all = of.stream().<JsonNode>map(Json.MAPPER::valueToTree).toList();
    return with().runs(runFolders).trials(all).build();
  }

  /** The same trials with other options and without an answer. */
  public Study withOptions(Map<String, String> otherwise) {
    return with().asked(otherwise).bracket(null).answer(null).sentence(null).build();
  }

  /** The answer in a language, where it is a sentence; null while there is none. */
  public String answer(Language language) {
    return sentence == null ? answer : sentence.in(language);
  }

  /** The completed study. */
  public Study withAnswer(Bracket bracket, String inWords) {
    return with().bracket(bracket).answer(inWords).sentence(null).build();
  }

  /** The completed study, with an answer that a page can show in each language. */
  public Study withAnswer(Bracket bracket, Message inWords) {
    return with().bracket(bracket).answer(inWords.text()).sentence(inWords).build();
  }

  /**
   * The trials in the format of their kind.
   *
   * @throws RecordException when they have another format
   */
  public <T> List<T> trials(Class<T> type) {
    try {
      return trials.stream().map(trial -> Json.MAPPER.convertValue(trial, type)).toList();
    } catch (IllegalArgumentException e) {
      throw new RecordException(
          "the trials of this study are none of kind '" + kind + "'; name another folder", e);
    }
  }

  /**
   * Whether the verdict of a trial does not count. In a plan whose rounds change the load until a
   * row passes, or fails, such a round is a success when it came to that row, and a row passed.
   */
  public boolean isSuperseded(JsonNode trial) {
    String until = trial.path("until").asText("");
    return !until.isEmpty()
        && !has(trial, Status.PASS.word())
        && isInRoundOf(trial, Status.PASS.word())
        && isInRoundOf(trial, until);
  }

  private boolean isInRoundOf(JsonNode trial, String status) {
    return trials.stream()
        .anyMatch(other -> has(other, status) && other.path("round").equals(trial.path("round")));
  }

  private static boolean has(JsonNode trial, String status) {
    return trial.path("status").asText().equals(status);
  }

  /** Whether a folder holds a study. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(STUDY_JSON));
  }

  /**
   * Reads a folder's study.
   *
   * @throws RecordException when there is no study, or the study is damaged or was written by a
   *     version with another layout
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
   * Writes the study atomically and forces it to the disk.
   *
   * @throws RecordException when the study cannot be written; the previous version remains then
   */
  public void write(Path folder) {
    Path file = folder.resolve(STUDY_JSON);
    try {
      Files.createDirectories(folder);
      AtomicFile.write(file, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
    } catch (IOException e) {
      throw RecordException.unwritable(file, e);
    }
  }
}
