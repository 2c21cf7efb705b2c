package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeNotifyRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
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
          GrpcMessages.read(
              client.received("ConfigChangeNotifyRequest").get(0), ConfigChangeNotifyRequest.class);
      assertThat(notification.dataId()).isEqualTo("app.yaml");
      assertThat(changed(client, listen)).extracting("dataId").containsExactly("app.yaml");
      ConfigQueryResponse answer =
          GrpcMessages.read(
              client.call(new ConfigQueryRequest("app.yaml", "G", "", null, false)),
              ConfigQueryResponse.class);
      assertThat(answer.content()).isEqualTo("a: 1");
      assertThat(answer.contentType()).isEqualTo("yaml");
    }
  }

  private static List<ConfigChangeBatchListenResponse.Context> changed(
      TestClient client, ConfigBatchListenRequest request) throws IOException {
    return GrpcMessages.read(client.call(request), ConfigChangeBatchListenResponse.class)
        .changedConfigs();
  }
}
