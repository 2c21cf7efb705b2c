package dev.nacoscapacity.cluster.server;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * Runs a server of any version whose gRPC ports, for clients, members and raft, listen on the
 * node's own address, loopback mostly. JRaft, and Nacos before 3.0, give gRPC's builder a port
 * only, so that it listens on every address, and no setting of theirs changes that. Therefore this
 * class defines the builder, with the address beside the port, before the server loads it.
 */
public final class GrpcBindAddress {

  private static final String PACKAGE = "io.grpc.netty.shaded.io.grpc.netty.";
  private static final String BUILDER = "NettyServerBuilder.class";

  /** A class in the same package; loading it does not load the builder. */
  private static final String NEIGHBOUR = PACKAGE + "NettyChannelBuilder";

  private static final String SOCKET_ADDRESS = "java/net/InetSocketAddress";

  /** Nacos's own property. */
  private static final String OWN_ADDRESS = System.getProperty("nacos.server.ip");

  private GrpcBindAddress() {}

  /**
   * @param arguments the server's main class, followed by its arguments
   */
  public static void main(String[] arguments) throws Throwable {
    defineBuilder();
    try {
      Class.forName(arguments[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void defineBuilder() throws IOException, ReflectiveOperationException {
    Class<?> neighbour = Class.forName(NEIGHBOUR);
    try (InputStream original = neighbour.getResourceAsStream(BUILDER)) {
      MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup())
          .defineClass(onOwnAddress(original.readAllBytes()));
    }
  }

  private static byte[] onOwnAddress(byte[] builder) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(builder)
        .accept(
            new ClassVisitor(Opcodes.ASM7, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String generic, String[] exceptions) {
                return new Rebinder(super.visitMethod(access, name, type, generic, exceptions));
              }
            },
            0);
    return writer.toByteArray();
  }

  /** Replaces {@code new InetSocketAddress(port)} by an address with {@link #OWN_ADDRESS}. */
  private static final class Rebinder extends MethodVisitor {

    Rebinder(MethodVisitor next) {
      super(Opcodes.ASM7, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String type, boolean ofInterface) {
      if (opcode == Opcodes.INVOKESPECIAL && owner.equals(SOCKET_ADDRESS) && type.equals("(I)V")) {
        visitLdcInsn(OWN_ADDRESS);
        visitInsn(Opcodes.SWAP);
        super.visitMethodInsn(opcode, owner, name, "(Ljava/lang/String;I)V", false);
      } else {
        super.visitMethodInsn(opcode, owner, name, type, ofInterface);
      }
    }
  }
}
