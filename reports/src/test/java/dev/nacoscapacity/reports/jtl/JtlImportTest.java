package dev.nacoscapacity.reports.jtl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.OperationRow;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JtlImportTest {

  private static final String HEADER =
      "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,SampleCount,"
          + "ErrorCount\n";
  private static final String CHECK =
      "1000000,100,check,200,instances=10 services=2 beat=5 list=10 ramp=2 warmup=3 duration=60"
          + " servers=a:1 auth=true,true,,1,0\n";

  @TempDir private Path directory;

  @Test
  void shouldJudgeOnlyTheWindowThatThePlanTells() throws IOException {
    // The first call at 1,001 s, so the window is from 1,006 s to 1,066 s.
    String jtl = beats(140, 500);

    RunRecord run = imported(jtl);

    OperationResult beat = run.operations().get("beat");
    assertThat(run.windowSeconds()).isEqualTo(60);
    assertThat(beat.required()).isEqualTo(120);
    assertThat(beat.ok()).isEqualTo(120);
    assertThat(beat.latencyMs().p50()).isBetween(19.9, 20.1);
    assertThat(run.workload().instances()).isEqualTo(10);
    assertThat(run.target().nodes()).containsExactly("a:1");
    assertThat(run.verdict().reasons())
        .extracting(Reason::code)
        .containsExactlyInAnyOrder("registryUnread", "generatorUnread");
    assertThat(run.notes())
        .extracting(Message::text)
        .anyMatch(note -> note.contains("what the registry held"));
    assertThat(run.source().closedLoop()).isTrue();
  }

  @Test
  void shouldCallARunInterruptedWhoseCallsEndBeforeItsWindow() throws IOException {
    String jtl = beats(50, 500);
    String ends = "1025000,29500,listen,200,,true,,1,0\n1055000,20,deregister,200,,true,,1,0\n";

    RunRecord run = imported(jtl + ends);

    assertThat(run.interrupted()).isTrue();
    assertThat(run.windowSeconds()).isBetween(19.0, 20.0);
    assertThat(run.verdict().status()).isEqualTo(Status.INCONCLUSIVE);
  }

  @Test
  void shouldCountLongPollsThatEndInTheWindow() throws IOException {
    String jtl = beats(140, 500);
    String polls = "1001000,29500,listen,200,,true,,1,0\n1031000,29500,listen,200,,true,,1,0\n";

    assertThat(imported(jtl + polls).operations().get("listen").ok()).isEqualTo(2);
  }

  @Test
  void shouldCountFailuresByTheirReason() throws IOException {
    RunRecord run =
        imported(
            HEADER
                + "1000,5,beat,200,,false,lost (20404),1,1\n"
                + "2000,5,beat,503,Unavailable,false,,1,1\n"
                + "3000,5,beat,200,,true,,1,0\n");

    assertThat(run.operations().get("beat").failed())
        .isEqualTo(Map.of("lost (20404)", 1L, "503 Unavailable", 1L));
    assertThat(run.verdict().reasons()).extracting(Reason::code).contains("requiredUnknown");
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol=udp", "shard=3/2"})
  void shouldNameAnInvalidSettingOfThePlan(String word) {
    String beat = "2000,5,beat,200,,true,,1,0\n";

    assertThatThrownBy(() -> imported(HEADER + CHECK.replace("auth=true", word) + beat))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(word.substring(word.indexOf('=') + 1));
  }

  /** An engine of JMeter tells its own part of the fleet. */
  @Test
  void shouldKeepTheSizeOfAShard() throws IOException {
    RunRecord half = imported(beats(140, 500).replace("auth=true", "auth=true shard=1/2"));

    assertThat(half.workload().instances()).isEqualTo(10);
    assertThat(half.workload().services()).isEqualTo(2);
    assertThat(half.workload().population().instances()).isEqualTo(20);
  }

  @Test
  void shouldWriteARowForEachSecondAndOperation() throws IOException {
    imported(
        HEADER
            + "1000,5,beat,200,,true,,1,0\n"
            + "1500,5,list,200,,true,,1,0\n"
            + "3000,5,beat,200,,true,,1,0\n");

    assertThat(RunFolder.open(directory.resolve("run")).intervals())
        .extracting(
            OperationRow::seconds,
            OperationRow::operation,
            row -> row.stats().count(OperationCount.OK))
        .map(Object::toString)
        .containsExactly("(1.0, \"beat\", 1L)", "(1.0, \"list\", 1L)", "(3.0, \"beat\", 1L)");
  }

  @Test
  void shouldKeepTheLatenciesOfALabelWithSpacesAndCommas() throws IOException {
    imported(
        HEADER
            + "1000,5,\"GET /beat, slow\",200,,true,,1,0\n"
            + "2000,5,\"GET /beat, slow\",200,,true,,1,0\n");

    assertThat(RunFolder.open(directory.resolve("run")).histograms())
        .containsOnlyKeys("GET /beat, slow.latency")
        .allSatisfy((tag, micros) -> assertThat(micros.getTotalCount()).isEqualTo(2));
  }

  @Test
  void shouldLeaveOutALastLineThatWasCutShort() throws IOException {
    RunRecord run = imported(HEADER + "1000,5,beat,200,,true,,1,0\n2000,5,be");

    assertThat(run.operations().get("beat").ok()).isEqualTo(1);
  }

  @Test
  void shouldCountNoFailureWhenTheLastLineIsCutInItsSuccess() throws IOException {
    String jtl = beats(140, 500);
    String cut = "1010000,20,beat,200,,tru";

    assertThat(imported(jtl + cut).operations().get("beat").failures()).isZero();
  }

  @Test
  void shouldBeInconclusiveWhenTooFewThreadsOrASlowServerOfferTooLittle() throws IOException {
    String jtl = beats(70, 1000);

    RunRecord run = imported(jtl);

    assertThat(run.verdict().status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(run.verdict().reasons()).extracting(Reason::code).contains("rate");
  }

  @ParameterizedTest
  @CsvSource({
    "'<?xml version=\"1.0\"?>', XML",
    "'1000,5,beat,true', no field names",
    "'', no sample",
    "'HEADER\nsoon,5,beat,200,,true,,1,0\n', line 2",
    "'HEADER\nCHECK', no call",
    "HEADER, no sample"
  })
  void shouldSayWhyAFileIsNoJtl(String text, String fault) {
    String jtl = text.replaceAll("HEADER\n?", HEADER).replace("CHECK", CHECK);

    assertThatThrownBy(() -> imported(jtl))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void shouldNameAMissingFile() {
    assertThatThrownBy(() -> importer(directory.resolve("absent")).into(directory.resolve("run")))
        .hasMessageContaining("no JTL at");
  }

  /** The results of a plan, with a beat every so many ms. */
  private static String beats(int number, int millis) {
    return IntStream.range(0, number)
        .mapToObj(beat -> (1_001_000 + millis * beat) + ",20,beat,200,,true,,1,0\n")
        .collect(Collectors.joining("", HEADER + CHECK, ""));
  }

  private RunRecord imported(String jtl) throws IOException {
    return importer(Files.writeString(directory.resolve("out.jtl"), jtl))
        .into(directory.resolve("run"));
  }

  private static JtlImport importer(Path jtl) {
    return new JtlImport(jtl, new Tool("report import", "1", null));
  }
}
