package dev.nacoscapacity.cluster.server;

import com.alibaba.nacos.core.code.ControllerMethodsCache;
import com.alibaba.nacos.sys.filter.NacosTypeExcludeFilter;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationExcludeFilter;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.web.servlet.ServletComponentScan;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * A node of 2.5.0 without its console, whose jar holds the main class and is not on Maven Central.
 * Source: that class, {@code com.alibaba.nacos.Nacos}, and {@code ConsoleConfig}.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan(
    basePackages = Nacos25Server.NACOS,
    excludeFilters =
        @Filter(
            type = FilterType.CUSTOM,
            classes = {
              NacosTypeExcludeFilter.class,
              TypeExcludeFilter.class,
              AutoConfigurationExcludeFilter.class
            }))
@ServletComponentScan(Nacos25Server.NACOS)
@EnableScheduling
@Import({RaftLeaderWait.class, RefusedLogin.class})
public class Nacos25Server {

  static final String NACOS = "com.alibaba.nacos";

  public static void main(String[] arguments) {
    SpringApplication.run(Nacos25Server.class, arguments);
  }

  /**
   * Names the packages with guarded or forwarded URLs, as the console does. Without this call each
   * of those URLs is answered 501.
   */
  @Autowired
  void nameControllers(ControllerMethodsCache methods) {
    methods.initClassMethod(NACOS + ".core.controller");
    methods.initClassMethod(NACOS + ".naming.controllers");
    methods.initClassMethod(NACOS + ".config.server.controller");
  }
}
