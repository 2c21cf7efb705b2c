package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.record.Setup;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Which processor or heap was used up: what the other reasons may come from. */
final class SaturationChecker implements Checker {

  /** Above this share of a processor, queues grow faster than a small rise of load. */
  private static final double BUSY_SHARE = 0.85;

  /** A heap that costs more collecting than this is too small for what it holds. */
  private static final double GC_SHARE = 0.10;

  /** A heap that is never so full has room to spare. */
  private static final double FILLED_SHARE = 0.75;

  private static final long BYTES_PER_MEGABYTE = 1 << 20;

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    if (run.windowSeconds() <= 0) {
      return List.of();
    }
    List<Reason> causes = new ArrayList<>();
    if (run.target().onThisMachine()) {
      sharedProcessors(run, causes);
    } else {
      ownProcessors(run, causes);
    }
    heaps(run, causes);
    return causes;
  }

  private static void sharedProcessors(RunRecord run, List<Reason> causes) {
    double seconds = run.windowSeconds();
    double servers = run.servers().values().stream().mapToDouble(Server::cpuSeconds).sum();
    Generator own = run.generator();
    double standIn = own == null || own.standInCpuSeconds() == null ? 0 : own.standInCpuSeconds();
    double generator = own == null ? 0 : cpuSeconds(own);
    double cores = run.machine().cores();
    if (servers + standIn + generator < BUSY_SHARE * cores * seconds) {
      return;
    }
    causes.add(
        cause(
            "machineSaturated",
            Words.of(
                "The machine was saturated: of its %.0f cores the nodes used %.2f%s and the "
                    + "generator %.2f.",
                cores, (servers + standIn) / seconds, busiest(run), generator / seconds)));
  }

  private static double cpuSeconds(Generator own) {
    return own.cpuSeconds()
        + (own.jitCpuSeconds() == null ? 0 : own.jitCpuSeconds())
        + (own.gcCpuSeconds() == null ? 0 : own.gcCpuSeconds());
  }

  private static String busiest(RunRecord run) {
    if (run.servers().values().stream().anyMatch(node -> node.sharesProcessOf() != null)) {
      return " in one process";
    }
    return run.servers().entrySet().stream()
        .max(Comparator.comparingDouble(node -> node.getValue().cpuSeconds()))
        .map(
            node ->
                Words.of(
                    " (%s the most, %.2f)",
                    node.getKey(), node.getValue().cpuSeconds() / run.windowSeconds()))
        .orElse("");
  }

  private static void ownProcessors(RunRecord run, List<Reason> causes) {
    run.servers()
        .forEach(
            (node, server) -> {
              if (server.cores() != null
                  && server.cpuSeconds() >= BUSY_SHARE * server.cores() * run.windowSeconds()) {
                causes.add(
                    cause(
                        "serverSaturated",
                        Words.of(
                            "%s was saturated: it used %.2f of its %d cores.",
                            node, server.cpuSeconds() / run.windowSeconds(), server.cores())));
              }
            });
  }

  private static void heaps(RunRecord run, List<Reason> causes) {
    for (Map.Entry<String, Server> node : run.servers().entrySet()) {
      Long gcMs = node.getValue().gcMs();
      if (gcMs != null && gcMs > GC_SHARE * run.windowSeconds() * 1e3) {
        causes.add(
            cause(
                "serverGc",
                Words.of(
                    "%s spent %s of the window collecting garbage: its heap %s.",
                    node.getKey(),
                    Words.percent(gcMs / 1e3 / run.windowSeconds()),
                    filled(run.target().setup(), node.getValue().heapMaxBytes()))));
      }
    }
  }

  /** Collections are slow, too, where they must wait for processors. */
  private static String filled(Setup setup, Long heapMaxBytes) {
    boolean roomy =
        setup != null
            && heapMaxBytes != null
            && heapMaxBytes < FILLED_SHARE * setup.heapMegabytes() * BYTES_PER_MEGABYTE;
    return roomy
        ? Words.of(
            "held at most %,d of %,d MB", heapMaxBytes / BYTES_PER_MEGABYTE, setup.heapMegabytes())
        : "is too small";
  }

  private static Reason cause(String code, String text) {
    return new Reason(Severity.CAUSE, code, text);
  }
}
