/**
 * Loads for servers of one answer: so many requests by so many clients at a time, by the fleet's
 * driver or by a stock tool. The parts about proxies and gateways measure with them.
 */
package dev.nacoscapacity.calibration.load;
