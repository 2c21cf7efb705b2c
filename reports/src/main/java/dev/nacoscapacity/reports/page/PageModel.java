package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.text.Language;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Reason;
import gg.jte.Content;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the template writes.
 *
 * @param folder the run folder's name
 * @param damages a sentence for each file of it that cannot be read
 * @param events in order
 * @param experiment null when there was none
 * @param liveNumber which snapshot of a run that goes on this is; null when the run is over
 */
record PageModel(
    RunRecord run,
    String folder,
    List<String> damages,
    List<Event> events,
    ExperimentView experiment,
    PageData data,
    Long liveNumber)
    implements SelfContained {

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  /** The rest stands behind a fold. */
  private static final int FIRST_REASONS = 6;

  @Override
  public String script() {
    return Assets.script();
  }

  @Override
  public String policy() {
    String policy = SelfContained.super.policy();
    return liveNumber == null ? policy : Policy.live(policy);
  }

  String dataJson() {
    return ScriptJson.of(
        liveNumber == null
            ? Map.of("run", data, "words", WORDS.all())
            : Map.of("run", data, "words", WORDS.all(), "live", liveNumber));
  }

  /** What a page needs that follows a run. */
  String liveJson() {
    return ScriptJson.of(Map.of("run", data, "live", liveNumber));
  }

  /** The verdict's word, {@code running} or {@code none}. */
  String status() {
    if (liveNumber != null) {
      return "running";
    }
    return run.verdict() == null || run.verdict().status() == null
        ? "none"
        : run.verdict().status().word();
  }

  /** Key of the sentence below the verdict. */
  String says() {
    String key = status() + ".says";
    return experiment != null && WORDS.has(key + ".experiment") ? key + ".experiment" : key;
  }

  List<Reason> firstReasons() {
    List<Reason> all = reasons();
    return all.subList(0, Math.min(FIRST_REASONS, all.size()));
  }

  List<Reason> moreReasons() {
    List<Reason> all = reasons();
    return all.subList(firstReasons().size(), all.size());
  }

  /** A reason in both languages. */
  Content sentence(Reason reason) {
    return WORDS.both(reason.in(Language.ENGLISH), reason.in(Language.CHINESE));
  }

  private List<Reason> reasons() {
    return run.verdict() == null ? List.of() : run.verdict().reasons();
  }

  String title() {
    return "%s: %s instances, %s"
        .formatted(
            WORDS.english(status()),
            NumberText.count(run.workload().instances()),
            String.join(" ", targetWords()));
  }

  /** Kind and version of the target, when there is one and it says more. */
  List<String> targetWords() {
    String kind = run.target() == null ? null : run.target().kind();
    String version = run.target() == null ? null : run.target().version();
    if (kind == null) {
      return List.of("?");
    }
    return version == null || version.equals(kind) ? List.of(kind) : List.of(kind, version);
  }

  boolean standIn() {
    return run.target() != null && run.target().standIn();
  }

  List<Bound> bounds() {
    return Bound.of(run);
  }

  /** The options as run.json names them. */
  Map<String, String> workload() {
    return Fields.of(run.workload());
  }

  /** The generator's machine as run.json names its parts; empty when unknown. */
  Map<String, String> machine() {
    return run.machine() == null ? Map.of() : Fields.of(run.machine());
  }

  /** Requests a second that the judged window required, or null when it never began. */
  String offered() {
    if (run.windowSeconds() <= 0) {
      return null;
    }
    return NumberText.decimal(run.requests(OperationResult::required) / run.windowSeconds());
  }

  boolean hasCalls() {
    return data.calls() != null;
  }

  boolean hasHistograms() {
    return hasCalls()
        && data.calls().operations().values().stream().anyMatch(rates -> rates.latency() != null);
  }

  /** Operation, reason and count of every kind of failure, most frequent first. */
  List<Failure> failures() {
    return run.operations().entrySet().stream()
        .flatMap(
            operation ->
                operation.getValue().failed().entrySet().stream()
                    .map(
                        reason ->
                            new Failure(operation.getKey(), reason.getKey(), reason.getValue())))
        .sorted((a, b) -> Long.compare(b.count(), a.count()))
        .toList();
  }

  record Failure(String operation, String reason, long count) {}

  String relative(double seconds) {
    long whole = (long) Math.floor(seconds);
    return whole >= 3_600
        ? NumberText.of("%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60)
        : NumberText.of("%d:%02d", whole / 60, whole % 60);
  }

  /** A length of time, or unknown. */
  static String seconds(Double seconds) {
    return seconds == null ? NumberText.UNKNOWN : NumberText.of("%,.1f s", seconds);
  }

  /** What a reader follows: all but what nodes told. */
  List<Event> mainEvents() {
    return events.stream().filter(event -> !event.kind().equals(Event.NODE)).toList();
  }

  List<Event> nodeEvents() {
    return events.stream().filter(event -> event.kind().equals(Event.NODE)).toList();
  }

  String utc(Instant time) {
    return time == null ? NumberText.UNKNOWN : UTC.format(time);
  }

  /** What an event says, without its time and kind. */
  static String sentence(Event event) {
    Map<String, Object> fields = new LinkedHashMap<>(event.fields());
    Object text = fields.remove("text");
    StringBuilder sentence = new StringBuilder(text == null ? "" : text.toString());
    fields.forEach(
        (name, value) ->
            sentence.append(sentence.isEmpty() ? "" : "; ").append(name).append(' ').append(value));
    return sentence.toString();
  }
}
