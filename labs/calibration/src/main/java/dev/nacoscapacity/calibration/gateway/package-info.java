/** What a gateway that checks tokens costs, beside Spring Cloud Gateway with the same check. */
package dev.nacoscapacity.calibration.gateway;
