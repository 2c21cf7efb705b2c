/** Fits the costs of a node's work to measured runs. */
package dev.nacoscapacity.simulator.study.fit;
