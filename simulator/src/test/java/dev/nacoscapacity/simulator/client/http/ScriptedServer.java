package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that does with each connection what a script says, faults included. */
public final class ScriptedServer implements AutoCloseable {

  /** What to do with one connection; it is closed at the script's end. */
  public interface Script {
    void serve(Peer peer) throws IOException, InterruptedException;
  }

  private final ServerSocket listening;
  private final Script script;
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();

  public ScriptedServer(Script script) {
    this.script = script;
    try {
      listening = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  /** An address where nobody listens: a port that was free a moment ago may be lent to others. */
  static InetSocketAddress refusing() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }

  /** Says the same to everybody, and closes. */
  public static ScriptedServer saying(String answer) {
    return new ScriptedServer(
        peer -> {
          peer.read();
          peer.write(answer);
        });
  }

  public static ScriptedServer silent() {
    return new ScriptedServer(Peer::fallSilent);
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
  }

  /** Connections accepted so far. */
  public int connections() {
    return accepted.size();
  }

  /** Connections that this side has neither seen the end of nor said that it ends. */
  int open() {
    return open.get();
  }

  int mostOpen() {
    return mostOpen.get();
  }

  /** Requests read so far, by their first lines. */
  List<String> requests() {
    return requests;
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        accepted.add(socket);
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        int number = accepted.size();
        start(() -> serve(socket, number));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void serve(Socket socket, int number) {
    Peer peer = new Peer(socket, number);
    try (socket) {
      script.serve(peer);
    } catch (IOException e) {
      // The driver has gone away, which is its right.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      peer.ended();
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : accepted) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The other end of one connection. */
  public final class Peer {

    private final Socket socket;
    private final int number;
    private boolean ended;

    private Peer(Socket socket, int number) {
      this.socket = socket;
      this.number = number;
    }

    /** The connection's number, from 1. */
    int number() {
      return number;
    }

    /** Reads one request; false when the driver has closed. */
    public boolean read() throws IOException {
      InputStream in = socket.getInputStream();
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
        int b = in.read();
        if (b < 0) {
          return false;
        }
        head.write(b);
      }
      String text = head.toString(ISO_8859_1);
      int length = text.indexOf("Content-Length: ");
      if (length >= 0) {
        in.readNBytes(Integer.parseInt(text.substring(length + 16, text.indexOf('\r', length))));
      }
      requests.add(text.substring(0, text.indexOf('\r')));
      return true;
    }

    void answer(String body) throws IOException {
      write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Answers and says that it closes, which the driver may act on before this side has closed. */
    void lastAnswer(String body) throws IOException {
      ended();
      write(
          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
    }

    private void ended() {
      if (!ended) {
        ended = true;
        open.decrementAndGet();
      }
    }

    public void write(String bytes) throws IOException {
      socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    /** Says nothing until the driver closes. */
    public void fallSilent() throws IOException {
      while (read()) {
        // Only listens.
      }
    }
  }
}
