package dev.nacoscapacity.cluster.embedded.http;

import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.PeerCall;
import dev.nacoscapacity.cluster.embedded.registry.Reply;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import java.util.function.Consumer;

/** Writes that only a service's owner may do. */
final class Owner {

  private Owner() {}

  /** Does the write on the owner; a failure on the way there is answered as Nacos does. */
  static <T> void write(
      NamingNode asked,
      HttpExchange exchange,
      ServiceKey service,
      PeerCall<T> write,
      Consumer<T> answer) {
    asked.onOwner(
        service.name(),
        write,
        new Reply<T>() {
          @Override
          public void done(T result) {
            answer.accept(result);
          }

          @Override
          public void failed(int status, String message) {
            exchange.text(status, message);
          }
        });
  }
}
