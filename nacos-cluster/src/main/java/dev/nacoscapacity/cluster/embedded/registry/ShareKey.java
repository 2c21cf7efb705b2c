package dev.nacoscapacity.cluster.embedded.registry;

import java.io.Serializable;

/** Names a {@link Share}. */
record ShareKey(ServiceKey service, Origin origin) implements Serializable {}
