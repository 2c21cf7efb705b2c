/**
 * Measures the cost of a token check in front of a registry: a slow backend on Tomcat, directly,
 * behind the cluster's gateway, and behind Spring Cloud Gateway. The command line creates the
 * {@link dev.nacoscapacity.calibration.gateway.GatewayPart} from its {@link
 * dev.nacoscapacity.calibration.gateway.GatewayLimits}.
 */
package dev.nacoscapacity.calibration.gateway;
