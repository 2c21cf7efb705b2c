package dev.nacoscapacity.cluster.embedded.peers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.MessageToMessageCodec;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;

/** Messages as Java writes them; nothing but our own records and plain collections is read. */
final class MessageCodec extends MessageToMessageCodec<ByteBuf, Message> {

  private static final int MAX_BYTES = 256 << 20;
  private static final ObjectInputFilter OURS =
      ObjectInputFilter.Config.createFilter(
          "dev.nacoscapacity.cluster.embedded.**;java.util.*;java.lang.*;!*");

  private MessageCodec() {}

  static void addTo(ChannelPipeline pipeline) {
    pipeline.addLast(
        new LengthFieldBasedFrameDecoder(MAX_BYTES, 0, Integer.BYTES, 0, Integer.BYTES),
        new LengthFieldPrepender(Integer.BYTES),
        new MessageCodec());
  }

  @Override
  protected void encode(ChannelHandlerContext context, Message message, List<Object> out)
      throws IOException {
    ByteBuf bytes = context.alloc().buffer();
    try (ObjectOutputStream stream = new ObjectOutputStream(new ByteBufOutputStream(bytes))) {
      stream.writeObject(message);
    }
    out.add(bytes);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out)
      throws IOException, ClassNotFoundException {
    try (ObjectInputStream stream = new ObjectInputStream(new ByteBufInputStream(bytes))) {
      stream.setObjectInputFilter(OURS);
      out.add(stream.readObject());
    }
  }
}
