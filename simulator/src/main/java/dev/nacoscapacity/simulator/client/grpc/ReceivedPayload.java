package dev.nacoscapacity.simulator.client.grpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The payload received last, as unparsed bytes. All connections of an event loop share this buffer,
 * and the next payload overwrites it. Lists are most of what a fleet reads, and need no objects.
 *
 * <p>Field numbers are from Nacos's {@code nacos_grpc_service.proto}.
 */
final class ReceivedPayload implements Marshaller<ReceivedPayload> {

  private static final int METADATA = 2;
  private static final int BODY = 3;
  private static final int TYPE = 3;
  private static final int ANY_VALUE = 2;

  /** Large enough for most lists (88 hosts, 22 KB). */
  private byte[] bytes = new byte[32 * 1024];

  private String type = "";
  private final Span typeName = new Span();
  private final Span message = new Span();

  /** A part of the bytes. */
  private static final class Span {
    private int from;
    private int to;
  }

  /** Simple class name of the message. */
  String type() {
    return type;
  }

  /** The message is the JSON in {@code bytes[from, to)}. */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return message.from;
  }

  int to() {
    return message.to;
  }

  /** A copy of the message. */
  byte[] body() {
    return Arrays.copyOfRange(bytes, message.from, message.to);
  }

  /** The index just past the first occurrence of a text in the message, or -1. */
  int after(byte[] text) {
    return after(text, message.from, message.to);
  }

  private int after(byte[] text, int begin, int end) {
    for (int at = begin; at <= end - text.length; at++) {
      if (bytes[at] == text[0]
          && Arrays.equals(bytes, at, at + text.length, text, 0, text.length)) {
        return at + text.length;
      }
    }
    return -1;
  }

  /**
   * The number that follows a key, or -1. Searches only the first and last {@code reach} bytes,
   * since responses have their numbers before or after the list.
   */
  int number(byte[] key, int reach) {
    int at = after(key, message.from, Math.min(message.to, message.from + reach));
    if (at < 0) {
      at = after(key, Math.max(message.from, message.to - reach), message.to);
    }
    if (at < 0 || at == message.to || bytes[at] < '0' || bytes[at] > '9') {
      return -1;
    }
    int value = 0;
    while (at < message.to && bytes[at] >= '0' && bytes[at] <= '9' && value < 100_000_000) {
      value = value * 10 + bytes[at++] - '0';
    }
    return value;
  }

  /** The string that follows a key and its opening quote, or null. */
  String text(byte[] key) {
    int begin = after(key);
    return begin < 0 ? null : textAt(begin);
  }

  /** All strings that follow a key and their opening quotes. */
  List<String> texts(byte[] key) {
    List<String> texts = new ArrayList<>();
    for (int begin = after(key); begin >= 0; begin = after(key, begin, message.to)) {
      texts.add(textAt(begin));
    }
    return texts;
  }

  private String textAt(int begin) {
    int end = begin;
    while (end < message.to && bytes[end] != '"') {
      end++;
    }
    return new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
  }

  @Override
  public InputStream stream(ReceivedPayload message) {
    throw new UnsupportedOperationException("what was received is not sent");
  }

  @Override
  public ReceivedPayload parse(InputStream stream) {
    try {
      int length = read(stream);
      typeName.from = typeName.to = message.from = message.to = 0;
      CodedInputStream in = CodedInputStream.newInstance(bytes, 0, length);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case METADATA -> nested(in, TYPE, typeName);
          case BODY -> nested(in, ANY_VALUE, message);
          default -> in.skipField(tag);
        }
      }
      updateType();
      return this;
    } catch (IOException e) {
      throw Status.INTERNAL.withDescription("not a Nacos payload").asRuntimeException();
    }
  }

  private int read(InputStream stream) throws IOException {
    int length = 0;
    while (true) {
      int more = stream.read(bytes, length, bytes.length - length);
      if (more < 0) {
        return length;
      }
      length += more;
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length);
      }
    }
  }

  /** Reads a nested message; passes on where its field with a number lies. */
  private static void nested(CodedInputStream in, int field, Span to) throws IOException {
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == field) {
        int length = in.readRawVarint32();
        to.from = in.getTotalBytesRead();
        to.to = to.from + length;
        in.skipRawBytes(length);
      } else {
        in.skipField(tag);
      }
    }
    in.popLimit(limit);
  }

  /** Reuses the string of the previous payload's type if it is the same. */
  private void updateType() {
    boolean same = type.length() == typeName.to - typeName.from;
    for (int i = 0; same && i < type.length(); i++) {
      same = type.charAt(i) == bytes[typeName.from + i];
    }
    if (!same) {
      type = new String(bytes, typeName.from, typeName.to - typeName.from, StandardCharsets.UTF_8);
    }
  }
}
