package dev.nacoscapacity.chaos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.core.time.Time;
import java.net.Socket;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Dependencies point one way between the rooms of this module; Maven sees to the modules. */
@AnalyzeClasses(
    packages = "dev.nacoscapacity.chaos",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class ChaosArchitectureTest {

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

  /** So that a trial goes the same way on real nodes and on modelled ones. */
  @ArchTest
  static final ArchRule trialsTakeTimeAndNodesAsTheyAreHanded =
      noClasses()
          .that()
          .resideInAnyPackage("..chaos.trial..", "..chaos.fault..", "..chaos.checker..")
          .should()
          .callMethod(Time.class, "wall")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(InstantSource.class, "system")
          .orShould()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callConstructor(Thread.class, Runnable.class, String.class)
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Executors.class, LockSupport.class, Socket.class, AdminClient.class);

  @ArchTest
  static final ArchRule packagesWithoutCycles =
      slices().matching("dev.nacoscapacity.chaos.(**)").should().beFreeOfCycles();
}
