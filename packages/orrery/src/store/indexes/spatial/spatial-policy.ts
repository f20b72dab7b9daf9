/** The spatial indexes of a container. */
import type { JsonObject } from "@orrerydb/exact-json";
import { isBoundingBox } from "../../../spatial/plane-grid.ts";
import { shownValue } from "../../../value/shown-value.ts";
import { badPolicy } from "../policy-input.ts";

/** Planar shapes need to know their plane; the globe has no edges. */
export function checkSpatialIndexes({ indexingPolicy, geospatialConfig }: JsonObject): void {
  const { spatialIndexes = [] } = indexingPolicy as { readonly spatialIndexes?: readonly JsonObject[] };
  const { type } = geospatialConfig as JsonObject;
  for (const { path, boundingBox } of spatialIndexes) {
    if (type === "Geometry" && !isBoundingBox(boundingBox)) {
      throw badPolicy(
        `The spatial index '${shownValue(path)}' needs a boundingBox with numbers xmin < xmax and ymin < ymax, because the container's type is Geometry.`,
      );
    }
    if (type === "Geography" && boundingBox !== undefined) {
      throw badPolicy(
        `The spatial index '${shownValue(path)}' must have no boundingBox, because the container's type is Geography.`,
      );
    }
  }
}
