/**
 * An nginx that answers what a Nacos node would, from memory, and counts. Bench and the parts start
 * it; only {@link dev.nacoscapacity.calibration.nginx.Nginx} is touched from outside.
 */
package dev.nacoscapacity.calibration.nginx;
