package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.HttpSettings;

/** A client logs in. */
public final class LoginCall extends FleetCall {

  private static final Kind KIND = Kind.overHttp(Operation.LOGIN, Trait.FOLLOWS_LOAD);

  private static final String TOKEN = "\"" + Http.ACCESS_TOKEN + "\"";

  /** The response, as JSON. */
  public byte[] body;

  public LoginCall() {
    super(KIND);
  }

  @Override
  public ServerChoice choice() {
    return ServerChoice.FIRST;
  }

  @Override
  public long timeout(HttpSettings settings) {
    return settings.workload().clients().loginTimeout().toNanos();
  }

  @Override
  public String v1(HttpParts parts) {
    return request(Http.CLIENT_LOGIN, parts);
  }

  @Override
  public String v3(HttpParts parts) {
    return request(HttpV3.LOGIN, parts);
  }

  private String request(String path, HttpParts parts) {
    String username = HttpParts.encoded(parts.settings().credentials().username());
    String body = "password=" + HttpParts.encoded(parts.settings().credentials().password()) + "&";
    String line = "POST " + parts.path(path) + "?username=" + username;
    return line + parts.headers().login(server, body);
  }

  /** A server that has not loaded its users yet responds with an empty body. */
  @Override
  public String v1(HttpAnswer answer) {
    return answer.expect(answer.text().contains(TOKEN));
  }

  @Override
  public String v3(HttpAnswer answer) {
    return v1(answer);
  }

  @Override
  public void take(Answer answer) {
    body = answer.body();
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.loggedIn(this);
  }
}
