/**
 * Servers that answer what a Nacos node would, from memory: an nginx, which counts, one on Netty,
 * which can take its time, and the stand-in. Bench and the parts start them as processes of their
 * own.
 */
package dev.nacoscapacity.calibration.server;
