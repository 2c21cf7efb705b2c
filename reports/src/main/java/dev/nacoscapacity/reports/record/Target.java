package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.text.Message;
import java.util.List;
import java.util.Optional;

/**
 * The registry that was loaded.
 *
 * @param kind {@code embedded} (stand-in), {@code local} (the cluster that bin/nacos-cluster
 *     started), {@code remote}, or {@code model} (a cluster in virtual time)
 * @param version of the server; {@code embedded} for a stand-in; {@code 1.4.1+2.2.4} while nodes
 *     are upgraded one by one; null when unknown
 * @param nodes {@code host:port} of each node
 * @param auth whether calls need a token
 * @param authCache whether verified tokens are cached; null when unknown
 * @param nice the scheduling priority of local nodes; null when it is not ours to know
 * @param setup how its nodes were set up; null when it is not ours to know
 * @param via what the fleet talked to in place of the nodes, {@code proxy} or {@code gateway}; null
 *     for the nodes themselves
 * @param prediction what a model's figures rest on; null for any other
 * @param httpApi which generation of Nacos's HTTP API was called, {@code v1} or {@code v3}; over
 *     gRPC for logins and for reads of truth. Null when unknown
 * @param reached how the nodes were reached; null for the usual way
 */
public record Target(
    String kind,
    String version,
    List<String> nodes,
    boolean auth,
    Boolean authCache,
    Integer nice,
    Setup setup,
    String via,
    Prediction prediction,
    String httpApi,
    Reached reached) {

  public static final String EMBEDDED = "embedded";
  public static final String LOCAL = "local";
  public static final String REMOTE = "remote";
  public static final String MODEL = "model";

  public Target {
    nodes = nodes == null ? List.of() : List.copyOf(nodes);
  }

  /** One that is reached as usual. */
  public Target(
      String kind,
      String version,
      List<String> nodes,
      boolean auth,
      Boolean authCache,
      Integer nice,
      Setup setup,
      String via,
      Prediction prediction,
      String httpApi) {
    this(kind, version, nodes, auth, authCache, nice, setup, via, prediction, httpApi, null);
  }

  /** One of whose set-up nothing is known. */
  public Target(
      String kind,
      String version,
      List<String> nodes,
      boolean auth,
      Boolean authCache,
      Integer nice) {
    this(kind, version, nodes, auth, authCache, nice, null, null, null, null);
  }

  /** One in virtual time. */
  public static Target model(
      String version, boolean auth, Boolean authCache, Setup setup, Prediction prediction) {
    return new Target(
        MODEL, version, List.of(), auth, authCache, null, setup, null, prediction, null);
  }

  /** How many processors each node may use; null for all, or when it is not ours to know. */
  public Double nodeCpus() {
    return setup == null ? null : setup.nodeCpus();
  }

  /** How many machines its nodes share, in turn; 0 where each has one of its own. */
  public int sharedMachines() {
    if (onThisMachine()) {
      return 1;
    }
    return setup == null || setup.machines() == null ? 0 : setup.machines();
  }

  /** The same, with these nodes. */
  public Target withNodes(List<String> named) {
    return new Target(
        kind, version, named, auth, authCache, nice, setup, via, prediction, httpApi, reached);
  }

  /** The same, of a version. */
  public Target withVersion(String known) {
    return new Target(
        kind, known, nodes, auth, authCache, nice, setup, via, prediction, httpApi, reached);
  }

  /** The same, seen through something. */
  public Target withVia(String front) {
    return new Target(
        kind, version, nodes, auth, authCache, nice, setup, front, prediction, httpApi, reached);
  }

  /** The same, called over an HTTP API. */
  public Target withHttpApi(String label) {
    return new Target(
        kind, version, nodes, auth, authCache, nice, setup, via, prediction, label, reached);
  }

  /** The same, reached in a way of its own. */
  public Target withReached(Reached way) {
    return new Target(
        kind, version, nodes, auth, authCache, nice, setup, via, prediction, httpApi, way);
  }

  /** Whether the run says nothing about Nacos's capacity, because no Nacos was there. */
  public boolean standIn() {
    return EMBEDDED.equals(kind) || EMBEDDED.equals(version);
  }

  /** What stands wherever figures are shown that are no measurement; empty for one. */
  public Optional<Message> stamp() {
    return MODEL.equals(kind) ? Optional.of(Prediction.words()) : Optional.empty();
  }

  /** What stands first wherever figures are shown; empty for those that need no warning. */
  public Optional<Message> warning() {
    return reached != null && reached.insecure() ? Optional.of(Message.of("insecure")) : stamp();
  }

  /** Whether the nodes share the generator's processors. */
  public boolean onThisMachine() {
    return !REMOTE.equals(kind) && !MODEL.equals(kind);
  }
}
