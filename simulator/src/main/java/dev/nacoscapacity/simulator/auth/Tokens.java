package dev.nacoscapacity.simulator.auth;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * The access tokens of the clients: one shared token, or one for each client. The engine logs in
 * and reports the results; this class only stores tokens, and decides which clients must log in
 * again.
 *
 * <p>As nacos-client 1.4.2's {@code SecurityProxy} does, a token is refreshed when 90 % of its
 * lifetime is over, and used until the new one arrives. There is no jitter: clients that logged in
 * together refresh together, as real clients do (alibaba/nacos issue 12823).
 *
 * <p>Thread-safe, provided that calls for the same client do not overlap.
 */
public final class Tokens implements IntFunction<String> {

  private static final long NOT_DUE = Long.MAX_VALUE;
  private static final long FIRST_RETRY = Duration.ofSeconds(1).toNanos();
  private static final int MAX_DOUBLINGS = 5;

  /** Exceeds any run; a registry may report centuries, which would overflow in nanoseconds. */
  private static final Duration LONGEST_TTL = Duration.ofDays(365);

  private final boolean shared;
  private final AtomicReferenceArray<String> tokens;
  private final AtomicLongArray dueAt;
  private final byte[] consecutiveFailures;

  private Tokens(int logins, boolean shared) {
    this.shared = shared;
    tokens = new AtomicReferenceArray<>(logins);
    dueAt = new AtomicLongArray(logins);
    consecutiveFailures = new byte[logins];
    for (int i = 0; i < logins; i++) {
      dueAt.setPlain(i, NOT_DUE);
    }
  }

  /** One token for all clients; client 0 logs in. */
  public static Tokens shared() {
    return new Tokens(1, true);
  }

  /** A token for each client. */
  public static Tokens perClient(int clients) {
    return new Tokens(clients, false);
  }

  /**
   * Returns the token of a client, or null while the client has none. An opaque read, called for
   * each request.
   */
  @Override
  public String apply(int client) {
    return tokens.getOpaque(shared ? 0 : client);
  }

  /**
   * Records a successful login; with a shared token, of any client.
   *
   * @param ttl how long the registry will accept the token
   * @param now on the nano clock
   */
  public void granted(int client, String token, Duration ttl, long now) {
    int slot = shared ? 0 : client;
    consecutiveFailures[slot] = 0;
    tokens.setRelease(slot, token);
    Duration lifetime = ttl.compareTo(LONGEST_TTL) < 0 ? ttl : LONGEST_TTL;
    dueAt.set(slot, now + lifetime.toNanos() / 10 * 9);
  }

  /**
   * Records a failed login: the client keeps its current token, and its next login is due after 1
   * s, then 2, 4 … up to 32 s (exponential backoff).
   *
   * @param now on the nano clock
   */
  public void failed(int client, long now) {
    int slot = shared ? 0 : client;
    dueAt.set(slot, now + (FIRST_RETRY << consecutiveFailures[slot]));
    consecutiveFailures[slot] = (byte) Math.min(MAX_DOUBLINGS, consecutiveFailures[slot] + 1);
  }

  /**
   * Records that a server refused a token before its expiry: a login is due now, unless the client
   * already has another token, or a login is in progress.
   *
   * @param now on the nano clock
   */
  public void refused(int client, String token, long now) {
    int slot = shared ? 0 : client;
    if (token != null && token.equals(tokens.getAcquire(slot))) {
      dueAt.accumulateAndGet(
          slot, now, (at, refusedAt) -> at == NOT_DUE || at - refusedAt < 0 ? at : refusedAt);
    }
  }

  /**
   * Passes each client whose next login is due to {@code client}, once until the result of its
   * login is recorded. The engine schedules first logins.
   *
   * @param now on the nano clock
   */
  public void dueForLogin(long now, IntConsumer client) {
    for (int i = 0; i < dueAt.length(); i++) {
      long at = dueAt.get(i);
      if (at != NOT_DUE && now - at >= 0 && dueAt.compareAndSet(i, at, NOT_DUE)) {
        client.accept(i);
      }
    }
  }

  /** Omits the tokens. */
  @Override
  public String toString() {
    return "Tokens[%s]".formatted(shared ? "shared" : "per client");
  }
}
