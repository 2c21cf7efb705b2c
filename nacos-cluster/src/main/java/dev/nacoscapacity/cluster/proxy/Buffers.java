package dev.nacoscapacity.cluster.proxy;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;

/** Where a proxy takes its buffers from: Netty's three allocators. */
public enum Buffers {
  /** Arenas a thread, as Netty 4.1 had by default. */
  POOLED(PooledByteBufAllocator.DEFAULT),
  /** Chunks whose sizes follow what is asked for: Netty 4.2's default. */
  ADAPTIVE(new AdaptiveByteBufAllocator()),
  /** From the system each time. */
  UNPOOLED(UnpooledByteBufAllocator.DEFAULT);

  private final ByteBufAllocator allocator;

  Buffers(ByteBufAllocator allocator) {
    this.allocator = allocator;
  }

  ByteBufAllocator allocator() {
    return allocator;
  }
}
