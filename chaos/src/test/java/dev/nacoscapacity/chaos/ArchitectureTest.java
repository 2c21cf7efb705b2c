package dev.nacoscapacity.chaos;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies point one way between the rooms of this module; Maven sees to the modules. */
@AnalyzeClasses(
    packages = "dev.nacoscapacity",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class ArchitectureTest {

  @ArchTest
  static final ArchRule rooms =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("..chaos.cli..")
          .layer("trial")
          .definedBy("..chaos.trial..")
          .layer("fault")
          .definedBy("..chaos.fault..")
          .layer("checker")
          .definedBy("..chaos.checker..")
          .layer("experiment")
          .definedBy("..chaos.experiment..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("trial")
          .mayOnlyAccessLayers("fault", "checker", "experiment")
          .whereLayer("fault")
          .mayOnlyAccessLayers("experiment")
          .whereLayer("checker")
          .mayOnlyAccessLayers("experiment")
          .whereLayer("experiment")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule packagesWithoutCycles =
      slices().matching("dev.nacoscapacity.chaos.(**)").should().beFreeOfCycles();
}
