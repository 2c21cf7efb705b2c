package dev.nacoscapacity.reference;

import com.alibaba.nacos.api.NacosFactory;
import com.alibaba.nacos.api.config.ConfigService;
import com.alibaba.nacos.api.config.listener.AbstractListener;
import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.NamingService;
import com.alibaba.nacos.api.naming.listener.NamingEvent;
import com.alibaba.nacos.api.naming.pojo.Instance;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** A naming and a config client of one application; each one connects when it is first used. */
final class OneClient {

  private static final String GROUP = "DEFAULT_GROUP";
  private static final long TIMEOUT_MILLIS = 3_000;

  private final Properties properties;
  private final int index;
  private NamingService naming;
  private ConfigService config;

  OneClient(Properties properties, int index) {
    this.properties = properties;
    this.index = index;
  }

  void run(String[] words) throws NacosException {
    switch (words[0]) {
      case "register" -> naming().registerInstance(words[1], instance(words[2], index));
      case "deregister" -> naming().deregisterInstance(words[1], instance(words[2], index));
      case "batch" ->
          naming()
              .batchRegisterInstance(
                  words[1], GROUP, List.of(instance(words[2], 0), instance(words[2], 1)));
      case "list" -> received(words[1], naming().getAllInstances(words[1], false));
      case "subscribe" ->
          naming()
              .subscribe(
                  words[1], event -> received(words[1], ((NamingEvent) event).getInstances()));
      case "get" -> received(words[1], config().getConfig(words[1], GROUP, TIMEOUT_MILLIS));
      case "listen" -> config().addListener(words[1], GROUP, new Listener(words[1]));
      case "publish" -> {
        if (!config().publishConfig(words[1], GROUP, words[2])) {
          throw new IllegalStateException("not published");
        }
      }
      case "shutdown" -> shutDown();
      default -> throw new IllegalArgumentException("unknown command");
    }
  }

  /** Lists a service and prints nothing. */
  void query(String service) throws NacosException {
    if (naming().getAllInstances(service, false).isEmpty()) {
      throw new IllegalStateException(service + " has no instances");
    }
  }

  private NamingService naming() throws NacosException {
    if (naming == null) {
      naming = NacosFactory.createNamingService(properties);
    }
    return naming;
  }

  private ConfigService config() throws NacosException {
    if (config == null) {
      config = NacosFactory.createConfigService(properties);
    }
    return config;
  }

  private void shutDown() throws NacosException {
    if (naming != null) {
      naming.shutDown();
    }
    if (config != null) {
      config.shutDown();
    }
  }

  private static Instance instance(String port, int offset) {
    Instance instance = new Instance();
    instance.setIp("198.18.0.1");
    instance.setPort(Integer.parseInt(port) + offset);
    return instance;
  }

  private static void received(String service, List<Instance> instances) {
    String ports =
        instances.stream()
            .sorted(Comparator.comparing(Instance::getPort))
            .map(instance -> instance.getPort() + (instance.isHealthy() ? "" : "!"))
            .collect(Collectors.joining(","));
    ReferenceClient.print("instances " + service + " " + ports);
  }

  private static void received(String dataId, String content) {
    ReferenceClient.print("config " + dataId + " " + content);
  }

  private static final class Listener extends AbstractListener {
    private final String dataId;

    private Listener(String dataId) {
      this.dataId = dataId;
    }

    @Override
    public void receiveConfigInfo(String content) {
      received(dataId, content);
    }
  }
}
