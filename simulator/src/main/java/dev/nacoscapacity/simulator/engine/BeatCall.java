package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckResponse;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.stats.GatewayAnswer;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.BeatTime;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An instance's heartbeat; over gRPC the health check of an idle connection. */
public final class BeatCall extends FleetCall {

  private static final Kind KIND =
      Kind.of(Operation.BEAT, Link.CHECKS, HealthCheckResponse.class, Trait.READ_SLOWLY);

  private static final String IP = HttpParts.encoded(",\"ip\":\"");
  private static final String SERVICE = HttpParts.encoded("\",\"weight\":1.0,\"serviceName\":\"");
  private static final HealthCheckRequest HEALTH_CHECK = new HealthCheckRequest();

  private final Channel channel;

  /** Without the instance's description; allowed once the server knows the instance. */
  public boolean light;

  /** The server does not know the instance or, over gRPC, its connection. */
  public boolean unknownInstance;

  /** The interval that the server asks for, in milliseconds, or 0. */
  public int intervalMillis;

  /** The server allows light beats. */
  public boolean lightAllowed;

  /** A beat of an instance; over gRPC of its naming connection. */
  public BeatCall() {
    this(Channel.NAMING);
  }

  private BeatCall(Channel channel) {
    super(KIND);
    this.channel = channel;
  }

  @Override
  public Channel channel() {
    return channel;
  }

  @Override
  public void begin(int actor, int service, long due, long startedAt) {
    super.begin(actor, service, due, startedAt);
    setAnswer(false, 0, false);
  }

  private void setAnswer(boolean unknown, int millis, boolean allowsLight) {
    unknownInstance = unknown;
    intervalMillis = millis;
    lightAllowed = allowsLight;
  }

  // --- When it is due ----------------------------------------------------------------------------

  /** Beats of the registered instances; over gRPC of their idle naming connections. */
  static void offer(OfferedLoad load, Transport transport) {
    offer(load, transport, Channel.NAMING, load.loop.states.size());
  }

  /** Over gRPC configuration connections have beats of their own. */
  static void offerOfConfig(OfferedLoad load, Transport transport) {
    if (load.settings.overGrpc(transport)) {
      offer(load, transport, Channel.CONFIG, load.listeners(transport));
    }
  }

  private static void offer(OfferedLoad load, Transport transport, Channel channel, int actors) {
    // Over gRPC beats belong to the connection, so classes have no periods of their own.
    boolean grpc = load.settings.overGrpc(transport);
    Rhythm rhythm =
        load.rhythm(
            Operation.BEAT,
            load.settings.workload().timing().beat().toNanos(),
            each -> grpc ? null : each.beatSeconds());
    load.offer(actors, rhythm, () -> new Beats(load.loop, transport, channel, actors, rhythm));
  }

  /** The beats of one connection of the instances. */
  private static final class Beats extends PeriodicCalls<BeatCall> {

    private final FleetLoop loop;
    private final Channel channel;

    /** They are due at a constant rate, whether the connection is idle or not. */
    private final boolean atRate;

    Beats(FleetLoop loop, Transport transport, Channel channel, int actors, Rhythm rhythm) {
      super(loop.slice, () -> new BeatCall(channel), transport, actors, 1, rhythm);
      this.loop = loop;
      this.channel = channel;
      this.atRate = loop.slice.settings().ratePeriod(operation).isPresent();
    }

    @Override
    boolean takesPart(int member, long due) {
      return (channel == Channel.CONFIG || loop.states.isRegistered(member))
          && (transport == Transport.HTTP
              || atRate
              || loop.caller.driver().needsBeat(loop.slice.global(member), channel, due));
    }

    @Override
    void begin(BeatCall beat, int member, long due, long now) {
      super.begin(beat, member, due, now);
      beat.light = channel == Channel.NAMING && loop.states.mayBeatLightly(member);
    }
  }

  // --- Its requests and answers ------------------------------------------------------------------

  @Override
  public String v1(HttpParts parts) {
    Fleet fleet = parts.fleet();
    // One concatenation, since this is the hot path.
    String query =
        parts.namespace()
            + "&port="
            + fleet.port(actor)
            + "&ip="
            + fleet.ip(actor)
            + "&serviceName="
            + parts.service(service)
            + parts.token(actor);
    String rest = parts.headers().naming(server, light ? "" : description(parts));
    return "PUT " + parts.path(Http.BEAT) + "?app=unknown&" + query + rest;
  }

  /** The form field of a full beat: the instance as JSON. */
  private String description(HttpParts parts) {
    String address = parts.fleet().port(actor) + IP + parts.fleet().ip(actor);
    String owner = SERVICE + parts.service(service) + parts.beatEnd(service);
    return "beat=%7B%22port%22%3A" + address + owner + "&";
  }

  @Override
  public String v1(HttpAnswer answer) {
    int code = answer.code();
    setAnswer(
        code == Http.BEAT_NOT_FOUND,
        answer.number("\"clientBeatInterval\"", 0),
        answer.isTrue("\"lightBeatEnabled\""));
    return answer.expect(code == Http.BEAT_OK || unknownInstance);
  }

  /** Only identifies the instance. */
  @Override
  public String v3(HttpParts parts) {
    String instance = RegistrationCall.v3Instance(parts, this);
    return parts.v3(this, "POST", HttpV3.INSTANCE, instance + "&" + HttpV3.HEART_BEAT + "=true");
  }

  @Override
  public String v3(HttpAnswer answer) {
    int code = answer.code();
    unknownInstance = code == HttpV3.INSTANCE_NOT_FOUND;
    return answer.expect(code == HttpV3.SUCCESS || unknownInstance);
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return HEALTH_CHECK;
  }

  @Override
  public String refused(String reason) {
    unknownInstance = reason.equals(Answer.UNREGISTERED);
    return reason;
  }

  @Override
  public Optional<PeerCall<?>> write(Registrations parts) {
    return Optional.of(
        light
            ? parts.lightBeat(actor)
            : new Writes.Beat(
                parts.service(service), parts.instance(actor).key(), parts.instance(actor)));
  }

  @Override
  public void takeWritten(Object owners) {
    long interval = (Long) owners;
    boolean unknown = interval == NamingNode.UNKNOWN_INSTANCE;
    setAnswer(unknown, unknown ? BeatTime.INTERVAL.millis() : (int) interval, !unknown);
  }

  // --- What it means -----------------------------------------------------------------------------

  @Override
  void isWritten(FleetLoop loop) {
    if (channel == Channel.NAMING) {
      loop.observer.beatWritten(this);
    }
  }

  @Override
  void react(FleetLoop loop) {
    if (GatewayAnswer.refused(failure) || HttpAnswer.FORBIDDEN.equals(failure)) {
      loop.observer.beatRefused(this);
    }
    if (ok() && channel == Channel.NAMING && !unknownInstance && intervalMillis > 0) {
      // An unknown instance receives the default interval, which does not apply to the others.
      long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
      if (loop.load.changeBeatPeriod(transport, interval)) {
        loop.observer.beatIntervalChanged(intervalMillis);
      }
    }
    loop.instances.beaten(this);
  }
}
