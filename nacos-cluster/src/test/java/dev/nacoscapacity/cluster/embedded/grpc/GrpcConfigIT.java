package dev.nacoscapacity.cluster.embedded.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigChangeNotifyRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigQueryResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the stand-in makes of configurations. */
class GrpcConfigIT extends OnTwoNodes {

  @Test
  void shouldNotifyAListenerOfAChangeAndAnswerItsQuery() throws IOException {
    try (TestClient client = connect(0);
        TestClient publisher = connect(1)) {
      ConfigBatchListenRequest listen =
          new ConfigBatchListenRequest(
              true, List.of(new ConfigBatchListenRequest.Context("G", "", "app.yaml", "")));
      assertThat(changed(client, listen)).isEmpty();

      publisher.call(
          new ConfigPublishRequest("app.yaml", "G", "", "a: 1", null, Map.of("type", "yaml")));

      await().atMost(PATIENCE).until(() -> !client.received("ConfigChangeNotifyRequest").isEmpty());
      ConfigChangeNotifyRequest notification =
          Messages.read(
              client.received("ConfigChangeNotifyRequest").get(0), ConfigChangeNotifyRequest.class);
      assertThat(notification.dataId()).isEqualTo("app.yaml");
      assertThat(changed(client, listen)).extracting("dataId").containsExactly("app.yaml");
      ConfigQueryResponse answer =
          Messages.read(
              client.call(new ConfigQueryRequest("app.yaml", "G", "", null, false)),
              ConfigQueryResponse.class);
      assertThat(answer.content()).isEqualTo("a: 1");
      assertThat(answer.contentType()).isEqualTo("yaml");
    }
  }

  private static List<ConfigChangeBatchListenResponse.Context> changed(
      TestClient client, ConfigBatchListenRequest request) throws IOException {
    return Messages.read(client.call(request), ConfigChangeBatchListenResponse.class)
        .changedConfigs();
  }
}
