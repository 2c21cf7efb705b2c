package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.reports.record.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts a recorded workload to command-line arguments: the inverse of {@link WorkloadOptions}.
 * {@code --threads} is not recorded, since it only sets the number of event loops.
 */
public final class WorkloadArguments {

  private WorkloadArguments() {}

  /** The options of a whole fleet's workload. */
  public static List<String> of(Workload workload) {
    boolean grpc = workload.protocol().equals("grpc");
    List<String> args = new ArrayList<>();
    add(args, "--instances", workload.instances());
    add(args, "--services", workload.services());
    add(args, "--namespace", workload.namespace());
    add(args, "--seed", workload.seed());
    add(args, "--protocol", workload.protocol());
    add(args, "--subscribe", workload.subscribe());
    add(args, "--phase", workload.phase());
    add(args, "--login", workload.login());
    add(args, "--beat", time(workload.beatSeconds()));
    // The record contains 0 for clients that list nothing.
    add(args, "--list", workload.listSeconds() == 0 ? null : time(workload.listSeconds()));
    add(args, "--listen", time(workload.listenSeconds()));
    add(args, "--scrape", time(workload.scrapeSeconds()));
    add(args, "--ramp", workload.rampSeconds() == 0 ? null : time(workload.rampSeconds()));
    Double grace = workload.registrationGraceSeconds();
    add(args, "--registration-grace", grace == null ? null : time(grace));
    add(args, "--warmup", time(workload.warmupSeconds()));
    add(args, "--duration", time(workload.durationSeconds()));
    Double timeout = workload.callTimeoutSeconds();
    add(args, "--call-timeout", timeout == null ? null : time(timeout));
    if (grpc) {
      add(args, "--client-model", workload.clientModel());
      add(args, "--config-connections", eachListens(workload) ? "per-client" : "service");
    } else {
      add(args, "--connections", workload.connections());
    }
    return args;
  }

  /**
   * Each instance has one connection for naming, and each listening client has one more. If each
   * instance is a service of its own, both settings select the same listening clients.
   */
  private static boolean eachListens(Workload workload) {
    Integer connections = workload.connections();
    return connections != null
        && connections == 2L * workload.instances()
        && workload.services() < workload.instances();
  }

  private static void add(List<String> args, String option, Object value) {
    if (value != null) {
      args.add(option + "=" + value);
    }
  }

  /** As an option or a profile takes it. */
  static String time(double seconds) {
    long millis = Math.round(seconds * 1e3);
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
