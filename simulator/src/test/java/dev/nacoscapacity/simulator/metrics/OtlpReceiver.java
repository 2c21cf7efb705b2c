package dev.nacoscapacity.simulator.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives pushed metrics on loopback, and reads the bytes of OTLP by their field numbers. */
final class OtlpReceiver implements AutoCloseable {

  private static final int METRICS_OF_REQUEST = 1;
  private static final int METRICS_OF_RESOURCE = 2;
  private static final int METRICS_OF_SCOPE = 2;
  private static final int NAME = 1;
  private static final int GAUGE = 5;
  private static final int SUM = 7;
  private static final int HISTOGRAM = 9;
  private static final int POINT = 1;
  private static final int VALUE = 4;

  /** One request: its headers, and the first point of each metric. */
  record Push(String path, Map<String, List<String>> headers, Map<String, Double> values) {}

  private final List<Push> pushes = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Push> pushes() {
    return pushes;
  }

  Push last() {
    return pushes.get(pushes.size() - 1);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, Double> values = new TreeMap<>();
      byte[] body = exchange.getRequestBody().readAllBytes();
      for (byte[] resource : fields(body, METRICS_OF_REQUEST)) {
        for (byte[] scope : fields(resource, METRICS_OF_RESOURCE)) {
          for (byte[] metric : fields(scope, METRICS_OF_SCOPE)) {
            values.put(new String(fields(metric, NAME).get(0), UTF_8), value(metric));
          }
        }
      }
      pushes.add(
          new Push(exchange.getRequestURI().getPath(), exchange.getRequestHeaders(), values));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** The first point's: a double of a sum or gauge, the count of a histogram or summary. */
  private static double value(byte[] metric) throws IOException {
    for (int kind : new int[] {GAUGE, SUM, HISTOGRAM}) {
      for (byte[] data : fields(metric, kind)) {
        // A count of 0 is left out.
        List<byte[]> written = fields(fields(data, POINT).get(0), VALUE);
        ByteBuffer value =
            ByteBuffer.wrap(written.isEmpty() ? new byte[Long.BYTES] : written.get(0))
                .order(ByteOrder.LITTLE_ENDIAN);
        return kind == HISTOGRAM ? value.getLong() : value.getDouble();
      }
    }
    return Double.NaN;
  }

  private static List<byte[]> fields(byte[] message, int number) throws IOException {
    List<byte[]> found = new ArrayList<>();
    CodedInputStream input = CodedInputStream.newInstance(message);
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      boolean wanted = WireFormat.getTagFieldNumber(tag) == number;
      if (wanted && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        found.add(input.readByteArray());
      } else if (wanted && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_FIXED64) {
        found.add(input.readRawBytes(Long.BYTES));
      } else {
        input.skipField(tag);
      }
    }
    return found;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
