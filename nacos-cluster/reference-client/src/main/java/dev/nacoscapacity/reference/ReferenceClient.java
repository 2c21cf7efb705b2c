package dev.nacoscapacity.reference;

import com.alibaba.nacos.api.exception.NacosException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * Runs each command of its standard input on N real clients. After each command it prints {@code
 * ok}, or {@code failed} and the reason; in between it prints what the clients receive: {@code
 * instances SERVICE PORT,PORT…}, with {@code !} after the port of an unhealthy one, and {@code
 * config DATA_ID CONTENT}. The program ends with its input.
 *
 * <pre>
 * register SERVICE PORT     client i registers 198.18.0.1:PORT+i, and connects if necessary
 * deregister SERVICE PORT
 * batch SERVICE PORT PORT   the first client registers two instances at once
 * list SERVICE              without subscribing
 * query SERVICE SECONDS     all clients list in turn for that long, one call at a time and without
 *                           printing the lists; ends with {@code queries COUNT}
 * subscribe SERVICE
 * get DATA_ID
 * listen DATA_ID
 * publish DATA_ID CONTENT   the first client
 * shutdown                  closes all clients
 * </pre>
 *
 * <p>Arguments: HOST:PORT[,HOST:PORT…] NAMESPACE CLIENTS [USER]; the user's password is in {@code
 * NACOS_PASSWORD}.
 */
public final class ReferenceClient {

  private final List<OneClient> clients = new ArrayList<>();

  private ReferenceClient(Properties properties, int count) {
    for (int i = 0; i < count; i++) {
      clients.add(new OneClient(properties, i));
    }
  }

  public static void main(String[] args) throws IOException {
    Properties properties = new Properties();
    properties.put("serverAddr", args[0]);
    properties.put("namespace", args[1]);
    if (args.length > 3) {
      properties.put("username", args[3]);
      properties.put("password", System.getenv("NACOS_PASSWORD"));
    }
    ReferenceClient program = new ReferenceClient(properties, Integer.parseInt(args[2]));
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      program.run(line);
    }
    System.exit(0); // The clients' threads would keep the JVM running.
  }

  private void run(String line) {
    String[] words = line.split(" ", 3);
    try {
      switch (words[0]) {
        case "batch", "publish" -> clients.get(0).run(words);
        case "query" -> query(words[1], Long.parseLong(words[2]));
        default -> {
          for (OneClient client : clients) {
            client.run(words);
          }
        }
      }
      print("ok");
    } catch (NacosException | RuntimeException e) {
      print("failed " + Arrays.toString(words) + ": " + e);
    }
  }

  private void query(String service, long seconds) throws NacosException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    int queries = 0;
    while (System.nanoTime() - end < 0) {
      clients.get(queries % clients.size()).query(service);
      queries++;
    }
    print("queries " + queries);
  }

  /** Prints a whole line and flushes it. */
  static synchronized void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
