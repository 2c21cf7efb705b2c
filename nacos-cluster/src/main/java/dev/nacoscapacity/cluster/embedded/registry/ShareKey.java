package dev.nacoscapacity.cluster.embedded.registry;

/** Names a {@link Share}. */
record ShareKey(ServiceKey service, Origin origin) {}
