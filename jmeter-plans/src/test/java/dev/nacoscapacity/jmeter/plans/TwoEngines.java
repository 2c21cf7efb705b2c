package dev.nacoscapacity.jmeter.plans;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two JMeter engines on loopback, which trust a key of their own: JMeter's default, TLS. */
final class TwoEngines implements AutoCloseable {

  private final Path directory;
  private final List<Integer> ports = new ArrayList<>();
  private final List<JmeterRun> engines = new ArrayList<>();

  TwoEngines(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    makeKey();
    for (int i = 1; i <= 2; i++) {
      int port = JmeterRun.freePort();
      List<String> arguments = new ArrayList<>(List.of("-s", "-Jserver_port=" + port));
      arguments.addAll(security());
      arguments.addAll(List.of("-j", log(i).toString()));
      ports.add(port);
      engines.add(JmeterRun.start(directory, "engine" + i, Map.of(), arguments));
    }
  }

  private void makeKey() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(
        List.of(
            ("-genkeypair -alias rmi -keyalg EC -dname CN=rmi -validity 2 -storetype JKS"
                    + " -storepass changeit -keypass changeit -keystore")
                .split(" ")));
    command.add(key().toString());
    Process keytool = new ProcessBuilder(command).inheritIO().start();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
  }

  private Path key() {
    return directory.resolve("rmi_keystore.jks");
  }

  /** Arguments for both engines and controller. */
  List<String> security() {
    return List.of(
        "-Jserver.rmi.ssl.keystore.file=" + key(), "-Djava.rmi.server.hostname=127.0.0.1");
  }

  void awaitReady() {
    await().atMost(Duration.ofMinutes(5)).until(() -> bound(1) && bound(2));
  }

  /** Its port answers a little earlier than it can be found there. */
  private boolean bound(int engine) throws IOException {
    Path log = log(engine);
    return Files.exists(log) && Files.readString(log).contains("Bound to RMI registry");
  }

  private Path log(int engine) {
    return directory.resolve("engine" + engine + ".log");
  }

  /** As {@code -R} takes them. */
  String names() {
    return "127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1);
  }

  JmeterRun engine(int index) {
    return engines.get(index);
  }

  @Override
  public void close() throws InterruptedException {
    for (JmeterRun engine : engines) {
      engine.close();
    }
  }
}
