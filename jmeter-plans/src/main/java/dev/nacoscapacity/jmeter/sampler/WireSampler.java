package dev.nacoscapacity.jmeter.sampler;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.protocol.java.sampler.AbstractJavaSamplerClient;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.util.JMeterUtils;

/**
 * One call of registry-grpc.jmx. All threads of an engine share the clients and their connections.
 * The sample named {@code login} opens the connections, with the properties that the plan's check
 * has set.
 */
public final class WireSampler extends AbstractJavaSamplerClient {

  private static final String OPERATION = "operation";
  private static final String ACTOR = "actor";
  private static final String SETTINGS = "registry.";
  private static final String NOT_LOGGED_IN = "not logged in: look at the sample login";

  private static Wire wire;

  @Override
  public Arguments getDefaultParameters() {
    Arguments arguments = new Arguments();
    arguments.addArgument(OPERATION, "beat");
    arguments.addArgument(ACTOR, "${instance}");
    return arguments;
  }

  @Override
  public SampleResult runTest(JavaSamplerContext context) {
    String operation = context.getParameter(OPERATION);
    SampleResult sample = new SampleResult();
    sample.sampleStart();
    String failure;
    try {
      if (operation.equals("login")) {
        failure = open();
      } else {
        failure = call(operation, context.getIntParameter(ACTOR));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = "interrupted";
    }
    sample.sampleEnd();
    sample.setSuccessful(failure == null);
    sample.setResponseCode(failure == null ? "200" : "failed");
    sample.setResponseMessage(failure == null ? "" : failure);
    return sample;
  }

  /** Why a call failed, or null. */
  static String call(String operation, int actor) throws InterruptedException {
    Wire opened = opened();
    return opened == null ? NOT_LOGGED_IN : opened.call(operation, actor);
  }

  private static synchronized Wire opened() {
    return wire;
  }

  private static synchronized String open() {
    close();
    Map<String, String> settings = new HashMap<>();
    Properties properties = JMeterUtils.getJMeterProperties();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(SETTINGS)) {
        settings.put(name.substring(SETTINGS.length()), properties.getProperty(name));
      }
    }
    try {
      wire = FleetLoader.besideSampler().open(settings);
      return null;
    } catch (RuntimeException e) {
      return e.getMessage();
    }
  }

  private static synchronized void close() {
    if (wire != null) {
      wire.close();
      wire = null;
    }
  }

  @Override
  public void teardownTest(JavaSamplerContext context) {
    close();
  }
}
