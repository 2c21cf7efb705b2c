package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.process.Requests;
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

/**
 * A backend on embedded Tomcat that answers any request as a node answers a beat, with a delay.
 *
 * <p>The first request contains its {@link GatewayLimits}, and is answered with its port; each
 * further request sets the delay in ms.
 */
final class LateBackend {

  private LateBackend() {}

  /**
   * Serves until its input ends or the process is killed.
   *
   * @param args a folder for Tomcat's files
   */
  public static void main(String[] args) {
    Requests.runOrExit(() -> serve(args[0]));
  }

  private static void serve(String folder) throws LifecycleException, IOException {
    GatewayLimits limits = Requests.next(GatewayLimits.class);
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("acceptCount", Integer.toString(limits.acceptCount()));
    connector.setProperty("maxThreads", Integer.toString(limits.tomcatThreads()));
    connector.setProperty("minSpareThreads", Integer.toString(limits.tomcatThreads()));
    connector.setProperty("maxConnections", Integer.toString(limits.tomcatConnections()));
    // Tomcat's defaults are 100 requests and 20 s; a connection closed by these limits would count
    // as a failure.
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("keepAliveTimeout", "-1");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder);
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Late late = new Late();
    Tomcat.addServlet(context, "late", late);
    context.addServletMappingDecoded("/*", "late");
    tomcat.start();
    Requests.answer(connector.getLocalPort());
    for (Integer millis = Requests.next(Integer.class);
        millis != null;
        millis = Requests.next(Integer.class)) {
      late.delayMillis = millis;
      Requests.answer(null);
    }
    Runtime.getRuntime().halt(0);
  }

  private static final class Late extends HttpServlet {

    private static final byte[] BODY =
        "{\"clientBeatInterval\":5000,\"code\":%d,\"lightBeatEnabled\":true}"
            .formatted(Http.BEAT_OK)
            .getBytes(StandardCharsets.US_ASCII);

    private volatile int delayMillis;

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
