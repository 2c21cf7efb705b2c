/**
 * Servers that answer from memory what a Nacos node would: an nginx, which counts, one on Netty,
 * which can delay its answers, and the stand-in. Bench and the parts start them as processes of
 * their own.
 */
package dev.nacoscapacity.calibration.server;
