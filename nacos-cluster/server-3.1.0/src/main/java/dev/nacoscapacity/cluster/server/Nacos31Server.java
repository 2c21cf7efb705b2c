package dev.nacoscapacity.cluster.server;

import com.alibaba.nacos.NacosServerBasicApplication;
import com.alibaba.nacos.NacosServerWebApplication;
import com.alibaba.nacos.core.listener.startup.NacosStartUp;
import com.alibaba.nacos.core.listener.startup.NacosStartUpManager;
import com.alibaba.nacos.sys.env.DeploymentType;
import com.alibaba.nacos.sys.env.EnvUtil;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A node of 3.1.0 without its console. Source: {@code NacosBootstrap.startWithoutConsole}, whose
 * jar is not on Maven Central.
 */
public final class Nacos31Server {

  private Nacos31Server() {}

  public static void main(String[] arguments) {
    EnvUtil.setDeploymentType(DeploymentType.SERVER);
    NacosStartUpManager.start(NacosStartUp.CORE_START_UP_PHASE);
    ConfigurableApplicationContext core =
        new SpringApplicationBuilder(NacosServerBasicApplication.class, RaftLeaderWait.class)
            .web(WebApplicationType.NONE)
            .run(arguments);
    NacosStartUpManager.start(NacosStartUp.WEB_START_UP_PHASE);
    new SpringApplicationBuilder(NacosServerWebApplication.class, RefusedLogin.class)
        .parent(core)
        .run(arguments);
  }
}
