package dev.nacoscapacity.simulator;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Map;
import java.util.Set;

/** Dependencies point one way: between modules, and between the rooms of this one. */
@AnalyzeClasses(
    packages = "dev.nacoscapacity",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class ArchitectureTest {

  @ArchTest
  static final ArchRule modules =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("core")
          .definedBy("dev.nacoscapacity.core..")
          .layer("reports")
          .definedBy("dev.nacoscapacity.reports..")
          .layer("cluster")
          .definedBy("dev.nacoscapacity.cluster..")
          .layer("simulator")
          .definedBy("dev.nacoscapacity.simulator..")
          .whereLayer("core")
          .mayNotAccessAnyLayer()
          .whereLayer("reports")
          .mayOnlyAccessLayers("core")
          .whereLayer("cluster")
          .mayOnlyAccessLayers("core")
          .whereLayer("simulator")
          .mayOnlyAccessLayers("core", "reports", "cluster");

  /** Every room, and the others that it may use. */
  private static final Map<String, Set<String>> ROOMS =
      Map.ofEntries(
          entry(
              "cli",
              Set.of(
                  "study.plan",
                  "study.profile",
                  "study.size",
                  "study",
                  "auth",
                  "session",
                  "options",
                  "run",
                  "study.search",
                  "target",
                  "preflight.machine")),
          entry("study.plan", Set.of("options", "run", "session", "study", "target")),
          entry(
              "session",
              Set.of(
                  "options",
                  "proc",
                  "console",
                  "metrics",
                  "shards",
                  "run",
                  "preflight",
                  "target",
                  "verify",
                  "auth",
                  "preflight.guard",
                  "preflight.machine",
                  "workload")),
          entry(
              "options",
              Set.of(
                  "metrics",
                  "run",
                  "target",
                  "auth",
                  "preflight.guard",
                  "preflight.machine",
                  "schedule",
                  "workload")),
          entry("console", Set.of("run")),
          entry("metrics", Set.of("run")),
          entry("shards", Set.of("run", "verify", "proc", "preflight.machine")),
          entry(
              "run",
              Set.of(
                  "client.grpc",
                  "client.http",
                  "client.model",
                  "engine",
                  "preflight",
                  "verify",
                  "auth",
                  "client",
                  "proc",
                  "preflight.machine",
                  "schedule",
                  "workload")),
          entry("client.grpc", Set.of("verify", "client", "workload")),
          entry(
              "client.model", Set.of("verify", "client", "client.grpc", "client.http", "workload")),
          entry("client.http", Set.of("verify", "client", "workload")),
          entry("engine", Set.of("auth", "verify", "client", "schedule", "workload")),
          entry("preflight", Set.of("auth", "preflight.guard")),
          entry("study.search", Set.of("study", "options", "run", "session")),
          entry("study.size", Set.of("session", "study")),
          entry("study.profile", Set.of("options", "workload")),
          entry("target", Set.of("proc", "run", "preflight.machine")),
          entry("verify", Set.of("workload")),
          entry("auth", Set.of()),
          entry("client", Set.of("auth", "verify", "workload")),
          entry("proc", Set.of()),
          entry("preflight.guard", Set.of()),
          entry("preflight.machine", Set.of()),
          entry("schedule", Set.of()),
          entry("study", Set.of("options", "session", "target")),
          entry("workload", Set.of("schedule")));

  @ArchTest static final ArchRule rooms = rooms();

  private static ArchRule rooms() {
    LayeredArchitecture architecture =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitectureIgnoring(
                "dev.nacoscapacity.core..",
                "dev.nacoscapacity.reports..",
                "dev.nacoscapacity.cluster..");
    for (String room : ROOMS.keySet()) {
      architecture = architecture.layer(room).definedBy("dev.nacoscapacity.simulator." + room);
    }
    for (Map.Entry<String, Set<String>> room : ROOMS.entrySet()) {
      String[] others = room.getValue().toArray(String[]::new);
      architecture =
          others.length == 0
              ? architecture.whereLayer(room.getKey()).mayNotAccessAnyLayer()
              : architecture.whereLayer(room.getKey()).mayOnlyAccessLayers(others);
    }
    return architecture;
  }

  @ArchTest
  static final ArchRule packagesWithoutCycles =
      slices().matching("dev.nacoscapacity.(**)").should().beFreeOfCycles();

  /** Only the count of calls in flight, which delay a departure, comes from who makes the calls. */
  @ArchTest
  static final ArchRule oneOwnerOfAnInstancesLife =
      noClasses()
          .that()
          .haveSimpleNameNotContaining("Instance")
          .should()
          .callMethodWhere(
              describe(
                  "a state changes",
                  call ->
                      call.getTargetOwner().getSimpleName().equals("InstanceStates")
                          && call.getTarget().getRawReturnType().isEquivalentTo(void.class)
                          && !call.getName().equals("addCalls")))
          .because("ramps, waves and answers ask Instances for changes");
}
