/**
 * Servers that give the answers of a Nacos node from memory: an nginx, which counts requests, one
 * on Netty, which can delay its answers, and the stand-in. Bench and the parts start them as
 * processes of their own.
 */
package dev.nacoscapacity.calibration.server;
