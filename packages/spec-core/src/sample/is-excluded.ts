import type { View } from "../schema/schema.js";
import type { Shape } from "./shape.js";

/** Does the property stay out of this side of the wire? @see OpenAPI 3.1, `readOnly` and `writeOnly` */
export function isExcluded(shape: Shape, view: View): boolean {
  return view === "response" ? shape.writeOnly : shape.readOnly;
}
