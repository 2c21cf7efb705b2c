package dev.nacoscapacity.cluster.standin.peers;

import com.fasterxml.jackson.databind.JavaType;
import dev.nacoscapacity.cluster.standin.config.ConfigChange;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;

/**
 * A call from one node to another: about naming, or with a changed configuration; with neither, for
 * all configurations.
 *
 * @param naming null for a call about configurations
 * @param change null for a call about naming, and to ask for all configurations
 */
record PeerRequest(PeerCall<?> naming, ConfigChange change) {

  static final PeerRequest ALL_CONFIGS = new PeerRequest(null, null);

  private static final JavaType CHANGES = MessageCodec.type(ConfigChange[].class);
  private static final JavaType TAKEN = MessageCodec.type(Boolean.class);

  /** Type of the answer. */
  JavaType answer() {
    if (naming != null) {
      return MessageCodec.type(naming.getClass()).findTypeParameters(PeerCall.class)[0];
    }
    return change == null ? CHANGES : TAKEN;
  }
}
