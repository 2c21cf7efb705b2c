/**
 * The front of all commands: their start, the formats of their values, error texts, signals and
 * exit codes, and the build of what a command fetches on first use.
 */
package dev.nacoscapacity.core.cli;
