package dev.nacoscapacity.cluster.standin.peers;

import com.fasterxml.jackson.databind.JavaType;
import dev.nacoscapacity.cluster.protocol.grpc.BytesMarshaller;
import dev.nacoscapacity.cluster.standin.config.ConfigChange;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.Network;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Connects a node with a process of its own to the other nodes: their calls go over gRPC. All of it
 * runs on the node's thread.
 */
public final class PeerChannels implements Network {

  private static final String SERVICE = "StandInPeers";
  private static final MethodDescriptor<byte[], byte[]> NAMING = method("naming");
  private static final MethodDescriptor<byte[], byte[]> CHANGE = method("change");
  private static final MethodDescriptor<byte[], byte[]> CONFIGS = method("configs");
  private static final JavaType CONFIG = PeerJson.type(ConfigChange.class);
  private static final JavaType ALL_CONFIGS = PeerJson.type(ConfigChange[].class);
  private static final JavaType TAKEN = PeerJson.type(Boolean.class);
  private static final Duration CONFIG_TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_BYTES = 256 << 20;

  /** A channel is left at most this often, so that a silent peer gets few connections. */
  private static final long LEAVE_NANOS = 1_000_000_000;

  private final EventLoop thread;
  private final int self;
  private final List<InetSocketAddress> addresses;
  private final ConfigStore configs;
  private final List<ManagedChannel> channels;

  /** When each member's channel was left last, on the clock of {@link System#nanoTime}. */
  private final long[] left;

  /**
   * @param addresses where each node listens to the others, in the cluster's order
   */
  public PeerChannels(
      EventLoop thread, int self, List<InetSocketAddress> addresses, ConfigStore configs) {
    this.thread = thread;
    this.self = self;
    this.addresses = addresses;
    this.configs = configs;
    this.channels = addresses.stream().map(this::channel).toList();
    this.left = new long[addresses.size()];
    Arrays.fill(left, System.nanoTime() - LEAVE_NANOS);
  }

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    BytesMarshaller bytes = new BytesMarshaller();
    return MethodDescriptor.newBuilder(bytes, bytes)
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .build();
  }

  private ManagedChannel channel(InetSocketAddress peer) {
    return NettyChannelBuilder.forAddress(peer)
        .usePlaintext()
        .eventLoopGroup(thread)
        .channelType(NettyTransport.socket())
        .directExecutor()
        .offloadExecutor(thread)
        .maxInboundMessageSize(MAX_BYTES)
        .disableRetry()
        .build();
  }

  /**
   * Listens to the others from now on, and exchanges configurations with them.
   *
   * @throws BindException if the port is taken
   */
  public void open(NamingNode node) throws BindException {
    InetSocketAddress address = addresses.get(self);
    try {
      NettyServerBuilder.forAddress(address)
          .bossEventLoopGroup(thread)
          .workerEventLoopGroup(thread)
          .channelType(NettyTransport.serverSocket())
          .directExecutor()
          .maxInboundMessageSize(MAX_BYTES)
          .addService(
              ServerServiceDefinition.builder(SERVICE)
                  .addMethod(NAMING, answering(PeerJson.CALL, (PeerCall<?> call) -> call.at(node)))
                  .addMethod(CHANGE, answering(CONFIG, this::take))
                  .addMethod(CONFIGS, answering(TAKEN, any -> configs.all()))
                  .build())
          .build()
          .start();
    } catch (IOException e) {
      throw NettyTransport.portUnavailable(address.getPort(), "between nodes", e);
    }
    configs.onWrite(change -> thread.execute(() -> sendToAll(change)));
    thread.execute(() -> loadConfigs(0, false));
  }

  private static <Q> ServerCallHandler<byte[], byte[]> answering(
      JavaType type, Function<Q, Object> answer) {
    return ServerCalls.asyncUnaryCall(
        (request, client) -> {
          try {
            client.onNext(PeerJson.write(answer.apply(PeerJson.read(request, type))));
            client.onCompleted();
          } catch (UncheckedIOException e) {
            client.onError(Status.INVALID_ARGUMENT.withCause(e).asRuntimeException());
          }
        });
  }

  private boolean take(ConfigChange change) {
    configs.take(change);
    return true;
  }

  private void sendToAll(ConfigChange change) {
    for (int member = 0; member < channels.size(); member++) {
      if (member != self) {
        send(member, change);
      }
    }
  }

  /**
   * Sends a change. A node that is cut off gets what is current once it answers again; one that is
   * dead asks for all when it starts.
   */
  private void send(int member, ConfigChange change) {
    call(
        member,
        CHANGE,
        change,
        TAKEN,
        CONFIG_TIMEOUT,
        answer -> {},
        failure -> {
          if (failure == Failure.SILENT) {
            thread.schedule(() -> send(member, configs.current(change.key())), 1, TimeUnit.SECONDS);
          }
        });
  }

  /**
   * Asks the nodes for their configurations, one after the other, until one answers.
   *
   * @param silent whether a node asked before did not answer, and may have configurations
   */
  private void loadConfigs(int member, boolean silent) {
    if (member == self) {
      loadConfigs(member + 1, silent);
    } else if (member < channels.size()) {
      call(
          member,
          CONFIGS,
          true,
          ALL_CONFIGS,
          CONFIG_TIMEOUT,
          (ConfigChange[] all) -> List.of(all).forEach(configs::take),
          failure -> loadConfigs(member + 1, silent || failure == Failure.SILENT));
    } else if (silent) {
      thread.schedule(() -> loadConfigs(0, false), 1, TimeUnit.SECONDS);
    }
  }

  @Override
  public <A> void send(
      Loop sender,
      int to,
      Duration timeout,
      PeerCall<A> call,
      Consumer<A> answered,
      Consumer<Failure> failed) {
    // Later, since neither consumer may be called before this method has returned.
    sender.execute(
        () -> call(to, NAMING, call, PeerJson.answerTo(call), timeout, answered, failed));
  }

  /** Connects anew for the next call: TCP may be silent for minutes. */
  private void leave(int member) {
    long now = System.nanoTime();
    if (now - left[member] >= LEAVE_NANOS) {
      left[member] = now;
      channels.get(member).enterIdle();
    }
  }

  /** Each call has a time limit of its own; one that gets no answer does not end the others. */
  private <A> void call(
      int member,
      MethodDescriptor<byte[], byte[]> method,
      Object request,
      JavaType type,
      Duration timeout,
      Consumer<A> answered,
      Consumer<Failure> failed) {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
    ClientCalls.asyncUnaryCall(
        channels.get(member).newCall(method, options),
        PeerJson.write(request),
        new StreamObserver<>() {
          private A answer;

          @Override
          public void onNext(byte[] json) {
            answer = PeerJson.read(json, type);
          }

          @Override
          public void onCompleted() {
            answered.accept(answer);
          }

          @Override
          public void onError(Throwable fault) {
            // Later: as long as a call is under way, the channel would reconnect at once.
            thread.execute(() -> leave(member));
            boolean silent = Status.fromThrowable(fault).getCode() == Status.Code.DEADLINE_EXCEEDED;
            failed.accept(silent ? Failure.SILENT : Failure.REFUSED);
          }
        });
  }
}
