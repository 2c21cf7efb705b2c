package dev.nacoscapacity.peer;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.token.AccessException;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.cluster.token.TokenVerifier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.InstantSource;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

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
    String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
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
    var context = (ReactiveWebServerApplicationContext) application.run();
    System.out.println("answer: " + context.getWebServer().getPort());
  }

  @Bean
  RouteLocator routes(RouteLocatorBuilder routes, @Value("${peer.backend}") String backend) {
    return routes.routes().route("all", route -> route.path("/**").uri(backend)).build();
  }

  @Bean
  GlobalFilter tokens(@Value("${peer.key}") String key, @Value("${peer.cache}") boolean cache) {
    return new TokenFilter(
        new TokenVerifier(TokenKey.ofBase64(key), cache, InstantSource.system()));
  }

  /**
   * Passes on requests with a token (a parameter or a Bearer header) that is genuine and has not
   * expired.
   */
  private record TokenFilter(TokenVerifier verifier) implements GlobalFilter, Ordered {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
      String header = exchange.getRequest().getHeaders().getFirst("Authorization");
      String parameter = exchange.getRequest().getQueryParams().getFirst("accessToken");
      try {
        verifier.verify(header == null ? String.valueOf(parameter) : header.replace("Bearer ", ""));
        return chain.filter(exchange);
      } catch (AccessException e) {
        exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
        return exchange.getResponse().setComplete();
      }
    }

    @Override
    public int getOrder() {
      return HIGHEST_PRECEDENCE;
    }
  }
}
