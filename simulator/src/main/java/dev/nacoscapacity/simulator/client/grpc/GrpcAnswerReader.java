package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.verify.HostCounter;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.verify.NamedInstances;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Extracts from the payload received last what the call needs. The hosts of a list are only
 * counted.
 */
final class GrpcAnswerReader implements GrpcAnswer, Answer {

  private static final String UNEXPECTED = "unexpected answer";

  private static final byte[] RESULT_CODE = "\"resultCode\":".getBytes(US_ASCII);
  private static final byte[] NEGOTIATES = "\"supportAbilityNegotiation\":true".getBytes(US_ASCII);
  private static final byte[] DATA_ID = "\"dataId\":\"".getBytes(US_ASCII);
  private static final byte[] CONTENT = "\"content\":\"".getBytes(US_ASCII);
  private static final byte[] ERROR_CODE = "\"errorCode\":".getBytes(US_ASCII);

  /** Result and error codes are within this many bytes of the payload's beginning or end. */
  private static final int SEARCH_BYTES = 512;

  private final ReceivedPayload answer;
  private final HostCounter hosts = new HostCounter();
  private final Map<Integer, String> failures = new HashMap<>();

  /**
   * @param answer always holds the payload received last
   */
  GrpcAnswerReader(ReceivedPayload answer) {
    this.answer = answer;
  }

  @Override
  public String read(Call call) {
    String failure = failure();
    if (failure != null) {
      return call.refused(failure);
    }
    if (!answer.type().equals(call.kind.answerType().getSimpleName())
        || call.has(Call.Trait.COUNTS_HOSTS) && !isCounted()) {
      return UNEXPECTED;
    }
    call.take(this);
    return null;
  }

  @Override
  public boolean negotiates() {
    return answer.after(NEGOTIATES) >= 0;
  }

  /** The reason of failure from the payload's result and error codes, or null on success. */
  private String failure() {
    int result = answer.number(RESULT_CODE, SEARCH_BYTES);
    if (result == Codes.SUCCESS) {
      return null;
    }
    int error = answer.number(ERROR_CODE, SEARCH_BYTES);
    return switch (error) {
      case Codes.NO_RIGHT -> REFUSED;
      case Codes.UNREGISTERED -> UNREGISTERED;
      case -1 -> UNEXPECTED;
      default -> failures.computeIfAbsent(error, code -> "error " + code);
    };
  }

  private boolean isCounted() {
    hosts.reset();
    hosts.add(answer.bytes(), answer.from(), answer.to() - answer.from());
    return hosts.plausible();
  }

  @Override
  public int hosts() {
    return hosts.hosts();
  }

  @Override
  public int healthy() {
    return hosts.healthy();
  }

  @Override
  public Listing listing() {
    byte[] body = answer.body();
    return new NamedInstances().over(body, 0, body.length);
  }

  @Override
  public List<String> changed() {
    return answer.texts(DATA_ID);
  }

  @Override
  public String content() {
    return answer.text(CONTENT);
  }
}
