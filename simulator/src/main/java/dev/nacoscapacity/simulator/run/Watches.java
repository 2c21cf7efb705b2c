package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.simulator.observe.proc.GeneratorUsage;
import dev.nacoscapacity.simulator.observe.proc.ServerSampler;
import java.util.Map;

/**
 * What the nodes and this process take from their machines, sampled together and for one window.
 */
final class Watches {

  private final ServerSampler servers;
  private final GeneratorUsage generator;
  private Map<String, Server> serversInWindow;
  private GeneratorUsage.Summary generatorInWindow;

  Watches(ServerSampler servers, GeneratorUsage generator) {
    this.servers = servers;
    this.generator = generator;
  }

  void sample() {
    servers.sample();
    generator.sample();
  }

  void beginWindow() {
    servers.beginWindow();
    generator.beginWindow();
  }

  /** Fixes the summaries; until then they are about everything so far. */
  void endWindow() {
    serversInWindow = servers.summary();
    generatorInWindow = generator.summary();
  }

  Map<String, Server> servers() {
    return serversInWindow == null ? servers.summary() : serversInWindow;
  }

  GeneratorUsage.Summary generator() {
    return generatorInWindow == null ? generator.summary() : generatorInWindow;
  }
}
