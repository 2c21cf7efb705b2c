package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.verify.Listing;

/**
 * One call of the fleet, from its due time to its answer. Mutable and recycled, since a fleet makes
 * thousands a second; for the one event loop that owns it.
 *
 * <p>All times are {@link System#nanoTime()}. <em>Lag</em> is {@code takenUp - due}, the
 * generator's own fault; <em>retries</em> are {@code attemptBegan - takenUp}, the attempts that
 * failed before the one that counts; <em>pool wait</em> is {@code written - attemptBegan}, which
 * includes a connection's set-up; <em>service</em> is {@code answered - written}; <em>latency</em>
 * is their sum. An attempt that was never written has waited until it failed, and has no service.
 */
public final class Call {

  /** No server is prescribed: the driver chooses. */
  public static final int ANY_SERVER = -1;

  public Operation operation;

  /** What the client speaks that makes it, where the fleet speaks two protocols. */
  public Transport transport = Transport.ANY;

  /** The instance, service, client or node that the call is for, by its local number. */
  public int actor;

  /** The service that the call reads or writes. */
  public int service;

  /** Of a gRPC client's configuration connection, not its naming one: a beat or a set-up. */
  public boolean config;

  /** A beat without the instance's description, which a server allows once it knows it. */
  public boolean light;

  /** The server to ask, or {@link #ANY_SERVER}; a prescribed server is never left for another. */
  public int prescribedServer;

  /** When the call was due. */
  public long due;

  /** When the driver took it up. */
  public long takenUp;

  /**
   * When the last byte of the attempt that was answered, or failed last, was handed to the wire; of
   * no meaning when that attempt never came so far.
   */
  public long written;

  /** Whether it came so far. */
  public boolean wasWritten;

  /** When its answer was complete, or its last attempt had failed. */
  public long answered;

  /** From the actor's turn to its next, in nanoseconds; 0 when the call is not periodic. */
  public long period;

  /** Whose turn a periodic call is, by the number that its schedule has for it. */
  public int turnOf;

  /** The server that answered, or was asked last. */
  public int server;

  /** How many attempts failed before the one that counts. */
  public int failovers;

  /**
   * What this machine had none left of for one of these: {@link Driver#NO_DESCRIPTOR}, {@link
   * Driver#NO_PORT}, or null.
   */
  public String shortage;

  /** Why the call failed, or null. A small set of constants, so that reasons can be counted. */
  public String failure;

  /**
   * For a connection's set-up: how long the server took to answer the first call on it, which
   * includes making it, in nanoseconds; 0 when it never did.
   */
  public long serverCheck;

  /** Whether what the answer contains is wanted as well as its figures. */
  public boolean wantsBody;

  /** A login's or a scrape's answer, where wanted. */
  public byte[] body;

  /**
   * What a list, a sweep or a subscription was answered, where wanted. It does not change: it may
   * be read after the call's end, and on another thread.
   */
  public Listing listing;

  /** What a call about configurations says and is answered; null where these do not exist. */
  public ConfigCall configuration;

  /** For a list: the hosts in the answer, and how many of them are healthy. */
  public int hosts;

  public int healthy;

  /** For a beat: the server does not know the instance, or over gRPC its connection. */
  public boolean unknownInstance;

  /** For a beat: the interval the server asks for, in milliseconds, or 0. */
  public int beatIntervalMillis;

  /** For a beat: the server allows light beats. */
  public boolean lightBeatAllowed;

  /** The driver's own: how the attempts go. */
  public int firstServer;

  public int attempt;

  /** When the attempt under way, or the last one, began to want a connection. */
  public long attemptBegan;

  public boolean retriedOnFreshConnection;

  /** How long it waited for a connection because the fleet's own bound on them was reached. */
  public long boundWait;

  /** Makes the object a new call; the caller sets what else the operation needs. */
  public Call reset(Operation operation, int actor, int service, long due, long takenUp) {
    this.operation = operation;
    transport = Transport.ANY;
    this.actor = actor;
    this.service = service;
    this.due = due;
    this.takenUp = takenUp;
    written = takenUp;
    wasWritten = false;
    answered = 0;
    period = 0;
    turnOf = 0;
    config = false;
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
    attemptBegan = takenUp;
    retriedOnFreshConnection = false;
    boundWait = 0;
    return this;
  }

  /** The attempt under way was handed to the wire. */
  public void markWritten(long now) {
    written = now;
    wasWritten = true;
  }

  /** The attempt under way failed at {@code answered}, for this reason, and another begins. */
  public void beginAgain(String reason) {
    if (Driver.isShortage(reason)) {
      shortage = reason;
    }
    attemptBegan = answered;
    wasWritten = false;
  }

  public boolean ok() {
    return failure == null;
  }
}
