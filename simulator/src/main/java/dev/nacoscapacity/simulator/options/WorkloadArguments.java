package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.record.Workload;
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
    // A record has 0 for clients that do not list.
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
      add(args, "--config-connections", listensPerClient(workload) ? "per-client" : "service");
    } else {
      add(args, "--connections", workload.connections());
    }
    return args;
  }

  /**
   * Whether each instance has a configuration connection besides the one for naming. If each
   * service has one instance, both settings select the same listeners.
   */
  private static boolean listensPerClient(Workload workload) {
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

  /** Formats a time for an option or a profile. */
  static String time(double seconds) {
    long millis = Math.round(seconds * 1e3);
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
