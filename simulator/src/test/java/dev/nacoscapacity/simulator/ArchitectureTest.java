package dev.nacoscapacity.simulator;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

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

  @ArchTest
  static final ArchRule rooms =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("..simulator.cli..")
          .layer("session")
          .definedBy("..simulator.session..")
          .layer("planning")
          .definedBy("..simulator.planning..")
          .layer("plan")
          .definedBy("..simulator.plan")
          .layer("capacity")
          .definedBy("..simulator.capacity..")
          .layer("options")
          .definedBy("..simulator.options..")
          .layer("console")
          .definedBy("..simulator.console..")
          .layer("live")
          .definedBy("..simulator.live..")
          .layer("workers")
          .definedBy("..simulator.workers..")
          .layer("run")
          .definedBy("..simulator.run..")
          .layer("wire.http")
          .definedBy("..simulator.wire.http..")
          .layer("wire")
          .definedBy("..simulator.wire")
          .layer("schedule")
          .definedBy("..simulator.schedule..")
          .layer("truth")
          .definedBy("..simulator.truth..")
          .layer("workload")
          .definedBy("..simulator.workload..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("planning")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("plan")
          .mayNotAccessAnyLayer()
          .whereLayer("capacity")
          .mayNotAccessAnyLayer()
          .whereLayer("console")
          .mayOnlyBeAccessedByLayers("cli", "session")
          .whereLayer("live")
          .mayOnlyBeAccessedByLayers("cli", "options")
          .whereLayer("session")
          .mayOnlyBeAccessedByLayers("cli", "planning")
          .whereLayer("options")
          .mayOnlyBeAccessedByLayers("cli", "session", "planning")
          .whereLayer("workers")
          .mayOnlyBeAccessedByLayers("session")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers(
              "cli", "session", "options", "planning", "live", "console", "workers")
          .whereLayer("wire.http")
          .mayOnlyAccessLayers("wire", "truth", "workload")
          .whereLayer("wire")
          .mayNotAccessAnyLayer()
          .whereLayer("schedule")
          .mayNotAccessAnyLayer()
          .whereLayer("truth")
          .mayOnlyAccessLayers("workload")
          .whereLayer("workload")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule packagesWithoutCycles =
      slices().matching("dev.nacoscapacity.(**)").should().beFreeOfCycles();
}
