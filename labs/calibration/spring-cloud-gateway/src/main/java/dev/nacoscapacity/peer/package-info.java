/**
 * Spring Cloud Gateway, to compare with this project's gateway: one route, and the same check of
 * the same tokens. Only the calibration starts it, as a process.
 */
package dev.nacoscapacity.peer;
