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
class CalibrationArchitectureTest {

  /** A part touches the harness, and nothing of another part. */
  @ArchTest
  static final ArchRule rooms =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("..nacoscapacity.calibration.cli..")
          .layer("parts")
          .definedBy(
              "..calibration.engines..",
              "..calibration.payload..",
              "..calibration.proxy..",
              "..calibration.gateway..")
          .layer("harness")
          .definedBy("..nacoscapacity.calibration.harness..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("parts")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("harness")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule partsAreApart =
      slices()
          .matching("dev.nacoscapacity.calibration.(engines|payload|proxy|gateway)..")
          .should()
          .notDependOnEachOther();
}
