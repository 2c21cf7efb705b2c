/** What a node's work costs, from runs that were measured. */
package dev.nacoscapacity.simulator.study.fit;
