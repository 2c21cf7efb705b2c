package dev.nacoscapacity.cluster.embedded.http;

/** The request cannot be served; the message goes to the client with status 400. */
final class BadRequest extends RuntimeException {

  BadRequest(String message) {
    super(message, null, false, false);
  }
}
