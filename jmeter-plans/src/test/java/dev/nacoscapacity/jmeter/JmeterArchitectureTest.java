package dev.nacoscapacity.jmeter;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.cluster.process.LockedJars;
import dev.nacoscapacity.simulator.preflight.Consent;
import dev.nacoscapacity.simulator.target.Address;
import dev.nacoscapacity.simulator.target.Targets;

/** JMeter and the fleet meet only at the bridge. */
@AnalyzeClasses(
    packages = "dev.nacoscapacity.jmeter",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class JmeterArchitectureTest {

  @ArchTest
  static final ArchRule samplerNeedsNothingButJmeterAndTheJdk =
      classes()
          .that()
          .resideInAPackage("..jmeter.sampler..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "org.apache.jmeter..", "dev.nacoscapacity.jmeter.sampler..");

  @ArchTest
  static final ArchRule fleetAndLauncherKnowNoJmeter =
      noClasses()
          .that()
          .resideInAnyPackage("..jmeter.fleet..", "..jmeter.launch..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache..");

  @ArchTest
  static final ArchRule launcherMakesNoLoad =
      noClasses()
          .that()
          .resideInAPackage("..jmeter.launch..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "..nacoscapacity.simulator..",
                      "..nacoscapacity.cluster..",
                      "..jmeter.fleet..")
                  .and(
                      not(
                          belongToAnyOf(
                              Consent.class,
                              Address.class,
                              Targets.class,
                              ClusterException.class,
                              LockedJars.class,
                              LocalAddresses.class))));
}
