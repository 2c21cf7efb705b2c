package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.reports.stats.Operation;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** Finds out what the fleet's driver sends, by being its server for one request. */
final class RequestCapture {

  private static final byte[] END = {'\r', '\n', '\r', '\n'};

  private static final int PATIENCE_MILLIS = 60_000;

  private RequestCapture() {}

  /** The request of a call of an instance the server knows, as if to a server on {@code port}. */
  static Request of(Operation operation, int port) throws IOException {
    EventLoop eventLoop = Generator.newEventLoop();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(PATIENCE_MILLIS);
      Driver driver = Generator.newDriver(eventLoop, server.getLocalPort(), 1, unanswered -> {});
      Call call = new Call().reset(operation, 0, 0, 0, 0);
      call.light = true;
      eventLoop.execute(() -> driver.send(call));
      try (Socket connection = server.accept()) {
        connection.setSoTimeout(PATIENCE_MILLIS);
        Request request = Request.parse(readHead(connection.getInputStream()));
        request.headers().put("Host", "127.0.0.1:" + port);
        return request;
      }
    } catch (SocketTimeoutException e) {
      throw new MeasureException("the generator's driver sent no " + operation.label());
    } finally {
      eventLoop.parent().shutdownGracefully();
    }
  }

  private static byte[] readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < END.length) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("the driver closed its connection");
      }
      head.write(b);
      matched = b == END[matched] ? matched + 1 : b == END[0] ? 1 : 0;
    }
    return head.toByteArray();
  }
}
