package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.handler.codec.http.HttpMethod;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * Asynchronous calls on a few event loops: reactor-netty's client, the one under Spring's WebClient
 * and Spring Cloud Gateway.
 */
final class ReactorEngine implements Engine {

  private final HttpClient client;

  /**
   * @param calls number of calls, each with a connection of its own at the same time
   */
  ReactorEngine(int port, int calls) {
    ConnectionProvider connections =
        ConnectionProvider.builder("calls")
            .maxConnections(calls)
            .pendingAcquireMaxCount(-1)
            .build();
    client = HttpClient.create(connections).baseUrl("http://127.0.0.1:" + port);
  }

  @Override
  public void release(Wave wave) {
    wave.released();
    for (int i = 0; i < wave.calls(); i++) {
      int call = i;
      wave.began(call);
      answer().subscribe(body -> wave.answered(call), cause -> wave.failed(call, cause));
    }
  }

  private Mono<byte[]> answer() {
    return client
        .request(HttpMethod.PUT)
        .uri(Http.BEAT + "?serviceName=bench")
        .responseSingle((response, body) -> body.asByteArray());
  }
}
