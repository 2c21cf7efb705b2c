package dev.nacoscapacity.cluster.server;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * Binds every gRPC port, for clients, members and raft, to the node's own address, loopback mostly.
 * Nacos and JRaft give gRPC's builder a port only, so that it listens on every address, and no
 * setting of Nacos changes that. Therefore this class defines the builder, with the address beside
 * the port, before anything else loads it.
 */
final class OwnAddressGrpc {

  private static final String BUILDER = "NettyServerBuilder";
  private static final String BY_PORT = "forPort";
  private static final String ADDRESS = "java/net/InetSocketAddress";

  /** Nacos's own property. */
  private static final String OWN_ADDRESS = System.getProperty("nacos.server.ip");

  private OwnAddressGrpc() {}

  static void define() throws IOException, IllegalAccessException {
    // A class of the same package that does not load the builder.
    Class<?> neighbour = NettyChannelBuilder.class;
    try (InputStream original = neighbour.getResourceAsStream(BUILDER + ".class")) {
      MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup())
          .defineClass(onOwnAddress(original.readAllBytes()));
    }
  }

  private static byte[] onOwnAddress(byte[] builder) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(builder)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String generic, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, type, generic, exceptions);
                return name.equals(BY_PORT) ? new Rebinding(method) : method;
              }
            },
            0);
    return writer.toByteArray();
  }

  /** Makes {@code new InetSocketAddress(port)} one of {@link #OWN_ADDRESS}. */
  private static final class Rebinding extends MethodVisitor {

    Rebinding(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String type, boolean ofInterface) {
      if (opcode == Opcodes.INVOKESPECIAL && owner.equals(ADDRESS) && type.equals("(I)V")) {
        visitLdcInsn(OWN_ADDRESS);
        visitInsn(Opcodes.SWAP);
        super.visitMethodInsn(opcode, owner, name, "(Ljava/lang/String;I)V", false);
      } else {
        super.visitMethodInsn(opcode, owner, name, type, ofInterface);
      }
    }
  }
}
