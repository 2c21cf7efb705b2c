package dev.nacoscapacity.calibration.gateway;

/**
 * Limits of a backend on Tomcat and of the gateways in front of it.
 *
 * @param acceptCount connections that wait while Tomcat is at its connection limit, at least 1
 * @param tomcatThreads at least 1; each sleeps through a request's delay
 * @param tomcatConnections open at once, at least 1
 * @param clientConnections open at this project's gateway at once, at least 1
 * @param backendConnections of either gateway, at least 1
 */
public record GatewayLimits(
    int acceptCount,
    int tomcatThreads,
    int tomcatConnections,
    int clientConnections,
    int backendConnections) {}
