package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Tokens;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The token of this program's own reads, renewed for as long as a run lasts. The fleet's clients
 * manage their own tokens, possibly in other processes. Safe for use by many threads.
 */
final class AdminToken implements Supplier<String> {

  private final Tokens tokens;
  private final Supplier<Login> login;
  private final LongSupplier nanoTime;

  /**
   * @param access just granted
   * @param login logs in again, or throws an {@link AdminException}
   */
  AdminToken(Access access, Supplier<Login> login, LongSupplier nanoTime) {
    this.tokens = access.tokens(false, 1, nanoTime.getAsLong());
    this.login = login;
    this.nanoTime = nanoTime;
  }

  /** The newest token; an old one while no login succeeds. */
  @Override
  public synchronized String get() {
    tokens.dueForLogin(nanoTime.getAsLong(), this::renew);
    return tokens.apply(0);
  }

  private void renew(int holder) {
    try {
      Login renewed = login.get();
      tokens.granted(holder, renewed.token(), renewed.ttl(), nanoTime.getAsLong());
    } catch (AdminException e) {
      tokens.failed(holder, nanoTime.getAsLong());
    }
  }
}
