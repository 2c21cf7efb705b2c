package dev.nacoscapacity.jmeter.sampler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.jmeter.protocol.java.sampler.AbstractJavaSamplerClient;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;
import org.apache.jmeter.samplers.Interruptible;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.samplers.StatisticalSampleResult;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Runs a shard of a fleet in this JMeter engine. One thread of one thread group calls the sampler
 * repeatedly: each sample is one second of one operation, and the last sample, the verdict, ends
 * the thread. The options come from JMeter's properties, so that {@code -J} and {@code -G} apply.
 */
public final class FleetSampler extends AbstractJavaSamplerClient implements Interruptible {

  private static final String CONTRADICTION = "64";
  private static final String INTERNAL = "70";

  private final Deque<RunningShard.Line> lines = new ArrayDeque<>();
  private volatile RunningShard shard;

  @Override
  public SampleResult runTest(JavaSamplerContext context) {
    try {
      if (shard == null) {
        List<String> options =
            FleetProperties.of(
                JMeterUtils::getProperty,
                JMeterUtils.getProperty(JMeterUtils.THREAD_GROUP_DISTRIBUTED_PREFIX_PROPERTY_NAME));
        shard = FleetLoader.besideSampler().start(options);
      }
      while (lines.isEmpty()) {
        lines.addAll(shard.next());
      }
      return sample(lines.removeFirst());
    } catch (IllegalArgumentException e) {
      return end(CONTRADICTION, e.getMessage());
    } catch (RuntimeException e) {
      interrupt();
      return end(INTERNAL, "internal error, please report it: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static SampleResult end(String code, String why) {
    long now = System.currentTimeMillis();
    return sample(new RunningShard.Line(RunningShard.Line.VERDICT, now, 0, 1, 1, code, why));
  }

  private static SampleResult sample(RunningShard.Line line) {
    long start = line.endMillis() - line.meanMillis();
    SampleResult sample = new StatisticalSampleResult(start, line.meanMillis());
    sample.setSampleLabel(line.operation());
    sample.setSampleCount(line.calls());
    sample.setErrorCount(line.failed());
    sample.setSuccessful(line.failed() == 0);
    sample.setResponseCode(line.code());
    sample.setResponseMessage(line.message());
    sample.setStopThread(line.last());
    return sample;
  }

  @Override
  public boolean interrupt() {
    RunningShard running = shard;
    if (running != null) {
      running.stop();
    }
    return running != null;
  }

  @Override
  public void teardownTest(JavaSamplerContext context) {
    interrupt();
    shard = null;
  }
}
