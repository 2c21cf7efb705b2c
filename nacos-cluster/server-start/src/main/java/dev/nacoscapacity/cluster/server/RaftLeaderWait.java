package dev.nacoscapacity.cluster.server;

import java.lang.reflect.Field;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ReflectionUtils;

/**
 * Lets a starting node of 2.2 or newer wait for the raft leader. A node reads the configurations as
 * soon as a leader is elected, usually before that leader can answer. 1.4 retries, but since 2.2
 * the failure has another message, which is not among those that Nacos retries, so the node exits.
 * All nodes exit at once, which leaves no leader for the next start either.
 */
public final class RaftLeaderWait implements BeanPostProcessor, PriorityOrdered {

  private static final String READER =
      "com.alibaba.nacos.config.server.service.dump.EmbeddedDumpService";

  private static final String[] WORTH_A_RETRY = {
    "temporarily unavailable for reading", "did not find the Leader node", "Could not find leader"
  };

  /** Runs before the processor that calls the reading method. */
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
