package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * The registry that was loaded.
 *
 * @param kind {@code embedded} (stand-in), {@code local} (the cluster that bin/nacos-cluster
 *     started), {@code remote}, {@code model} (a cluster in virtual time), or {@code unknown}
 * @param version of the server; {@code embedded} for a stand-in; {@code 1.4.1+2.2.4} while nodes
 *     are upgraded one by one; absent when unknown
 * @param nodes {@code host:port} of each node
 * @param auth whether calls need a token
 * @param authCache whether verified tokens are cached; absent when unknown
 * @param nice the scheduling priority of local nodes; absent for other nodes
 * @param setup of the nodes; absent for a cluster that the tool did not start
 * @param prediction the model behind the figures; absent for any other target
 * @param access how the nodes were reached
 */
@RecordBuilder
public record Target(
    String kind,
    String version,
    List<String> nodes,
    boolean auth,
    Boolean authCache,
    Integer nice,
    Setup setup,
    Prediction prediction,
    @JsonUnwrapped Access access)
    implements TargetBuilder.With {

  public static final String EMBEDDED = "embedded";
  public static final String LOCAL = "local";
  public static final String REMOTE = "remote";
  public static final String MODEL = "model";

  /** The target of a record whose source does not tell one. */
  public static final Target UNKNOWN = new Target("unknown", null, List.of(), false, null, null);

  public Target {
    nodes = nodes == null ? List.of() : List.copyOf(nodes);
    access = access == null ? Access.UNKNOWN : access;
  }

  /**
   * How the nodes were reached.
   *
   * @param httpApi generation of Nacos's HTTP API, {@code v1} or {@code v3}; in a run over gRPC,
   *     the one used for logins and for reading the registry's state; absent when unknown
   * @param reached the settings of connections; absent for the default way
   */
  public record Access(String httpApi, ConnectionSettings reached) {

    static final Access UNKNOWN = new Access(null, null);
  }

  /** The same target, reached in another way. */
  public Target withReached(ConnectionSettings settings) {
    return withAccess(new Access(access.httpApi, settings));
  }

  /** The same target, with the generation of its HTTP API. */
  public Target withHttpApi(String generation) {
    return withAccess(new Access(generation, access.reached));
  }

  /** How the nodes were reached, if not in the default way. */
  public Optional<ConnectionSettings> reached() {
    return Optional.ofNullable(access.reached);
  }

  /** A target without a known set-up. */
  public Target(
      String kind,
      String version,
      List<String> nodes,
      boolean auth,
      Boolean authCache,
      Integer nice) {
    this(kind, version, nodes, auth, authCache, nice, null, null, null);
  }

  /** A target in virtual time. */
  public static Target model(
      String version, boolean auth, Boolean authCache, Setup setup, Prediction prediction) {
    return new Target(MODEL, version, List.of(), auth, authCache, null)
        .with()
        .setup(setup)
        .prediction(prediction)
        .build();
  }

  /** How many processors each node may use; empty for all, or when unknown. */
  public Optional<Double> nodeCores() {
    return Optional.ofNullable(setup).map(Setup::nodeCores);
  }

  /** How many machines the nodes share round-robin; 0 when each node has a machine of its own. */
  public int sharedMachines() {
    if (onThisMachine()) {
      return 1;
    }
    return setup == null || setup.machines() == null ? 0 : setup.machines();
  }

  /** Whether the target is the stand-in, so that the run says nothing about Nacos's capacity. */
  public boolean standIn() {
    return EMBEDDED.equals(kind) || EMBEDDED.equals(version);
  }

  /** How many times slower than the wall's the nodes' time ran; empty in real time. */
  public Optional<Double> dilation() {
    return Optional.ofNullable(setup).map(Setup::dilation);
  }

  /** Whether the figures are a model's, and nothing was measured. */
  public boolean predicted() {
    return MODEL.equals(kind);
  }

  /**
   * The stamp for figures that were not measured on machines of the nodes' size; empty for others.
   */
  public Optional<Message> stamp() {
    return predicted() ? Optional.of(Prediction.words()) : dilation().map(this::scaleModel);
  }

  private Message scaleModel(double dilation) {
    return Message.of(
        "scaleModel.stamp",
        Arguments.with("nodes", nodes.size())
            .and("cores", nodeCores().map(NumberText::exact))
            .and("dilation", NumberText.exact(dilation)));
  }

  /** The warning that is shown before the figures; empty when none is needed. */
  public Optional<Message> warning() {
    return reached()
        .filter(ConnectionSettings::insecure)
        .map(insecure -> Message.of("insecure"))
        .or(this::stamp);
  }

  /** Whether the nodes share the generator's processors. */
  public boolean onThisMachine() {
    return EMBEDDED.equals(kind) || LOCAL.equals(kind);
  }
}
