package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.HttpBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.compression.JdkZlibDecoder;
import io.netty.handler.codec.compression.ZlibWrapper;

/** Inflates one body. Gateways compress them, since clients allow it; Nacos only if told to. */
final class GzipInflater implements AutoCloseable {

  private final EmbeddedChannel decoder =
      new EmbeddedChannel(new JdkZlibDecoder(ZlibWrapper.GZIP, 0));

  /**
   * Passes on what a part of the body contains.
   *
   * @throws IllegalStateException if the bytes are not compressed
   */
  void inflate(byte[] bytes, int from, int to, HttpBody body) {
    try {
      decoder.writeInbound(Unpooled.wrappedBuffer(bytes, from, to - from).copy());
    } catch (DecompressionException e) {
      throw new IllegalStateException("a body that is not compressed as it says", e);
    }
    for (ByteBuf part = decoder.readInbound(); part != null; part = decoder.readInbound()) {
      byte[] inflated = new byte[part.readableBytes()];
      part.readBytes(inflated);
      part.release();
      body.part(inflated, 0, inflated.length);
    }
  }

  @Override
  public void close() {
    decoder.finishAndReleaseAll();
  }
}
