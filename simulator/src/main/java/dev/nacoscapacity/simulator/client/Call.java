package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.verify.Listing;

/**
 * One call of the fleet, from its due time to its response. Mutable and recycled, since a fleet
 * makes thousands of calls a second. Not thread-safe: used by one event loop only.
 *
 * <p>All times are {@link System#nanoTime()}. <em>Scheduler lag</em> is {@code startedAt - due},
 * caused by the generator; <em>retries</em> are {@code attemptStartedAt - startedAt}, spent on
 * attempts that failed before the last one; <em>pool wait</em> is {@code written -
 * attemptStartedAt}, including connection set-up; <em>service time</em> is {@code answered -
 * written}; <em>latency</em> is their sum. An attempt that was never written has a pool wait until
 * it failed, and no service time.
 */
public final class Call {

  /** No server is prescribed; the driver chooses one. */
  public static final int ANY_SERVER = -1;

  public Operation operation;

  /** The protocol of the calling client; {@code ANY} unless the fleet uses two protocols. */
  public Transport transport = Transport.ANY;

  /** Local number of the instance, service, client or node that the call is for. */
  public int actor;

  /** The service that the call reads or writes. */
  public int service;

  /** For a beat or a set-up over gRPC: the connection it belongs to. */
  public Channel channel = Channel.NAMING;

  /** A beat without the instance's description; allowed once the server knows the instance. */
  public boolean light;

  /** The server to call, or {@link #ANY_SERVER}; a prescribed server has no failover. */
  public int prescribedServer;

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

  /** Period of the actor's calls in nanoseconds; 0 when the call is not periodic. */
  public long period;

  /** For a periodic call: the number of its actor in the schedule. */
  public int scheduledActor;

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

  /**
   * For a connection set-up: nanoseconds until the server answered the first request, including the
   * TCP connect; 0 when it never answered.
   */
  public long serverCheck;

  /** Whether to keep the response's content, not only its figures. */
  public boolean wantsBody;

  /** The response to a login or a scrape if {@link #wantsBody}, else null. */
  public byte[] body;

  /**
   * The response to a list, a sweep or a subscription if {@link #wantsBody}, else null. Immutable:
   * it may be read after the call has ended, and on another thread.
   */
  public Listing listing;

  /** Request and response of a configuration call; null where no configurations exist. */
  public ConfigCall configuration;

  /** For a list: the number of hosts in the response, and how many of them are healthy. */
  public int hosts;

  public int healthy;

  /** For a beat: the server does not know the instance or, over gRPC, its connection. */
  public boolean unknownInstance;

  /** For a beat: the interval that the server asks for, in milliseconds, or 0. */
  public int beatIntervalMillis;

  /** For a beat: the server allows light beats. */
  public boolean lightBeatAllowed;

  /** Used by the driver only: the server of the first attempt. */
  public int firstServer;

  /** Used by the driver only: attempts that failed so far. */
  public int attempt;

  /** When the current or last attempt began to wait for a connection. */
  public long attemptStartedAt;

  public boolean retriedOnFreshConnection;

  /** Nanoseconds of waiting for a connection because of the fleet's own connection limit. */
  public long boundWait;

  /** Resets all fields for a new call; the caller sets what else the operation needs. */
  public Call reset(Operation operation, int actor, int service, long due, long startedAt) {
    this.operation = operation;
    transport = Transport.ANY;
    this.actor = actor;
    this.service = service;
    this.due = due;
    this.startedAt = startedAt;
    written = startedAt;
    wasWritten = false;
    answered = 0;
    period = 0;
    scheduledActor = 0;
    channel = Channel.NAMING;
    light = false;
    prescribedServer = ANY_SERVER;
    server = ANY_SERVER;
    failovers = 0;
    shortage = null;
    failure = null;
    serverCheck = 0;
    wantsBody = false;
    body = null;
    listing = null;
    configuration = null;
    hosts = 0;
    healthy = 0;
    unknownInstance = false;
    beatIntervalMillis = 0;
    lightBeatAllowed = false;
    firstServer = ANY_SERVER;
    attempt = 0;
    attemptStartedAt = startedAt;
    retriedOnFreshConnection = false;
    boundWait = 0;
    return this;
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
}
