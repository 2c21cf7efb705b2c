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

  /** Delay after a failed login: {@code SecurityProxy} of a real client tries every 5 s. */
  private static final long RETRY = Duration.ofSeconds(5).toNanos();

  /**
   * Least time from one login for a refused token to the next: {@code reLoginWindow} of
   * nacos-client 2.5.1. A server that refuses what it granted would be stormed with logins.
   */
  private static final long AGAIN = Duration.ofMinutes(1).toNanos();

  /** Exceeds any run; a registry may report centuries, which would overflow in nanoseconds. */
  private static final Duration LONGEST_TTL = Duration.ofDays(365);

  private final boolean shared;
  private final AtomicReferenceArray<String> tokens;
  private final AtomicLongArray dueAt;

  /** When a login was last due for a refused token; {@link #NOT_DUE} where none was. */
  private final AtomicLongArray refusedAt;

  private Tokens(int logins, boolean shared) {
    this.shared = shared;
    tokens = new AtomicReferenceArray<>(logins);
    dueAt = new AtomicLongArray(logins);
    refusedAt = new AtomicLongArray(logins);
    for (int i = 0; i < logins; i++) {
      dueAt.setPlain(i, NOT_DUE);
      refusedAt.setPlain(i, NOT_DUE);
    }
  }

  /**
   * One token for all clients; client 0 logs in. Until a first one is granted, as in a run without
   * auth, clients have none.
   */
  public static Tokens shared() {
    return new Tokens(1, true);
  }

  /** A token for each client. */
  public static Tokens perClient(int clients) {
    return new Tokens(clients, false);
  }

  /**
   * Returns the token of a client, null before its first one. An opaque read, called for each
   * request.
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
    tokens.setRelease(slot, token);
    Duration lifetime = ttl.compareTo(LONGEST_TTL) < 0 ? ttl : LONGEST_TTL;
    dueAt.set(slot, now + lifetime.toNanos() / 10 * 9);
  }

  /**
   * Records a failed login: the client keeps its current token, and its next login is due after 5
   * s.
   *
   * @param now on the nano clock
   */
  public void failed(int client, long now) {
    int slot = shared ? 0 : client;
    dueAt.set(slot, now + RETRY);
  }

  /**
   * Records that a server refused a token before its expiry: a login is due now, or a minute after
   * the last one for that reason. Not if the client already has another token, or a login is in
   * progress, or due within 5 s as after a failed one.
   *
   * @param now on the nano clock
   */
  public void refused(int client, String token, long now) {
    int slot = shared ? 0 : client;
    if (token == null || !token.equals(tokens.getAcquire(slot))) {
      return;
    }
    long last = refusedAt.get(slot);
    long next = last == NOT_DUE || now - last >= AGAIN ? now : last + AGAIN;
    long at = dueAt.get(slot);
    boolean isSooner = at != NOT_DUE && at - now > RETRY && at - next > 0;
    if (isSooner && dueAt.compareAndSet(slot, at, next)) {
      refusedAt.set(slot, next);
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
