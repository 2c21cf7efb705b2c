package dev.nacoscapacity.cluster.server;

import java.lang.reflect.Field;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ReflectionUtils;

/**
 * Lets a starting node of 2.2 or newer wait for the raft leader. A node reads the configurations as
 * soon as one is elected, and mostly before that leader may answer; 1.4 tries again, but since 2.2
 * that failure bears another message, which is not among those that are worth a retry, so the node
 * ends: all nodes at once, which leaves no leader for the next start either.
 */
public final class PatientDump implements BeanPostProcessor, PriorityOrdered {

  private static final String READER =
      "com.alibaba.nacos.config.server.service.dump.EmbeddedDumpService";

  private static final String[] WORTH_A_RETRY = {
    "temporarily unavailable for reading", "did not find the Leader node", "Could not find leader"
  };

  /** Before the processor that calls the method which reads. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public Object postProcessBeforeInitialization(Object bean, String name) {
    if (bean.getClass().getName().equals(READER)) {
      Field messages = ReflectionUtils.findField(bean.getClass(), "retryMessages");
      ReflectionUtils.makeAccessible(messages);
      ReflectionUtils.setField(messages, bean, WORTH_A_RETRY);
    }
    return bean;
  }
}
