package dev.nacoscapacity.reports.page;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.ApiRate;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The page of a run.
 *
 * @param folder the run folder's name
 * @param damages a sentence for each unreadable file of the run
 * @param events in order
 * @param liveNumber number of the snapshot of a running run; empty when the run is over
 */
record PageModel(
    RunRecord run,
    String folder,
    List<String> damages,
    List<Event> events,
    PageData data,
    Optional<Long> liveNumber)
    implements HtmlPage {

  /** Further reasons are collapsed. */
  private static final int FIRST_REASONS = 6;

  static PageModel of(RunFolder run, Optional<Long> liveNumber) {
    List<String> damages = new ArrayList<>();
    List<Event> events = PageData.rows(run::events, damages);
    PageData data = PageData.of(run, events, damages);
    String name = run.path().toAbsolutePath().getFileName().toString();
    return new PageModel(run.run(), name, damages, events, data, liveNumber);
  }

  @Override
  public String template() {
    return "page.jte";
  }

  @Override
  public List<String> scripts() {
    return List.of(
        "words.js", "figures.js", "plots.js", "chart.js", "table.js", "follow.js", "page.js");
  }

  /** The page of a running run may also request newer data from the program that served it. */
  @Override
  public String policy() {
    return (liveNumber.isEmpty() ? "" : "connect-src 'self'; ") + HtmlPage.super.policy();
  }

  @Override
  public String dataJson() {
    Map<String, Object> page = new TreeMap<>(Map.of("run", data, "words", WORDS.all()));
    liveNumber.ifPresent(number -> page.put("live", number));
    return ScriptJson.of(page);
  }

  /** The data that an open page needs to follow a run. */
  String liveJson() {
    return ScriptJson.of(new TreeMap<>(Map.of("run", data, "live", liveNumber.orElseThrow())));
  }

  /** The work of the nodes, in descending order of CPU time. */
  List<Map.Entry<String, Work>> work() {
    return run.workIn(Phases.MEASURE).entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                (Map.Entry<String, Work> kind) -> -kind.getValue().cpuSeconds()))
        .toList();
  }

  /** The share of a kind in all work, 0 to 1. */
  double share(Work kind) {
    return kind.cpuSeconds()
        / run.workIn(Phases.MEASURE).values().stream().mapToDouble(Work::cpuSeconds).sum();
  }

  /** The word for the verdict, {@code running} or {@code none}. */
  String status() {
    return liveNumber.isPresent() ? "running" : run.status().map(Status::word).orElse("none");
  }

  /** Key of the sentence below the verdict. */
  String says() {
    String key = status() + ".says";
    String kind = run.experiment() != null ? ".experiment" : of();
    return WORDS.has(key + kind) ? key + kind : key;
  }

  /**
   * The end of the keys of words about a run that tells no workload, or calls an API; else empty.
   */
  String of() {
    if (!run.source().tellsWorkload()) {
      return ".jtl";
    }
    return run.workload().rate().isPresent() ? ".api" : "";
  }

  /** What is called how often; empty for a fleet. */
  String api() {
    return run.workload().rate().map(ApiRate::label).orElse("");
  }

  List<Reason> firstReasons() {
    return reasons().stream().limit(FIRST_REASONS).toList();
  }

  List<Reason> moreReasons() {
    return reasons().stream().skip(FIRST_REASONS).toList();
  }

  /** A reason in both languages. */
  Content sentence(Reason reason) {
    return WORDS.both(reason.message());
  }

  /** Where to read what to do about the reasons; empty when there are none. */
  Optional<Content> help() {
    return Optional.ofNullable(run.verdict()).flatMap(Verdict::help).map(WORDS::both);
  }

  private List<Reason> reasons() {
    return run.verdict() == null ? List.of() : run.verdict().reasons();
  }

  String title() {
    String own = run.remarks().title();
    String begin = (own.isEmpty() ? "" : own + " – ") + WORDS.english(status());
    if (!run.source().tellsWorkload()) {
      return begin + ": a JTL of JMeter";
    }
    String load = NumberText.count(run.measuredInstances()) + " instances";
    return "%s: %s, %s"
        .formatted(begin, api().isEmpty() ? load : api(), String.join(" ", targetWords()));
  }

  /**
   * Kind and version of the target: a question mark for an unknown kind, no version when it equals
   * the kind.
   */
  List<String> targetWords() {
    Target target = run.target();
    if (target.equals(Target.UNKNOWN)) {
      return List.of("?");
    }
    return target.version() == null || target.version().equals(target.kind())
        ? List.of(target.kind())
        : List.of(target.kind(), target.version());
  }

  boolean standIn() {
    return run.target().standIn();
  }

  /** The stamp of a run that is not a measurement; empty for a measurement. */
  Optional<Content> stamp() {
    return run.target().warning().map(WORDS::both);
  }

  /** That times are not the wall's, and what passed by the wall; empty in real time. */
  Optional<Content> wallTime() {
    return Optional.ofNullable(run.scaleModel()).map(ScaleModel::times).map(WORDS::both);
  }

  /** What a published cluster held, beside a prediction. */
  Optional<Content> published() {
    return Optional.ofNullable(run.verdict()).map(Verdict::published).map(WORDS::both);
  }

  /** The required requests a second in the measurement window; empty when they are not known. */
  Optional<String> offered() {
    long required = run.requests(OperationResult::required);
    return run.windowSeconds() <= 0 || required == 0
        ? Optional.empty()
        : Optional.of(NumberText.decimal(required / run.windowSeconds()));
  }

  boolean hasCalls() {
    return data.calls() != null;
  }

  boolean hasHistograms() {
    return hasCalls()
        && data.calls().operations().values().stream()
            .anyMatch(measures -> measures.containsKey("latency"));
  }

  /** Every kind of failure with operation, reason and count, most frequent first. */
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

  /** A duration, or the word for unknown. */
  static String seconds(Double seconds) {
    return seconds == null ? NumberText.UNKNOWN : NumberText.of("%,.1f s", seconds);
  }

  /** Either the events of nodes, or all other events, which are the main log of the run. */
  List<Event> events(boolean ofNodes) {
    return events.stream().filter(event -> event.kind().equals(Event.NODE) == ofNodes).toList();
  }

  /** The text of an event, without its time and kind; messages are as the run wrote them. */
  static Content sentence(Event event) {
    Map<String, Object> fields = new LinkedHashMap<>(event.fields());
    Stream<Message> text =
        Stream.ofNullable(fields.remove("text")).map(each -> Message.asIs(each.toString()));
    return WORDS.both(
        Stream.concat(
                text, fields.entrySet().stream().map(each -> words(each.getKey(), each.getValue())))
            .reduce((one, next) -> Message.of("event.both", with("one", one).and("next", next)))
            .orElse(Message.asIs("")));
  }

  private static Message words(String name, Object value) {
    String kind = Set.of(Event.FAULT, Event.WAVE).contains(name) ? name : "field";
    return Message.of("event." + kind, with("name", name).and("value", value));
  }
}
