/**
 * Resource usage of each registry node, and of this process by groups of threads; for a modelled
 * node, from its model. Used from outside: {@code ServerWatch} and its implementations, {@code
 * WatchedNode}, {@code GeneratorUsage} and their results. The package makes no verdicts.
 */
package dev.nacoscapacity.simulator.proc;
