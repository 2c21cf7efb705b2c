package dev.nacoscapacity.cluster.protocol.grpc.message;

import java.util.Map;

/** The server's answer to {@link ConnectionSetupRequest} from 2.3 on; acknowledged by none. */
public record SetupAckRequest(String requestId, Map<String, Boolean> abilityTable)
    implements Request {}
