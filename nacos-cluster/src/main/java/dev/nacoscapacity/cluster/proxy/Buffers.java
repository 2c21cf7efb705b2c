package dev.nacoscapacity.cluster.proxy;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;

/** The allocator of a proxy's buffers: Netty's three allocators. */
public enum Buffers {
  /** Arenas for each thread: the default of Netty 4.1. */
  POOLED(PooledByteBufAllocator.DEFAULT),
  /** Chunks whose sizes adapt to the requests: the default of Netty 4.2. */
  ADAPTIVE(new AdaptiveByteBufAllocator()),
  /** Allocated from the system each time. */
  UNPOOLED(UnpooledByteBufAllocator.DEFAULT);

  private final ByteBufAllocator allocator;

  Buffers(ByteBufAllocator allocator) {
    this.allocator = allocator;
  }

  ByteBufAllocator allocator() {
    return allocator;
  }
}
