package dev.nacoscapacity.simulator;

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
          .layer("reports")
          .definedBy("dev.nacoscapacity.reports..")
          .layer("cluster")
          .definedBy("dev.nacoscapacity.cluster..")
          .layer("simulator")
          .definedBy("dev.nacoscapacity.simulator..")
          .whereLayer("reports")
          .mayNotAccessAnyLayer()
          .whereLayer("cluster")
          .mayNotAccessAnyLayer()
          .whereLayer("simulator")
          .mayOnlyAccessLayers("reports", "cluster");

  /** Every room, and the others that it may use. */
  private static final Map<String, Set<String>> ROOMS =
      Map.ofEntries(
          entry(
              "cli",
              Set.of(
                  "session",
                  "planning",
                  "plan",
                  "capacity",
                  "options",
                  "console",
                  "live",
                  "doctor",
                  "run",
                  "target")),
          entry("planning", Set.of("session", "options", "plan", "run", "trial")),
          entry(
              "session",
              Set.of(
                  "options",
                  "console",
                  "workers",
                  "run",
                  "doctor",
                  "preflight",
                  "guard",
                  "target",
                  "servers",
                  "auth",
                  "truth",
                  "wire")),
          entry(
              "options", Set.of("live", "run", "target", "guard", "auth", "schedule", "workload")),
          entry("console", Set.of("run", "truth", "wire")),
          entry("live", Set.of("run", "truth", "wire")),
          entry("workers", Set.of("doctor", "run", "servers", "auth", "truth", "workload")),
          entry(
              "run",
              Set.of(
                  "doctor",
                  "preflight",
                  "servers",
                  "auth",
                  "schedule",
                  "wire.grpc",
                  "wire.http",
                  "wire",
                  "truth",
                  "workload")),
          entry("plan", Set.of("trial")),
          entry("capacity", Set.of("trial")),
          entry("trial", Set.of()),
          entry("preflight", Set.of("guard", "auth")),
          entry("target", Set.of("servers")),
          entry("wire.http", Set.of("wire", "truth", "workload", "auth")),
          entry("wire.grpc", Set.of("wire", "truth", "workload")),
          entry("wire", Set.of()),
          entry("truth", Set.of("workload")),
          entry("auth", Set.of()),
          entry("doctor", Set.of()),
          entry("guard", Set.of()),
          entry("schedule", Set.of()),
          entry("servers", Set.of()),
          entry("workload", Set.of()));

  @ArchTest static final ArchRule rooms = rooms();

  private static ArchRule rooms() {
    LayeredArchitecture architecture =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitectureIgnoring(
                "dev.nacoscapacity.reports..", "dev.nacoscapacity.cluster..");
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
}
