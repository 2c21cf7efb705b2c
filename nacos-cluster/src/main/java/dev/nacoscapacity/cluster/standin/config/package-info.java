/**
 * Configurations of the stand-in and the long polls that wait for their changes. Only the
 * stand-in's other packages use it.
 */
package dev.nacoscapacity.cluster.standin.config;
