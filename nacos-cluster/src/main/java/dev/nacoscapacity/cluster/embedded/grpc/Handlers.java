package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.auth.Tokens;
import dev.nacoscapacity.cluster.embedded.registry.Loop;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.message.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.HealthCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ServerCheckResponse;
import dev.nacoscapacity.cluster.token.AccessException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Leads each call to what answers it, past the checks that Nacos makes in this order: is there a
 * handler, was the connection set up, may the caller. After 2.2.4's {@code GrpcRequestAcceptor} and
 * {@code RemoteRequestAuthFilter}.
 */
final class Handlers {

  private static final byte[] HEALTHY = Messages.bytes(HealthCheckResponse.ok());
  private static final byte[] NO_HANDLER =
      error("ErrorResponse", Codes.NO_HANDLER, "RequestHandler Not Found");
  private static final byte[] UNREGISTERED =
      error("ErrorResponse", Codes.UNREGISTERED, "Connection is unregistered.");

  /** Answers one kind of request with a payload. */
  interface Handler {
    byte[] answer(GrpcClient from, Payload request) throws IOException;
  }

  private record Secured(String answerType, Handler handler) {}

  private final Loop loop;
  private final Tokens tokens;
  private final boolean authOn;
  private final Map<String, Secured> handlers = new HashMap<>();

  Handlers(Loop loop, Tokens tokens, boolean authOn) {
    this.loop = loop;
    this.tokens = tokens;
    this.authOn = authOn;
  }

  /** Adds a handler whose requests need a token when auth is on. */
  void add(Class<? extends Record> request, Class<? extends Record> answer, Handler handler) {
    handlers.put(request.getSimpleName(), new Secured(answer.getSimpleName(), handler));
  }

  byte[] answer(GrpcClient from, Payload request) {
    String type = request.type();
    if (type.equals("ServerCheckRequest")) {
      return Messages.bytes(ServerCheckResponse.ok(from.id(), null));
    }
    boolean healthCheck = type.equals("HealthCheckRequest");
    Secured secured = handlers.get(type);
    if (secured == null && !healthCheck) {
      return NO_HANDLER;
    }
    if (!from.registered()) {
      return UNREGISTERED;
    }
    from.active(loop.millis());
    return healthCheck ? HEALTHY : answer(secured, from, request);
  }

  private byte[] answer(Secured secured, GrpcClient from, Payload request) {
    try {
      if (authOn) {
        admit(request.headers().get(Http.ACCESS_TOKEN));
      }
      return secured.handler.answer(from, request);
    } catch (AccessException e) {
      return error(secured.answerType, Codes.NO_RIGHT, e.getMessage());
    } catch (IOException e) {
      return error("ErrorResponse", Codes.BAD_GATEWAY, "not JSON, or not of its type");
    } catch (RuntimeException e) {
      return error("ErrorResponse", Codes.FAIL, String.valueOf(e.getMessage()));
    }
  }

  private void admit(String token) throws AccessException {
    if (token == null || token.isEmpty()) {
      throw new AccessException("user not found!");
    }
    tokens.verify(token);
  }

  private static byte[] error(String type, int code, String message) {
    byte[] json = Messages.json(ErrorResponse.of(code, message));
    return PayloadMarshaller.bytes(new Payload(type, "", Map.of(), json));
  }
}
