/**
 * What the size of an answer costs: messages of 1 to 100 KB, echoed over Netty and over Apache
 * MINA. The command line makes the {@link dev.nacoscapacity.calibration.payload.PayloadPart}.
 */
package dev.nacoscapacity.calibration.payload;
