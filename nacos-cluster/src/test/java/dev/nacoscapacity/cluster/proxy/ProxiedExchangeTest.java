package dev.nacoscapacity.cluster.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a client and a node see of each other through the two sides of a layer-7 proxy. */
class ProxiedExchangeTest {

  private static final InetSocketAddress NODE = InetSocketAddress.createUnresolved("node", 8848);
  private static final String ASKED = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String ANSWERED = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final Pool pool = new Pool();
  private final EmbeddedChannel node = new EmbeddedChannel(new HttpClientCodec(), new NodeSide());
  private final EmbeddedChannel client =
      new EmbeddedChannel(new HttpServerCodec(), new ClientSide(NODE, pool, Optional.empty()));

  /** Lends the connections that a test gives it. */
  private static final class Pool implements ChannelPool {
    private final Deque<Promise<Channel>> requests = new ArrayDeque<>();
    private final List<Channel> released = new ArrayList<>();

    @Override
    public Future<Channel> acquire() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Channel> acquire(Promise<Channel> promise) {
      requests.addLast(promise);
      return promise;
    }

    @Override
    public Future<Void> release(Channel channel) {
      released.add(channel);
      return ImmediateEventExecutor.INSTANCE.newSucceededFuture(null);
    }

    @Override
    public Future<Void> release(Channel channel, Promise<Void> promise) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    void lend(Channel channel) {
      requests.removeFirst().setSuccess(channel);
    }

    void refuse(Exception cause) {
      requests.removeFirst().setFailure(cause);
    }
  }

  private static void send(EmbeddedChannel to, String text) {
    to.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
  }

  private static String output(EmbeddedChannel by) {
    StringBuilder text = new StringBuilder();
    for (ByteBuf part; (part = by.readOutbound()) != null; part.release()) {
      text.append(part.toString(StandardCharsets.US_ASCII));
    }
    return text.toString();
  }

  private void ask(String request) {
    send(client, request);
    pool.lend(node);
  }

  @Test
  void shouldPassRequestAndAnswerOnAndKeepBothConnections() {
    ask(ASKED);
    assertThat(output(node)).isEqualTo(ASKED);

    send(node, ANSWERED);

    assertThat(output(client)).isEqualTo(ANSWERED);
    assertThat(pool.released).containsExactly(node);
    assertThat(node.isOpen()).isTrue();
    assertThat(client.isOpen()).isTrue();
  }

  @Test
  void shouldHoldABodyUntilThereIsAConnectionAndPassItInParts() {
    send(client, "PUT /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc");
    assertThat(client.config().isAutoRead()).isFalse();

    pool.lend(node);
    assertThat(output(node)).endsWith("\r\n\r\nabc");
    assertThat(client.config().isAutoRead()).isTrue();
    send(client, "def");

    assertThat(output(node)).isEqualTo("def");
  }

  @Test
  void shouldServePipelinedRequestsOneAfterTheOther() {
    ask(ASKED + ASKED.replace("/a", "/b"));
    assertThat(output(node)).isEqualTo(ASKED);
    assertThat(client.config().isAutoRead()).isFalse();

    send(node, ANSWERED);
    pool.lend(node);

    assertThat(output(node)).startsWith("GET /b");
    send(node, ANSWERED);
    assertThat(output(client)).isEqualTo(ANSWERED + ANSWERED);
    assertThat(client.config().isAutoRead()).isTrue();
  }

  @Test
  void shouldNotForwardTheClientsConnectionHeaders() {
    ask("GET /a HTTP/1.1\r\nHost: h\r\nConnection: close, X-Mine\r\nX-Mine: 1\r\n\r\n");
    assertThat(output(node)).isEqualTo(ASKED);

    send(node, ANSWERED);

    assertThat(output(client).toLowerCase()).contains("connection: close").endsWith("ok");
    assertThat(client.isOpen()).isFalse();
    assertThat(node.isOpen()).isTrue();
  }

  @Test
  void shouldKeepTheContentLengthWhenTheConnectionHeaderNamesIt() {
    ask(
        "POST /a HTTP/1.1\r\nConnection: keep-alive, Content-Length, HOST\r\n"
            + "Host: h\r\nContent-Length: 4\r\n\r\nGET ");

    assertThat(output(node))
        .isEqualTo("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nGET ");
  }

