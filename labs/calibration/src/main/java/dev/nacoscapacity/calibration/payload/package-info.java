/**
 * Measures the cost of the size of an answer: messages of 1 to 100 KB, echoed over Netty and over
 * Apache MINA. The command line creates the {@link
 * dev.nacoscapacity.calibration.payload.PayloadPart}.
 */
package dev.nacoscapacity.calibration.payload;
