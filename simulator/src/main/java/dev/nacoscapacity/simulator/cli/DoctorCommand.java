package dev.nacoscapacity.simulator.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.EntryOption;
import dev.nacoscapacity.simulator.options.NodeListPreprocessor;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import dev.nacoscapacity.simulator.preflight.machine.Diagnosis;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.target.Address;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/simulator doctor}. */
@Command(
    name = "doctor",
    description =
        "Says what this machine allows for a fleet: descriptors, ports, backlog, cores, memory; "
            + "and for what is not enough, the command that changes it.",
    footer = {
      "",
      "Example: bin/simulator doctor --instances 35000",
      "",
      "Exit codes: 0 all is enough, 1 something is not, 64 wrong usage."
    })
final class DoctorCommand implements Callable<Integer> {

  @Mixin private WorkloadOptions workload;

  @Option(
      names = "--target",
      preprocessor = NodeListPreprocessor.class,
      paramLabel = "TARGET",
      defaultValue = Targets.EMBEDDED,
      description = "as for a run (default: ${DEFAULT-VALUE})")
  private String target;

  @Mixin private EntryOption entry;

  @Mixin private LanguageOption language;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (Targets.isModel(target)) {
      throw new UsageException(
          "--target",
          "is a registry that this machine has to reach: the calls to a model take none of its"
              + " descriptors and ports");
    }
    if (target.equals(Targets.LOCAL)) {
      workload.follow(Targets.versions(workload.realServer()));
    } else if (!target.equals(Targets.EMBEDDED)) {
      workload.assumeNewServers();
    }
    Workload settings =
        workload.workload(workload.instances(), Duration.ZERO, true, InstantSource.system());
    Reach reach = Reach.USUAL.through(entry.endpoints(Address.Names.LOOKED_UP));
    TargetShape shape = TargetOptions.shape(target, reach, Address.Names.LOOKED_UP);
    ResourceCheck room = ResourceCheck.forRun(settings, shape);
    Diagnosis diagnosis = Doctor.ofThisMachine().examine(room.need().orElseThrow());
    PrintWriter out = spec.commandLine().getOut();
    Language spoken = language.language();
    out.println(
        spoken.say(
            "doctor.fleet",
            with("instances", workload.instances())
                .and("protocol", settings.protocol().label())
                .and("target", target)
                .and("nodes", shape.nodes())));
    workload.protocolReason().ifPresent(reason -> out.println(reason.in(spoken)));
    diagnosis.lines(spoken).forEach(out::println);
    out.flush();
    return diagnosis.exitCode();
  }
}
