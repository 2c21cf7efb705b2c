package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Tokens;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Supplies the token for this program's own reads, and renews it during a run. The fleet's clients
 * manage their own tokens, possibly in other processes. Thread-safe.
 */
public final class AdminToken implements Supplier<String> {

  private final Tokens tokens;
  private final Supplier<Login> login;
  private final LongSupplier nanoTime;

  /**
   * @param access result of a login that has just succeeded
   * @param login logs in again, or throws an {@link AdminException}
   */
  public AdminToken(Access access, Supplier<Login> login, LongSupplier nanoTime) {
    this.tokens = access.tokens(false, 1, nanoTime.getAsLong());
    this.login = login;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns the newest token, which may be expired while logins fail. One thread renews it, which
   * can take long; the others get the current one.
   */
  @Override
  public String get() {
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
