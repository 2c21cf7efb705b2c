package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Map;

/** A configuration client reads a configuration: when it starts, and after each change. */
public final class ReadCall extends ConfigurationCall {

  private static final Kind KIND =
      Kind.of(Operation.READ, Link.USES, ConfigQueryResponse.class, Trait.READ_SLOWLY);

  /** Whether a change notification caused it. */
  public final boolean notified;

  /** The content in the response; null for a configuration that does not exist. */
  public String content;

  public ReadCall(int number, boolean notified) {
    super(KIND, number);
    this.notified = notified;
  }

  /** Reads at a constant rate, by the first instance of each service. */
  static void offer(OfferedLoad load, Transport transport) {
    FleetLoop loop = load.loop;
    int actors = loop.slice.size(load.fleet.services());
    Rhythm rhythm = load.rhythm(Operation.READ);
    load.offer(
        actors,
        rhythm,
        () ->
            new PeriodicCalls<ReadCall>(
                loop.slice, () -> new ReadCall(0, false), transport, actors, 1, rhythm) {
              @Override
              boolean takesPart(int member, long due) {
                return loop.states.isRegistered(member);
              }
            });
  }

  @Override
  public void begin(int actor, int service, long due, long startedAt) {
    super.begin(actor, service, due, startedAt);
    content = null;
  }

  @Override
  public String v1(HttpParts parts) {
    return "GET " + about(parts);
  }

  @Override
  public boolean accepts(HttpAnswer answer) {
    return super.accepts(answer)
        || answer.status() == 404 && answer.text().contains("config data not exist");
  }

  @Override
  public String v1(HttpAnswer answer) {
    return answer.expect(!answer.isDown());
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    // Only a header tells whether a change notification caused the read.
    return new ConfigQueryRequest(dataId(fleet), Http.DEFAULT_GROUP, tenant, null, false);
  }

  @Override
  public void addHeaders(Map<String, String> headers) {
    headers.put("notify", Boolean.toString(notified));
  }

  @Override
  public String refused(String reason) {
    return reason.equals("error " + Codes.CONFIG_NOT_FOUND) ? null : reason;
  }

  @Override
  public void take(Answer answer) {
    content = answer.content();
  }

  @Override
  void judge(FleetLoop loop) {
    loop.configs.check(this, (written, last) -> loop.stats.configChanged(written, last, answered));
  }

  @Override
  void react(FleetLoop loop) {
    // Nobody listens where reads are due at a constant rate.
    if (periodic.isEmpty()) {
      loop.configs.ended(this);
    }
  }
}