  @Test
  void shouldNotForwardABrokenBodyAsACompleteOne() {
    ask("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    assertThat(output(node)).endsWith("5\r\nhello\r\n");

    send(client, "?\r\n");

    assertThat(output(node)).isEmpty();
    assertThat(client.isOpen()).isFalse();
    assertThat(node.isOpen()).isFalse();
  }

  @Test
  void shouldKeepTheClientWhenTheNodeCloses() {
    ask(ASKED);

    send(node, ANSWERED.replace("Content", "Connection: close\r\nContent"));

    assertThat(output(client)).isEqualTo(ANSWERED);
    assertThat(client.isOpen()).isTrue();
    assertThat(node.isOpen()).isFalse();
    assertThat(pool.released).containsExactly(node);
  }

  @Test
  void shouldEndAnAnswerOfUnknownLengthWithTheConnectionWhenTheClientKnowsNoChunks() {
    ask("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    assertThat(output(node).toLowerCase())
        .startsWith("get /a http/1.1")
        .contains("host: node:8848");

    send(node, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");

    assertThat(output(client).toLowerCase()).doesNotContain("chunked").endsWith("\r\n\r\nok");
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void shouldDropWhatOnlyAnnouncesTheAnswer() {
    ask(ASKED);

    send(node, "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + ANSWERED);

    assertThat(output(client)).isEqualTo(ANSWERED);
  }

  @Test
  void shouldAnswer502WhenTheNodeCannotBeReached() {
    send(client, ASKED);
    pool.refuse(new ConnectException());
    assertThat(output(client)).startsWith("HTTP/1.1 502").endsWith("the node is unreachable");

    send(client, ASKED);
    pool.refuse(new TimeoutException());

    assertThat(output(client)).startsWith("HTTP/1.1 503");
    assertThat(client.isOpen()).isTrue();
    assertThat(pool.released).isEmpty();
  }

  @Test
  void shouldAnswer502WhenTheNodeClosesInsteadOfAnswering() {
    ask(ASKED);

    node.close();

    assertThat(output(client)).startsWith("HTTP/1.1 502");
    assertThat(client.isOpen()).isTrue();
    assertThat(pool.released).containsExactly(node);
  }

  @Test
  void shouldBreakTheClientsConnectionWhenItsAnswerBreaksOff() {
    ask(ASKED);
    send(node, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");

    node.close();

    assertThat(output(client)).endsWith("half");
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void shouldDropTheNodesConnectionWhenTheClientLeavesBeforeTheAnswer() {
    ask(ASKED);

    client.close();

    assertThat(node.isOpen()).isFalse();
    assertThat(pool.released).containsExactly(node);
  }

  @Test
  void shouldGiveAConnectionBackThatComesTooLate() {
    send(client, ASKED);
    client.close();

    pool.lend(node);

    assertThat(pool.released).containsExactly(node);
    assertThat(output(node)).isEmpty();
    assertThat(node.isOpen()).isTrue();
  }

  @Test
  void shouldAnswerAClientThatHasFinishedSpeaking() {
    ask(ASKED);
    client.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    assertThat(client.isOpen()).isTrue();

    send(node, ANSWERED);

    assertThat(output(client)).endsWith("ok");
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void shouldAnswerAClientThatHadFinishedSpeakingBeforeThereWasAConnection() {
    send(client, ASKED);
    client.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    pool.lend(node);
    assertThat(output(node)).isEqualTo(ASKED);

    send(node, ANSWERED);

    assertThat(output(client)).endsWith("ok");
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void shouldLeaveAClientThatFinishedInTheMiddleOfARequest() {
    ask("PUT /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc");

    client.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

    assertThat(client.isOpen()).isFalse();
    assertThat(node.isOpen()).isFalse();
  }

  @Test
  void shouldBeginNoRequestWhileTheClientTakesNoAnswers() {
    writable(client, false);
    send(client, ASKED);
    assertThat(pool.requests).isEmpty();
    assertThat(client.config().isAutoRead()).isFalse();

    writable(client, true);

    assertThat(pool.requests).hasSize(1);
  }

  @Test
  void shouldReadTheNodeNoFasterThanTheClientTakesIt() {
    ask(ASKED);
    writable(client, false);
    send(node, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
    assertThat(node.config().isAutoRead()).isFalse();

    writable(client, true);

    assertThat(node.config().isAutoRead()).isTrue();
  }

  @Test
  void shouldLendAConnectionThatReadsAgainAlthoughTheLastClientWasSlow() {
    ask(ASKED);
    writable(client, false);
    send(node, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhalf");

    send(node, "ok");

    assertThat(pool.released).containsExactly(node);
    assertThat(node.config().isAutoRead()).isTrue();
  }

  @Test
  void shouldReadTheClientNoFasterThanTheNodeTakesIt() {
    ask("PUT /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n");
    writable(node, false);
    send(client, "half");
    assertThat(client.config().isAutoRead()).isFalse();

    writable(node, true);

    assertThat(client.config().isAutoRead()).isTrue();
  }

  private static void writable(EmbeddedChannel channel, boolean is) {
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, is);
    channel.runPendingTasks();
  }

  @Test
  void shouldCloseAConnectionOnWhichTheNodeSpeaksUnasked() {
    send(node, ANSWERED);

    assertThat(node.isOpen()).isFalse();
  }

  @Test
  void shouldRefuseWhatIsNoHttp() {
    send(client, "\u0001\u0002\r\n\r\n");

    assertThat(output(client)).startsWith("HTTP/1.1 400");
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void shouldLetTheGateAnswerAndKeepTheClient() {
    RequestFilter shut =
        request ->
            request.uri().equals("/a")
                ? Optional.of(
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.FORBIDDEN))
                : Optional.empty();
    EmbeddedChannel guarded =
        new EmbeddedChannel(
            new HttpServerCodec(),
            new HttpObjectAggregator(99),
            new ClientSide(NODE, pool, Optional.of(shut)));

    send(guarded, ASKED + ASKED.replace("/a", "/b"));

    assertThat(output(guarded)).startsWith("HTTP/1.1 403").contains("content-length: 0");
    assertThat(pool.requests).hasSize(1);
  }
}
