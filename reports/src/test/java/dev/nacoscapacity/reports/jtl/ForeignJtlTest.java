package dev.nacoscapacity.reports.jtl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Source;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JTLs of other plans, as JMeter and people write them; a minute of one sample a second each. */
class ForeignJtlTest {

  private static final String HEADER =
      "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,"
          + "failureMessage,bytes,URL\n";
  private static final long START = 1_700_000_000_000L;

  @TempDir private Path directory;

  @Test
  void shouldSayOnlyWhatAJtlCanTell() throws IOException {
    RunRecord run = imported(HEADER + minute());

    OperationResult beat = run.operations().get("beat");
    assertThat(run.source()).isEqualTo(Source.JTL);
    assertThat(run.target()).isEqualTo(Target.UNKNOWN);
    assertThat(run.workload()).isEqualTo(Workload.UNKNOWN);
    assertThat(beat.ok()).isEqualTo(61);
    assertThat(beat.required()).isZero();
    assertThat(beat.achievedShare()).isEmpty();
    assertThat(run.verdict().status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(codes(run))
        .containsExactlyInAnyOrder("requiredUnknown", "registryUnread", "generatorUnread");
    assertThat(Files.readString(directory.resolve("run/run.json")))
        .doesNotContain("\"workload\"", "\"target\"");
    assertThat(RunFolder.open(directory.resolve("run")).run()).isEqualTo(run);
  }

  @Test
  void shouldFailForErrorsAndSlowCalls() throws IOException {
    RunRecord errors = imported(HEADER + minute() + row(61_000, 5, "get", "500", false, "refused"));
    RunRecord slow = imported(HEADER + minute().replace(",20,beat", ",2000,beat"));

    assertThat(errors.verdict().status()).isEqualTo(Status.FAIL);
    assertThat(codes(errors)).startsWith("failures");
    assertThat(slow.verdict().status()).isEqualTo(Status.FAIL);
    assertThat(codes(slow)).startsWith("wholeLatency");
  }

  @Test
  void shouldReserveNoLabels() throws IOException {
    StringBuilder jtl = new StringBuilder(HEADER);
    for (int second = 0; second <= 60; second++) {
      for (String label : new String[] {"login", "check", "beat"}) {
        jtl.append(row(1000L * second, 30, label, "200", true, ""));
      }
    }
    jtl.append(row(61_000, 5, "verdict", "200", true, ""));

    assertThat(achieved(imported(jtl.toString())))
        .isEqualTo(Map.of("login", 61L, "check", 61L, "beat", 61L, "verdict", 1L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scrape", "sweep", "login", "push", "check"})
  void shouldJudgeCallsOfAnyLabel(String label) throws IOException {
    RunRecord run = imported(HEADER + minute() + row(61_000, 5, label, "500", false, "refused"));

    assertThat(run.verdict().status()).isEqualTo(Status.FAIL);
    assertThat(codes(run)).startsWith("failures");
  }

  @Test
  void shouldDivideTheTimesOfASumOfSamples() throws IOException {
    String rows =
        seconds()
            .mapToObj(second -> START + 1000L * second + ",6363,beat,200,true,100,2\n")
            .collect(Collectors.joining());

    RunRecord run =
        imported("timeStamp,elapsed,label,responseCode,success,SampleCount,ErrorCount\n" + rows);

    OperationResult beat = run.operations().get("beat");
    assertThat(beat.achieved()).isEqualTo(6100);
    assertThat(beat.failures()).isEqualTo(122);
    assertThat(beat.latencyMs().p50()).isBetween(63.5, 63.7);
    assertThat(run.windowSeconds()).isBetween(60.0, 60.1);
    assertNoted(run, "line 2 (100 samples)", "and 58 more");
  }

  @Test
  void shouldCountASampleThatNeverBeganAsFailedAndGiveItNoTime() throws IOException {
    RunRecord run =
        imported(HEADER + "0,0,beat,200,OK,t,text,false,did not start,1,null\n" + minute());

    OperationResult beat = run.operations().get("beat");
    assertThat(run.windowSeconds()).isBetween(60.0, 60.1);
    assertThat(beat.failed()).isEqualTo(Map.of("did not start", 1L));
    assertThat(beat.latencyMs().p50()).isBetween(19.9, 20.1);
    assertThat(beat.latencyMs().p50()).isEqualTo(beat.latencyMs().max());
    assertNoted(run, "line 2 (beat: did not start)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024/01/31 23:59:",
        "2024-01-31 23:59:",
        "2024-01-31T23:59:",
        "01/31/24 23:59:",
      })
  void shouldReadTheDatesThatJmeterWrites(String minute) throws IOException {
    String row = ",20,beat,200,OK,t,text,true,,1,null\n";

    RunRecord run = imported(HEADER + minute + "00" + row + minute + "59.500" + row);

    assertThat(run.windowSeconds()).isBetween(59.5, 59.6);
  }

  /** Seconds, micro- and nanoseconds: other tools write them. */
  @ParameterizedTest
  @ValueSource(strings = {"1706745600", "1706745600000000", "1706745600000000000"})
  void shouldLeaveOutTimesThatAreNoMilliseconds(String time) throws IOException {
    RunRecord run = imported(HEADER + time + ",20,beat,200,OK,t,text,true,,1,null\n" + minute());

    assertThat(achieved(run)).isEqualTo(Map.of("beat", 61L));
    assertThat(run.notes())
        .extracting(Message::text)
        .anyMatch(note -> note.contains("line 2 (timeStamp is " + time));
  }

  @ParameterizedTest
  @ValueSource(strings = {";", "\t", "|"})
  void shouldUseTheDelimiterOfTheHeader(String delimiter) throws IOException {
    assertThat(achieved(imported((HEADER + minute()).replace(",", delimiter))))
        .isEqualTo(Map.of("beat", 61L));
  }

  @Test
  void shouldReadWhatSpreadsheetsAndShellsMakeOfAJtl() throws IOException {
    String half = minute().replace(",true,", ",TRUE,");

    RunRecord run =
        imported("\uFEFF" + (HEADER + half + "\n\n" + HEADER).replace("\n", "\r\n") + minute());

    assertThat(achieved(run)).isEqualTo(Map.of("beat", 122L));
    assertThat(run.notes()).extracting(Message::text).noneMatch(note -> note.contains("left out"));
  }

  @Test
  void shouldLeaveOutWhatIsNoSampleAndNameItsLine() throws IOException {
    RunRecord run =
        imported(
            HEADER
                + (START + ",12\n")
                + minute()
                + row(61_000, -120, "beat", "200", true, "")
                + row(61_000, Long.MAX_VALUE, "beat", "200", true, "")
                + row(61_000, 20, "beat", "200", true, "").replace("true", "maybe"));

    assertThat(achieved(run)).isEqualTo(Map.of("beat", 61L));
    assertNoted(
        run,
        "line 2 (2 fields, not 11)",
        "line 64 (elapsed -120",
        "line 65 (elapsed 9223372036854775807",
        "and 1 more");
  }

  @Test
  void shouldRefuseAQuoteThatNobodyClosedAndNameItsLine() {
    String open = row(61_000, 20, "get", "500", false, "\"never closed");

    assertThatThrownBy(() -> imported(HEADER + minute() + open + minute()))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("from line 63 on");
    assertThatThrownBy(() -> imported(HEADER + minute() + open + minute().stripTrailing()))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("from line 63 on");
  }

  @Test
  void shouldSkipALastLineThatWasCutInItsQuotes() throws IOException {
    String cut = (START + 61_000) + ",50,beat,500,\"\",t,text,false,\"read timed ou";

    RunRecord run = imported(HEADER + minute() + cut);

    assertThat(achieved(run)).isEqualTo(Map.of("beat", 61L));
    assertThat(run.notes()).extracting(Message::text).noneMatch(note -> note.contains("left out"));
    assertThat(achieved(imported(HEADER + minute() + cut + "\nat node, 3")))
        .isEqualTo(Map.of("beat", 61L));
  }

  @Test
  void shouldKeepTheMessageOfAFailureInOneLine() throws IOException {
    RunRecord run =
        imported(
            HEADER
                + minute()
                + row(61_000, 50, "beat", "500", false, "\"timed \"\"out\"\"\nat node, 3\"")
                + row(62_000, 50, "list", "200", true, ""));

    assertThat(run.operations().get("beat").failed())
        .isEqualTo(Map.of("500 timed \"out\" at node, 3", 1L));
    assertThat(run.operations().get("list").ok()).isEqualTo(1);
  }

  @Test
  void shouldNotCountTransactionsWhoseCallsHaveLines() throws IOException {
    assertThat(achieved(imported(HEADER + transactions("t", true, 1))))
        .isEqualTo(Map.of("beat", 61L));
    // Sorted by their beginnings, and with nested ones.
    assertThat(achieved(imported(HEADER + transactions("t", true, 2))))
        .isEqualTo(Map.of("beat", 61L));
  }

  @Test
  void shouldCountTransactionsWhoseCallsHaveNoLinesWhateverOtherThreadsDo() throws IOException {
    String failing = transactions("buyer", false, 1).replace(",true,", ",false,");

    assertThat(achieved(imported(HEADER + failing + minute().repeat(3))))
        .isEqualTo(Map.of("beat", 183L, "TX", 61L));

    RunRecord run = imported(HEADER + failing + transactions("t", true, 1));

    assertThat(achieved(run)).isEqualTo(Map.of("beat", 61L, "TX", 61L));
    assertThat(run.operations().get("TX").failures()).isEqualTo(61);
    assertThat(run.notes())
        .extracting(Message::text)
        .anyMatch(note -> note.startsWith("61 lines of transactions were left out"))
        .anyMatch(note -> note.startsWith("61 lines are transactions, each counted"));
  }

  @Test
  void shouldCountTransactionsBesideOtherCallsOfTheirThread() throws IOException {
    String after =
        seconds()
            .mapToObj(second -> row(1000L * second + 30, 0, "think", "200", true, ""))
            .collect(Collectors.joining());

    assertThat(achieved(imported(HEADER + sorted(transactions("t", false, 1) + after))))
        .isEqualTo(Map.of("TX", 61L, "think", 61L));
  }

  @Test
  void shouldCountTransactionsWhenThreadsAreUnknown() throws IOException {
    String rows = HEADER + transactions("t", true, 1);

    assertThat(achieved(imported(rows.replace("threadName", "thread"))))
        .isEqualTo(Map.of("beat", 61L, "TX", 61L));
  }

  /** Pauses between its calls are not part of a transaction's time. */
  @Test
  void shouldRecognizeATransactionThatPauses() throws IOException {
    String header = HEADER.replace("URL", "IdleTime");
    String second = row(5_020, 10, "beat", "200", true, "");
    String pausing = transaction(0, "t").replace(",null\n", ",5000\n");

    assertThat(
            achieved(imported(header + (minute() + second).replace(",null\n", ",0\n") + pausing)))
        .isEqualTo(Map.of("beat", 62L));
  }

  private static final String OF_TRANSACTION =
      "\"Number of samples in transaction : 1, number of failing samples : 0\"";

  /** A transaction each second, with or without a line of its call, as often as it is nested. */
  private static String transactions(String thread, boolean calls, int nested) {
    return seconds()
        .mapToObj(
            second -> {
              String call = calls ? row(1000L * second, 20, "beat", "200", true, "") : "";
              String transaction = transaction(second, thread);
              return nested > 1 ? transaction.repeat(nested) + call : call + transaction;
            })
        .collect(Collectors.joining());
  }

  private static String transaction(int second, String thread) {
    return "%d,30,TX,,%s,%s,text,true,,1,null\n"
        .formatted(START + 1000L * second, OF_TRANSACTION, thread);
  }

  private static String sorted(String rows) {
    return rows.lines().sorted().map(row -> row + "\n").collect(Collectors.joining());
  }

  @Test
  void shouldSayWhereFilesWereJoinedThatAreDaysApart() throws IOException {
    RunRecord run =
        imported(HEADER + minute() + row(172_800_000, 20, "list", "200", true, "") + minute());

    assertNoted(run, "172,740 s before line 63");
  }

  @Test
  void shouldKeepTheFirstLabelsApartAndMakeOneRowOfTheOthers() throws IOException {
    String rows =
        IntStream.range(0, 20_000)
            .mapToObj(i -> row(60L * i, 20, "get /" + i, "500", false, "no " + i))
            .collect(Collectors.joining());

    RunRecord run = imported(HEADER + rows);

    assertThat(run.operations()).hasSize(JtlLabels.KEPT_APART + 1);
    assertThat(run.operations().get(JtlLabels.OTHERS).achieved())
        .isEqualTo(20_000 - JtlLabels.KEPT_APART);
    assertThat(run.operations().get(JtlLabels.OTHERS).failed()).hasSizeLessThan(201);
    assertNoted(run, "first 50 labels");
  }

  @Test
  void shouldNameASampleWithoutALabel() throws IOException {
    assertThat(achieved(imported(HEADER + minute() + row(61_000, 20, " ", "200", true, ""))))
        .isEqualTo(Map.of("beat", 61L, "(no name)", 1L));
  }

  @Test
  void shouldRefuseWhatIsMostlyNoSampleAndLeaveNoFolder() {
    assertThatThrownBy(() -> imported(HEADER + "20.5.2024 10:00,1,a,1,,t,text,true,,1,null\n"))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("line 2 (timeStamp is \"20.5.2024 10:00\"");
    assertThatThrownBy(() -> imported("elapsed,label,success\n1,a,true\n"))
        .hasMessageContaining("no column timeStamp in line 1")
        .hasMessageContaining("timestamp_format");
    assertThat(directory.resolve("run")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "output_format=xml, output_format=csv",
    "print_field_names=false, print_field_names=true",
    "timestamp_format=none, timestamp_format=ms",
    "timestamp_format=HH:mm, timestamp_format=ms",
    "timestamp_format=yyyy/MM/dd, timestamp_format=ms",
    "successful=false, successful=true",
    "timestamp_format=none, timestamp_format=yyyy/MM/dd HH:mm:ss.SSS",
    "timestamp_format=none, timestamp_format=MM/dd/yy HH:mm:ss",
    "timestamp_format=none, timestamp_format=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    "output_format=xml, default_delimiter=;",
  })
  void shouldRecognizeSettingsWhoseResultsItCannotRead(String settings, String instead) {
    assertThat(unreadable(settings)).hasValueSatisfying(why -> assertThat(why).contains(settings));
    assertThat(unreadable(instead)).isEmpty();
  }

  private static Optional<String> unreadable(String settings) {
    String[] setting = settings.split("=", 2);
    return JtlFile.unreadable(
        name -> name.equals("jmeter.save.saveservice." + setting[0]) ? setting[1] : null);
  }

  private static IntStream seconds() {
    return IntStream.rangeClosed(0, 60);
  }

  /** 61 beats. */
  private static String minute() {
    return seconds()
        .mapToObj(second -> row(1000L * second, 20, "beat", "200", true, ""))
        .collect(Collectors.joining());
  }

  private static String row(
      long millis, long elapsed, String label, String code, boolean success, String failure) {
    return "%d,%d,%s,%s,,t,text,%s,%s,1,null\n"
        .formatted(START + millis, elapsed, label, code, success, failure);
  }

  private static void assertNoted(RunRecord run, String... words) {
    assertThat(run.notes())
        .extracting(Message::text)
        .anySatisfy(note -> assertThat(note).contains(words));
  }

  private static List<String> codes(RunRecord run) {
    return run.verdict().reasons().stream().map(Reason::code).toList();
  }

  private static Map<String, Long> achieved(RunRecord run) {
    return run.operations().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().achieved()));
  }

  private RunRecord imported(String jtl) throws IOException {
    Path file = Files.writeString(directory.resolve("out.jtl"), jtl);
    return new JtlImport(file, new Tool("report import", "1", null))
        .into(RunFolder.unused(directory.resolve("run")));
  }
}
