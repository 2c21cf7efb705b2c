package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.process.Cores;
import dev.nacoscapacity.calibration.server.NettyServer;
import dev.nacoscapacity.calibration.server.StandIn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The servers that all engines share, started when the first case needs them. */
final class Servers implements AutoCloseable {

  private final Cores cores;
  private final Map<Answer, NettyServer> servers = new EnumMap<>(Answer.class);
  private StandIn standIn;

  Servers(Cores cores) {
    this.cores = cores;
  }

  /** The cores that the engines have for themselves. */
  String loadCores() {
    return cores.load();
  }

  NettyServer server(Answer answer, Path directory) throws IOException, InterruptedException {
    NettyServer server = servers.get(answer);
    if (server == null || !server.isAlive()) {
      server = NettyServer.start(answer.delay(), cores.server(), directory);
      servers.put(answer, server);
    }
    return server;
  }

  /** A stand-in for a registry, since gRPC needs more than fixed answers. */
  StandIn standIn(Path directory) throws IOException, InterruptedException {
    if (standIn == null || !standIn.isAlive()) {
      standIn = StandIn.start(cores.server(), directory);
    }
    return standIn;
  }

  @Override
  public void close() {
    if (standIn != null) {
      standIn.close();
    }
    servers.values().forEach(NettyServer::close);
    servers.clear();
  }
}
