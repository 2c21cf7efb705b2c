/** What a hop through a proxy costs, by its layer, threads and buffers. */
package dev.nacoscapacity.calibration.proxy;
