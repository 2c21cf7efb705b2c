package dev.nacoscapacity.calibration.gateway;

/**
 * What bounds a backend on Tomcat and the gateways in front of it.
 *
 * @param acceptCount connections that wait while Tomcat has as many as it may, at least 1
 * @param tomcatThreads at least 1; each sleeps through a request's delay
 * @param tomcatConnections open at once, at least 1
 * @param clientConnections that our gateway has open at once, at least 1
 * @param backendConnections of a gateway, ours or the peer's, at least 1
 */
public record GatewayLimits(
    int acceptCount,
    int tomcatThreads,
    int tomcatConnections,
    int clientConnections,
    int backendConnections) {}
