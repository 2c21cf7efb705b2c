/** What the size of an answer costs: messages echoed over Netty and over Apache MINA. */
package dev.nacoscapacity.calibration.payload;
