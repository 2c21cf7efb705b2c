package dev.nacoscapacity.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Makes the run that {@link NacosCapacity} asks for, and turns its verdict into that of a test. */
final class CapacityExtension implements BeforeTestExecutionCallback, ParameterResolver {

  private static final Namespace RUNS = Namespace.create(CapacityExtension.class);

  /**
   * What a run came to.
   *
   * @param exitCode one of {@link ExitCode}
   * @param folder of its record, where there is one: a run that was refused has none
   * @param said what the command wrote for its user
   */
  private record Outcome(int exitCode, Path folder, String said) {

    /** The record of a run that passed, or what the test has to end with. */
    RunFolder judged(NacosCapacity.Inconclusive inconclusive) {
      switch (exitCode) {
        case ExitCode.OK:
          return judged()
              .orElseThrow(
                  () ->
                      new ExtensionConfigurationException(
                          "@NacosCapacity: the options make no run; leave out --dry-run"));
        case ExitCode.INCONCLUSIVE:
          // Without a record the registry was out of reach, or refused: no matter of chance.
          if (inconclusive == NacosCapacity.Inconclusive.ABORT && judged().isPresent()) {
            throw new TestAbortedException(text());
          }
          throw new AssertionFailedError(text());
        case ExitCode.FAIL:
          throw new AssertionFailedError(text());
        case ExitCode.USAGE:
          throw new ExtensionConfigurationException("@NacosCapacity: " + said);
        default:
          throw new IllegalStateException(said);
      }
    }

    /** The record, when there is one with a verdict. */
    private Optional<RunFolder> judged() {
      return Files.exists(folder.resolve(RunFolder.RUN_JSON))
          ? Optional.of(RunFolder.open(folder)).filter(run -> run.run().status().isPresent())
          : Optional.empty();
    }

    private String text() {
      return judged().map(run -> text(run.run())).orElse(said);
    }

    private String text(RunRecord run) {
      List<String> lines = new ArrayList<>();
      lines.add(
          "%s: %d instances on %s"
              .formatted(run.verdict().status(), run.measuredInstances(), run.target().kind()));
      run.verdict().reasons().forEach(reason -> lines.add("- " + reason.text()));
      run.verdict().help().ifPresent(help -> lines.add(help.text()));
      lines.add("page: " + folder.resolve(RunFolder.REPORT_HTML));
      return String.join("\n", lines);
    }
  }

  @Override
  public void beforeTestExecution(ExtensionContext test) {
    run(test);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    // Of other methods than the test's own it would be wanted before the load is made.
    return parameter.getParameter().getType() == RunFolder.class
        && context.getTestMethod().filter(parameter.getDeclaringExecutable()::equals).isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return run(test);
  }

  /** The run of a test, or that of its class, made by the first who asks. */
  private static RunFolder run(ExtensionContext test) {
    ExtensionContext owner = test;
    while (asked(owner).isEmpty()) {
      owner = owner.getParent().orElseThrow();
    }
    NacosCapacity asked = asked(owner).get();
    String name =
        owner
            .getTestMethod()
            .map(method -> test.getRequiredTestClass().getSimpleName() + "." + method.getName())
            .orElse(owner.getRequiredTestClass().getSimpleName());
    return owner
        .getStore(RUNS)
        // A store finds what those above it hold, so the key is the owner's own.
        .getOrComputeIfAbsent(
            owner.getUniqueId(), id -> load(asked, target(test), name), Outcome.class)
        .judged(asked.inconclusive());
  }

  private static Optional<NacosCapacity> asked(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), NacosCapacity.class);
  }

  private static Outcome load(NacosCapacity asked, String target, String name) {
    Path folder = RunFolder.fresh(records(), Instant.now(), name).toAbsolutePath();
    List<String> words = new ArrayList<>(List.of("--instances", "" + asked.instances()));
    words.addAll(List.of("--target", target, "--out", folder.toString(), "--quiet"));
    Stream.of(asked.threshold()).forEach(bound -> words.addAll(List.of("--threshold", bound)));
    if (asked.confirmed()) {
      words.add("--yes");
    }
    words.addAll(List.of(asked.options()));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    int exitCode =
        Conventions.execute(
            SimulatorMain.commandLine(nowhere, new PrintStream(said, true, UTF_8)),
            words,
            System.getenv());
    return new Outcome(exitCode, folder, said.toString(UTF_8).strip());
  }

  /** Within what the project's build writes, and cleans. */
  private static Path records() {
    return Stream.of("target", "build")
        .map(Path::of)
        .filter(Files::isDirectory)
        .findFirst()
        .orElse(Path.of(""))
        .resolve("nacos-capacity");
  }

  private static String target(ExtensionContext test) {
    for (Class<?> type = test.getRequiredTestClass();
        type != null;
        type = type.getEnclosingClass()) {
      List<Method> named =
          AnnotationSupport.findAnnotatedMethods(
              type, NacosTarget.class, HierarchyTraversalMode.BOTTOM_UP);
      if (!named.isEmpty()) {
        Object instance = test.getRequiredTestInstances().findInstance(type).orElse(null);
        return String.valueOf(ReflectionSupport.invokeMethod(named.get(0), instance));
      }
    }
    throw new ExtensionConfigurationException(
        "@NacosCapacity: no registry is named; add a method to %s such as @NacosTarget static String registry() { return \"127.0.0.1:8848\"; }"
            .formatted(test.getRequiredTestClass().getSimpleName()));
  }
}
