/**
 * Measures the cost of a hop: nginx directly, and through the cluster's layer-4 and layer-7 proxies
 * with their thread models, buffers and aggregation. The command line creates the {@link
 * dev.nacoscapacity.calibration.proxy.ProxyPart}.
 */
package dev.nacoscapacity.calibration.proxy;
