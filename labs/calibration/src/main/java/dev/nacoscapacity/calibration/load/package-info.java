/**
 * Load generators for servers with a fixed answer: a number of requests by concurrent clients, made
 * by the fleet's driver or by a stock tool. The parts about proxies and gateways use them.
 */
package dev.nacoscapacity.calibration.load;
