/**
 * What a check of the token in front of a registry costs: a slow backend on Tomcat, direct, behind
 * the cluster's gateway, and behind Spring Cloud Gateway. The command line makes the {@link
 * dev.nacoscapacity.calibration.gateway.GatewayPart} from its {@link
 * dev.nacoscapacity.calibration.gateway.GatewayLimits}.
 */
package dev.nacoscapacity.calibration.gateway;
