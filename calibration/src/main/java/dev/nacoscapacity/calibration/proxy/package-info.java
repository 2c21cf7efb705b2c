/**
 * What a hop costs: nginx direct, and through the cluster's layer-4 and layer-7 proxies with their
 * thread models, buffers and aggregation. The command line makes the {@link
 * dev.nacoscapacity.calibration.proxy.ProxyPart}.
 */
package dev.nacoscapacity.calibration.proxy;
