package dev.nacoscapacity.peer;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;

/** Runs one gateway on a free port until the process is killed. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class PeerGateway {

  /** The setting, in the format in which the calibration sends it to both gateways. */
  private record Setting(
      int backendPort,
      boolean tokenCache,
      int backendConnections,
      int clientConnections,
      String key) {}

  /** Starts the gateway; the first line of standard input is the setting as JSON. */
  public static void main(String[] args) throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
    Setting setting = new ObjectMapper().readValue(line, Setting.class);
    SpringApplication application = new SpringApplication(PeerGateway.class);
    application.setLogStartupInfo(false);
    application.setDefaultProperties(
        Map.of(
            "spring.main.banner-mode", "off",
            "server.address", "127.0.0.1",
            "server.port", "0",
            "logging.level.root", "ERROR",
            "spring.cloud.gateway.httpclient.pool.type", "FIXED",
            "spring.cloud.gateway.httpclient.pool.max-connections", setting.backendConnections,
            "peer.backend", "http://127.0.0.1:" + setting.backendPort,
            "peer.cache", setting.tokenCache,
            "peer.key", setting.key));
    ReactiveWebServerApplicationContext context =
        (ReactiveWebServerApplicationContext) application.run();
    System.out.println("answer: " + context.getWebServer().getPort());
  }

  @Bean
  RouteLocator routes(RouteLocatorBuilder routes, @Value("${peer.backend}") String backend) {
    return routes.routes().route("all", route -> route.path("/**").uri(backend)).build();
  }

  @Bean
  GlobalFilter tokens(@Value("${peer.key}") String key, @Value("${peer.cache}") boolean cache) {
    return new TokenFilter(key, cache);
  }
}
