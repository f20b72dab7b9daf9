/**
 * The product's name and version, as error messages give them. A constant, so that a bundle needs no file; a test compares
 * it with package.json.
 */
export const PRODUCT_VERSION = "0.1.0";
export const PRODUCT = `orrery/${PRODUCT_VERSION}`;
