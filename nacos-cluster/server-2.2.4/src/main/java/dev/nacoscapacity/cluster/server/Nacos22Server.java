package dev.nacoscapacity.cluster.server;

import com.alibaba.nacos.core.code.ControllerMethodsCache;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.ServletComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * A node of 2.2.4 without its console, whose jar holds the main class and is not on Maven Central.
 */
@SpringBootApplication(scanBasePackages = Nacos22Server.NACOS)
@ServletComponentScan(Nacos22Server.NACOS)
@EnableScheduling
@Import({RaftLeaderWait.class, RefusedLogin.class})
public class Nacos22Server {

  static final String NACOS = "com.alibaba.nacos";

  public static void main(String[] arguments) {
    SpringApplication.run(Nacos22Server.class, arguments);
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
