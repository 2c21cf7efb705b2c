/**
 * Spring Cloud Gateway as the peer of our gateway: one route, and the same check of the same tokens
 * by the same libraries. The calibration starts it as a process, and nothing else touches it.
 */
package dev.nacoscapacity.peer;
