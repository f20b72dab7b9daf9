/** WGS-84. */
export const EQUATORIAL_RADIUS_M = 6_378_137;
const FLATTENING = 1 / 298.257223563;
export const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);
/** The polar radius as a part of the equatorial one. */
export const POLE_PER_EQUATOR = 1 - FLATTENING;
export const POLAR_RADIUS_M = EQUATORIAL_RADIUS_M * POLE_PER_EQUATOR;
