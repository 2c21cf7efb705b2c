package dev.nacoscapacity.jmeter.plans;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A stand-in of two nodes with auth, and what it was asked. */
final class StandInServer implements AutoCloseable {

  private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();
  private final StandInCluster cluster =
      new StandInCluster(
          ClusterSpec.of(ServerVersion.EMBEDDED, 2).withAuth(true),
          StandInSettings.defaults().withFreePorts().withRecorder(requests::add));

  StandInServer() {
    cluster.start();
  }

  String addresses() {
    return cluster.nodes().stream()
        .map(node -> "127.0.0.1:" + node.http().getPort())
        .collect(Collectors.joining(","));
  }

  List<RecordedRequest> of(String method, String path) {
    return requests.stream()
        .filter(request -> request.method().equals(method) && request.path().equals(path))
        .toList();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
