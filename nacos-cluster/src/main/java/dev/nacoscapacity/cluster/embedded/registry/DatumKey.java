package dev.nacoscapacity.cluster.embedded.registry;

/** Names a {@link Datum}. */
record DatumKey(ServiceKey service, Origin origin) {}
