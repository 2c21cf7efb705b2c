/**
 * The fleet's own drivers, of HTTP and of gRPC, apart from a run: in a closed loop, or with calls
 * let go together. Bench and the parts load servers with it.
 */
package dev.nacoscapacity.calibration.fleet;
