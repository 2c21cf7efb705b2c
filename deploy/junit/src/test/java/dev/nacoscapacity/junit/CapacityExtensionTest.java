package dev.nacoscapacity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.abortedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import dev.nacoscapacity.core.record.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.AssertionFailedError;

/** Tests with the extension, run by JUnit; their registry is a model, in virtual time. */
class CapacityExtensionTest {

  private static final List<RunFolder> RECORDS = new ArrayList<>();

  @NacosCapacity(instances = 20)
  static class OfClass {

    @NacosTarget
    static String registry() {
      return "model";
    }

    @Test
    void first(RunFolder run) {
      RECORDS.add(run);
    }

    @Test
    @NacosCapacity(
        instances = 30,
        threshold = {"beat.p99<=2s", "window>=30s"},
        options = {"--duration", "30s"})
    void own(RunFolder run) {
      RECORDS.add(run);
    }

    @Nested
    class Inner {

      @Test
      void second(RunFolder run) {
        RECORDS.add(run);
      }
    }
  }

  @Test
  void shouldGoOnWithTheRecordOfTheTestOrItsClassWhenTheRegistryHolds() {
    RECORDS.clear();
    events(OfClass.class).assertStatistics(all -> all.succeeded(3));

    assertThat(RECORDS)
        .extracting(run -> run.run().workload().instances())
        .containsExactlyInAnyOrder(20, 20, 30);
    assertThat(RECORDS.stream().map(RunFolder::path).distinct()).hasSize(2);
  }

  /** The simplest test of each outcome. */
  static class OfMethods {

    @NacosTarget
    String registry() {
      return "model";
    }

    @Test
    @NacosCapacity(instances = 20, threshold = "beat.p99<0.01ms")
    void broken() {
      throw new IllegalStateException("must not begin");
    }

    @Test
    @NacosCapacity(instances = 20, threshold = "window>=10m")
    void undecided() {
      throw new IllegalStateException("must not begin");
    }

    @Test
    @NacosCapacity(
        instances = 20,
        threshold = "window>=10m",
        inconclusive = NacosCapacity.Inconclusive.FAIL)
    void strict() {}

    @Test
    @NacosCapacity(instances = 20, options = "--instance")
    void misspelt() {}

    @Test
    @NacosCapacity(instances = 20, options = "--dry-run")
    void withoutRun() {}
  }

  @Test
  void shouldEndTheTestAsTheVerdictSaysWhenItIsNoPass() {
    Events tests = events(OfMethods.class);

    tests
        .assertThatEvents()
        .haveExactly(1, failed("broken", "FAIL: 20 instances on model\n- beat"));
    tests.assertThatEvents().haveExactly(1, failed("strict", "INCONCLUSIVE: 20 instances"));
    tests
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("undecided"),
                abortedWithReason(message(text -> text.contains("\npage: ") && hasPage(text)))));
    tests
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("misspelt"),
                finishedWithFailure(
                    instanceOf(ExtensionConfigurationException.class),
                    message(text -> text.contains("--instance")))));
    tests
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("withoutRun"),
                finishedWithFailure(
                    instanceOf(ExtensionConfigurationException.class),
                    message(text -> text.contains("the options make no run")))));
  }

  private static boolean hasPage(String text) {
    return Files.exists(Path.of(text.replaceAll("(?s).*\npage: ", "")));
  }

  private static Condition<Event> failed(String name, String beginning) {
    return event(
        test(name),
        finishedWithFailure(
            instanceOf(AssertionFailedError.class),
            message(
                text ->
                    text.startsWith(beginning)
                        && text.contains("\nWhat to do: docs/troubleshooting.md#")
                        && hasPage(text))));
  }

  /** Whose nodes are on another machine, at an address that no machine has. */
  static class Elsewhere {

    @NacosTarget
    static String registry() {
      return "192.0.2.1:8848";
    }

    @Test
    @NacosCapacity(
        instances = 20,
        options = {"--call-timeout", "1s"})
    void unconfirmed() {}

    @Test
    @NacosCapacity(
        instances = 20,
        options = {"--call-timeout", "1s"},
        confirmed = true)
    void confirmed() {}
  }

  @Test
  void shouldLoadOtherMachinesOnlyWhenConfirmedAndFailWhenTheyAreOutOfReach() {
    Events tests = events(Elsewhere.class);

    tests
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("unconfirmed"),
                finishedWithFailure(
                    instanceOf(ExtensionConfigurationException.class),
                    message(text -> text.contains("add --yes if that is meant")))));
    tests
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("confirmed"),
                finishedWithFailure(
                    instanceOf(AssertionFailedError.class),
                    message(text -> text.contains("192.0.2.1")))));
  }

  static class Nameless {

    @Test
    @NacosCapacity(instances = 20)
    void nowhere() {}
  }

  @Test
  void shouldRefuseWhenNoRegistryIsNamed() {
    events(Nameless.class)
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("nowhere"),
                finishedWithFailure(
                    message(text -> text.contains("no registry is named; add a method")))));
  }

  private static Events events(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(tests))
        .execute()
        .testEvents();
  }
}
