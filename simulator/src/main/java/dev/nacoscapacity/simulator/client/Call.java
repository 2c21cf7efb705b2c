package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One call of the fleet, from its due time to its response; each kind is a subclass, which says how
 * it is requested and what its answer contains. Mutable and recycled, since a fleet makes thousands
 * of calls a second. Not thread-safe: used by one event loop only.
 *
 * <p>All times are {@link System#nanoTime()}. <em>Scheduler lag</em> is {@code startedAt - due},
 * caused by the generator; <em>retries</em> are {@code attemptStartedAt - startedAt}, spent on
 * attempts that failed before the last one; <em>pool wait</em> is {@code written -
 * attemptStartedAt}, including connection set-up; <em>service time</em> is {@code answered -
 * written}; <em>latency</em> is their sum. An attempt that was never written has a pool wait until
 * it failed, and no service time.
 */
public abstract class Call {

  /** No server is prescribed; the driver chooses one. */
  public static final int ANY_SERVER = -1;

  /** How a client over HTTP chooses a server, and the next one when an attempt fails. */
  public enum ServerChoice {
    /** Starts at a random server, and goes round once. */
    RANDOM,
    /** Starts at the server after that of the last such call, and goes round once. */
    NEXT,
    /** Keeps its server until that fails, and goes round four times. */
    KEPT,
    /** Starts at the first server, and goes round once. */
    FIRST
  }

  /** What a call over gRPC is to its connection. */
  public enum Link {
    OPENS,
    /** Keeps an idle connection open. */
    CHECKS,
    USES,
    /** Is the last one. */
    ENDS,
    /**
     * HTTP carries the call, as on any 2.x server, and its client may leave before it has ended.
     */
    NONE
  }

  /** What calls of some kinds have in common. */
  public enum Trait {
    /**
     * Slow clients read its answer late, as if their processes got no CPU time: it is periodic, or
     * follows from one that is. The ramp and the teardown adapt to the registry's responses, so a
     * few late ones would slow them down for all clients.
     */
    READ_SLOWLY,
    /** It is made after the load, to remove what the fleet left or to look for the rest. */
    FOLLOWS_LOAD,
    /** A server of v1 holds the request until there is a change. */
    HELD,
    /** It reads the registry to verify it, beside the load and its limits. */
    VERIFIES,
    /** The answer contains hosts, to be counted as it arrives. */
    COUNTS_HOSTS,
    /** It does not share the limited connections of calls over HTTP. */
    UNSHARED
  }

  /**
   * What all calls of a kind have in common.
   *
   * @param operation what they count as
   * @param answerType the expected message over gRPC
   * @param traits a bit for each, since calls are asked for them often
   */
  public record Kind(Operation operation, Link link, Class<?> answerType, int traits) {

    public static Kind of(Operation operation, Link link, Class<?> answer, Trait... traits) {
      int bits = Stream.of(traits).mapToInt(trait -> 1 << trait.ordinal()).sum();
      return new Kind(operation, link, answer, bits);
    }

    /** Calls that HTTP carries for all clients. */
    public static Kind overHttp(Operation operation, Trait... traits) {
      return of(operation, Link.NONE, Void.class, traits);
    }
  }

  public final Kind kind;

  /** What the call counts as. */
  public final Operation operation;

  /** The protocol of the calling client; {@code ANY} unless the fleet uses two protocols. */
  public Transport transport = Transport.ANY;

  /** Local number of the instance, service, client or node that the call is for. */
  public int actor;

  /** The service that the call reads or writes. */
  public int service;

  /** The server to call, or {@link #ANY_SERVER}; a prescribed server has no failover. */
  public int prescribedServer = ANY_SERVER;

  public long due;

  /** When the driver started the call. */
  public long startedAt;

  /**
   * When the last byte of the last attempt was handed to the transport; meaningless unless {@link
   * #wasWritten}.
   */
  public long written;

  public boolean wasWritten;

  /** When the response was complete, or the last attempt failed. */
  public long answered;

  /** The server of the last attempt. */
  public int server;

  /** How many attempts failed before the last one. */
  public int failovers;

  /**
   * The resource that this machine lacked for one of the failed attempts: {@link
   * Driver#NO_DESCRIPTOR}, {@link Driver#NO_PORT}, or null.
   */
  public String shortage;

  /** Why the call failed, or null. From a small set of strings, so that reasons can be counted. */
  public String failure;

  /** When the current or last attempt began to wait for a connection. */
  public long attemptStartedAt;

  /** Nanoseconds of waiting for a connection because of the fleet's own connection limit. */
  public long boundWait;

  /** Used by the driver only: the server of the first attempt. */
  public int firstServer;

  /** Used by the driver only: attempts that failed so far. */
  public int attempt;

  /** Used by the driver only. */
  public boolean retriedOnFreshConnection;

  protected Call(Kind kind) {
    this.kind = kind;
    this.operation = kind.operation();
  }

  public final boolean has(Trait trait) {
    return (kind.traits() & 1 << trait.ordinal()) != 0;
  }

  /** Whether the answer's content is needed, and not only the number of hosts in it. */
  public final boolean keepsContent() {
    return !has(Trait.COUNTS_HOSTS) || has(Trait.VERIFIES);
  }

  /** Begins a new call with this object. */
  public void begin(int actor, int service, long due, long startedAt) {
    this.actor = actor;
    this.service = service;
    this.due = due;
    this.startedAt = startedAt;
    written = startedAt;
    wasWritten = false;
    answered = 0;
    server = ANY_SERVER;
    failovers = 0;
    shortage = null;
    failure = null;
    firstServer = ANY_SERVER;
    attempt = 0;
    attemptStartedAt = startedAt;
    retriedOnFreshConnection = false;
    boundWait = 0;
  }

  /** Records that the current attempt was handed to the transport. */
  public void markWritten(long now) {
    written = now;
    wasWritten = true;
  }

  /** Begins another attempt after the current one failed at {@link #answered}. */
  public void beginAgain(String reason) {
    if (Driver.isShortage(reason)) {
      shortage = reason;
    }
    attemptStartedAt = answered;
    wasWritten = false;
  }

  public boolean ok() {
    return failure == null;
  }

  // --- How it is sent ----------------------------------------------------------------------------

  /** Over gRPC: the connection of the client that carries it. */
  public Channel channel() {
    return Channel.NAMING;
  }

  /** Notes for a set-up how long the server check took, with the TCP connect, in nanoseconds. */
  public void serverChecked(long nanos) {}

  public ServerChoice choice() {
    return channel() == Channel.CONFIG ? ServerChoice.KEPT : ServerChoice.RANDOM;
  }

  /** The timeout of an attempt over HTTP, in nanoseconds. */
  public long timeout(HttpSettings settings) {
    return settings.workload().clients().callTimeout().toNanos();
  }

  /** The delay with which the client reads the answer, in nanoseconds; mostly 0. */
  public final long readingDelay(Fleet fleet) {
    return has(Trait.READ_SLOWLY) ? fleet.readingDelay(actor) : 0;
  }

  // --- Its requests, and whether answers are as expected ---------------------------------------

  /** The request over HTTP v1, which is ASCII. */
  public String v1(HttpParts parts) {
    throw notOver("HTTP v1");
  }

  /** The request over HTTP v3, which is ASCII. */
  public String v3(HttpParts parts) {
    throw notOver("HTTP v3");
  }

  /** Whether an answer over HTTP is one that {@link #v1(HttpAnswer)} or v3 can judge. */
  public boolean accepts(HttpAnswer answer) {
    return answer.status() == 200;
  }

  /** Judges an answer over HTTP v1; returns the reason of failure, or null on success. */
  public String v1(HttpAnswer answer) {
    throw notOver("HTTP v1");
  }

  /** Judges an answer over HTTP v3; returns the reason of failure, or null on success. */
  public String v3(HttpAnswer answer) {
    return answer.expect(answer.code() == HttpV3.SUCCESS);
  }

  /**
   * The message over gRPC.
   *
   * @param tenant the namespace of a configuration: empty for {@code public}
   */
  public Record message(Fleet fleet, String namespace, String tenant) {
    throw notOver("gRPC");
  }

  /** Adds headers that only this kind of message has. */
  public void addHeaders(Map<String, String> headers) {}

  /** Handles an error over gRPC; returns the reason of failure, or null for none. */
  public String refused(String reason) {
    return reason;
  }

  /** Takes what an accepted answer contains. */
  public void take(Answer answer) {}

  // --- Its request to a modelled node ------------------------------------------------------------

  /** The write that the node passes to the owner of the instance, over HTTP. */
  public Optional<PeerCall<?>> write(Registrations parts) {
    return Optional.empty();
  }

  /** Takes the owner's answer to that write. */
  public void takeWritten(Object owners) {}

  /** What the request says about configurations that exist. */
  public Optional<ConfigExchange> exchange(Registrations parts) {
    return Optional.empty();
  }

  private UnsupportedOperationException notOver(String protocol) {
    return new UnsupportedOperationException("no " + operation.label() + " over " + protocol);
  }
}
