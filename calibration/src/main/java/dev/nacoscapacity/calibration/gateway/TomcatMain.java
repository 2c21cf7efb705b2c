package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.cluster.protocol.Http;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** A backend on embedded Tomcat that answers any request as a node answers a beat, but late. */
final class TomcatMain {

  static final String LISTENING = "listening on ";

  /** Begins the line that tells of a new delay. */
  static final String DELAY = "delay ";

  private TomcatMain() {}

  /**
   * Serves until its input ends or it is killed; each line of the input is another delay.
   *
   * @param args the delay in ms, Tomcat's accept count, threads and connections, and a folder
   */
  public static void main(String[] args) throws LifecycleException, IOException {
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("acceptCount", args[1]);
    connector.setProperty("maxThreads", args[2]);
    connector.setProperty("minSpareThreads", args[2]);
    connector.setProperty("maxConnections", args[3]);
    // Its own are 100 requests and 20 s; a connection that ends in between would count as a fault.
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("keepAliveTimeout", "-1");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[4]);
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Late late = new Late(Long.parseLong(args[0]));
    Tomcat.addServlet(context, "late", late);
    context.addServletMappingDecoded("/*", "late");
    tomcat.start();
    System.out.println(LISTENING + connector.getLocalPort());
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      late.delayMillis = Long.parseLong(line);
      System.out.println(DELAY + line);
    }
    Runtime.getRuntime().halt(0);
  }

  private static final class Late extends HttpServlet {

    private static final byte[] BODY =
        "{\"clientBeatInterval\":5000,\"code\":%d,\"lightBeatEnabled\":true}"
            .formatted(Http.BEAT_OK)
            .getBytes(StandardCharsets.US_ASCII);

    private volatile long delayMillis;

    Late(long delayMillis) {
      this.delayMillis = delayMillis;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      try {
        Thread.sleep(delayMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      response.setContentType("application/json");
      response.setContentLength(BODY.length);
      response.getOutputStream().write(BODY);
    }
  }
}
