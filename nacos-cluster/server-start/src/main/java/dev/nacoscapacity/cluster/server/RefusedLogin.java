package dev.nacoscapacity.cluster.server;

import com.alibaba.nacos.plugin.auth.exception.AccessException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * Answers a wrong password with 403, as the console does, and an unknown user alike. Without this
 * advice both are answered 500, and by 2.2.4 with {@code HTTP 0}, which no client can parse.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RefusedLogin {

  private static final int FORBIDDEN = 403;

  @ExceptionHandler
  ResponseEntity<String> answer(AccessException refusal) {
    return ResponseEntity.status(FORBIDDEN).body(refusal.getErrMsg());
  }

  @ExceptionHandler
  ResponseEntity<String> answer(UsernameNotFoundException refusal) {
    return ResponseEntity.status(FORBIDDEN).body(refusal.getMessage());
  }
}
