package dev.nacoscapacity.cluster.server;

import com.alibaba.nacos.plugin.auth.exception.AccessException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * Answers a wrong password with 403, as the console does. Without this advice naming's handler
 * answers {@code HTTP 0}, which no client can parse.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class RefusedLogin {

  @ExceptionHandler
  ResponseEntity<String> answer(AccessException refusal) {
    return ResponseEntity.status(HttpStatus.FORBIDDEN).body(refusal.getErrMsg());
  }
}
