package dev.nacoscapacity.cluster.protocol.grpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A payload's bytes. Written by hand, since three nested messages of strings do not justify a
 * protobuf compiler in the build; the field numbers are those of Nacos's {@code
 * nacos_grpc_service.proto}.
 */
public final class PayloadMarshaller implements Marshaller<Payload> {

  private static final int METADATA = 2;
  private static final int BODY = 3;
  private static final int TYPE = 3;
  private static final int HEADERS = 7;
  private static final int CLIENT_IP = 8;
  private static final int KEY = 1;
  private static final int ANY_VALUE = 2;
  private static final int ENTRY_VALUE = 2;

  /** Bytes; as much as most messages have. */
  private static final int BUFFER = 512;

  /** The bytes of the payload, as {@link #stream} gives them. */
  public static byte[] bytes(Payload payload) {
    return message(
        out -> {
          out.writeByteArray(METADATA, message(metadata -> writeMetadata(metadata, payload)));
          out.writeByteArray(BODY, message(any -> any.writeByteArray(ANY_VALUE, payload.body())));
        });
  }

  private static byte[] message(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes, BUFFER);
    try {
      fields.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeMetadata(CodedOutputStream out, Payload payload) throws IOException {
    writeString(out, TYPE, payload.type());
    for (Map.Entry<String, String> header : payload.headers().entrySet()) {
      out.writeByteArray(
          HEADERS,
          message(
              entry -> {
                entry.writeString(KEY, header.getKey());
                entry.writeString(ENTRY_VALUE, header.getValue());
              }));
    }
    writeString(out, CLIENT_IP, payload.clientIp());
  }

  @Override
  public InputStream stream(Payload payload) {
    return new BytesMarshaller.ReadyBytes(bytes(payload));
  }

  private static void writeString(CodedOutputStream out, int field, String text)
      throws IOException {
    if (!text.isEmpty()) {
      out.writeString(field, text);
    }
  }

  @Override
  public Payload parse(InputStream stream) {
    try {
      return new PayloadReader().payload(CodedInputStream.newInstance(stream.readAllBytes()));
    } catch (IOException e) {
      throw Status.INTERNAL
          .withDescription("not a Nacos payload: " + e.getMessage())
          .asRuntimeException();
    }
  }

  /** One payload while it is read. */
  private static final class PayloadReader {
    private String type = "";
    private String clientIp = "";
    private Map<String, String> headers = Map.of();
    private byte[] body = {};

    private Payload payload(CodedInputStream in) throws IOException {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case METADATA -> nested(in, this::metadata);
          case BODY -> nested(in, this::any);
          default -> in.skipField(tag);
        }
      }
      return new Payload(type, clientIp, headers, body);
    }

    private void metadata(CodedInputStream in) throws IOException {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case TYPE -> type = string(in);
          case CLIENT_IP -> clientIp = string(in);
          case HEADERS -> nested(in, this::header);
          default -> in.skipField(tag);
        }
      }
    }

    private void header(CodedInputStream in) throws IOException {
      String key = "";
      String value = "";
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case KEY -> key = string(in);
          case ENTRY_VALUE -> value = string(in);
          default -> in.skipField(tag);
        }
      }
      if (headers.isEmpty()) {
        headers = new HashMap<>(4);
      }
      headers.put(key, value);
    }

    private void any(CodedInputStream in) throws IOException {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (WireFormat.getTagFieldNumber(tag) == ANY_VALUE) {
          body = in.readByteArray();
        } else {
          in.skipField(tag);
        }
      }
    }

    private static String string(CodedInputStream in) throws IOException {
      return new String(in.readByteArray(), StandardCharsets.UTF_8);
    }

    private static void nested(CodedInputStream in, Part part) throws IOException {
      int outer = in.pushLimit(in.readRawVarint32());
      part.read(in);
      in.popLimit(outer);
    }
  }

  private interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private interface Part {
    void read(CodedInputStream in) throws IOException;
  }
}
