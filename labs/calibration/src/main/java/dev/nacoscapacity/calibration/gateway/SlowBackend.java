package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.harness.Requests;
import dev.nacoscapacity.cluster.protocol.Http;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** A backend on embedded Tomcat that answers any request as a node answers a beat, with a delay. */
final class SlowBackend extends HttpServlet {

  private static final byte[] BODY =
      "{\"clientBeatInterval\":5000,\"code\":%d,\"lightBeatEnabled\":true}"
          .formatted(Http.BEAT_OK)
          .getBytes(StandardCharsets.US_ASCII);

  private final Connector connector = new Connector();
  private volatile int delayMillis;

  /**
   * Sets the delay; the first one starts Tomcat.
   *
   * @param folder for Tomcat's files
   */
  record Delay(int millis, String folder, GatewayLimits limits) {}

  /** Answers each request with the port. */
  public static void main(String[] args) {
    SlowBackend backend = new SlowBackend();
    Requests.serve(Delay.class, backend::delay);
  }

  private int delay(Delay delay) throws LifecycleException {
    delayMillis = delay.millis;
    if (connector.getLocalPort() <= 0) {
      start(delay.folder, delay.limits);
    }
    return connector.getLocalPort();
  }

  private void start(String folder, GatewayLimits limits) throws LifecycleException {
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("acceptCount", Integer.toString(limits.acceptCount));
    connector.setProperty("maxThreads", Integer.toString(limits.threads));
    connector.setProperty("minSpareThreads", Integer.toString(limits.threads));
    connector.setProperty("maxConnections", Integer.toString(limits.tomcatConnections));
    // Tomcat's defaults are 100 requests and 20 s; a connection closed by these limits would count
    // as a failure.
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("keepAliveTimeout", "-1");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder);
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "late", this);
    context.addServletMappingDecoded("/*", "late");
    tomcat.start();
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
