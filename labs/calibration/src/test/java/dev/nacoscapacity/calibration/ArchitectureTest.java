package dev.nacoscapacity.calibration;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies point one way between the rooms of this module. */
@AnalyzeClasses(
    packages = "dev.nacoscapacity.calibration",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class ArchitectureTest {

  /** A part touches the frame and the tools, and nothing of another part. */
  @ArchTest
  static final ArchRule rooms =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("..nacoscapacity.calibration.cli..")
          .layer("engines")
          .definedBy("..nacoscapacity.calibration.engines..")
          .layer("payload")
          .definedBy("..nacoscapacity.calibration.payload..")
          .layer("proxy")
          .definedBy("..nacoscapacity.calibration.proxy..")
          .layer("gateway")
          .definedBy("..nacoscapacity.calibration.gateway..")
          .layer("frame")
          .definedBy("..nacoscapacity.calibration.frame..")
          .layer("load")
          .definedBy("..nacoscapacity.calibration.load..")
          .layer("server")
          .definedBy("..nacoscapacity.calibration.server..")
          .layer("fleet")
          .definedBy("..nacoscapacity.calibration.fleet..")
          .layer("process")
          .definedBy("..nacoscapacity.calibration.process..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("engines")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("payload")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("proxy")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("gateway")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("frame")
          .mayOnlyAccessLayers("process")
          .whereLayer("load")
          .mayOnlyAccessLayers("fleet", "process")
          .whereLayer("server")
          .mayOnlyAccessLayers("process")
          .whereLayer("fleet")
          .mayNotAccessAnyLayer()
          .whereLayer("process")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule packagesWithoutCycles =
      slices().matching("dev.nacoscapacity.calibration.(**)").should().beFreeOfCycles();
}
