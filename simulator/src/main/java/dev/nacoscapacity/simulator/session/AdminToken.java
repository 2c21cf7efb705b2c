package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.auth.Tokens;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Supplies the token for this program's own reads, and renews it during a run. The fleet's clients
 * manage their own tokens, possibly in other processes. Thread-safe.
 */
public final class AdminToken implements Supplier<String> {

  private final Tokens tokens;
  private final Credentials user;
  private final Function<Credentials, Login> login;
  private final LongSupplier nanoTime;

  /**
   * @param access result of a login that has just succeeded
   * @param login logs its user in again, or throws an {@link AdminException}
   */
  AdminToken(Access access, Function<Credentials, Login> login, LongSupplier nanoTime) {
    this.user = access.credentials();
    this.tokens = access.tokens(false, 1, nanoTime.getAsLong());
    this.login = login;
    this.nanoTime = nanoTime;
  }

  /**
   * Logs a user in, and renews the token.
   *
   * @throws AdminException when the login fails
   */
  public static AdminToken of(Credentials user, Function<Credentials, Login> login) {
    Login now = login.apply(user);
    return new AdminToken(new Access(now.token(), now.ttl(), user), login, System::nanoTime);
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
      Login renewed = login.apply(user);
      tokens.granted(holder, renewed.token(), renewed.ttl(), nanoTime.getAsLong());
    } catch (AdminException e) {
      tokens.failed(holder, nanoTime.getAsLong());
    }
  }
}
