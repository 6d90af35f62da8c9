import { bounds, int64, textLimits } from "./validate.js";

// Schemas that the description writes out in more than one place.
export const pageShape = { type: "integer", minimum: 1, uses: [bounds] };
export const maxPriceShape = { type: "integer", minimum: 0, uses: [bounds] };
export const qShape = { type: "string", minLength: 1, uses: [textLimits] };
export const limitShape = { type: "integer", minimum: 1, maximum: 100, uses: [bounds] };
export const bookIdShape = { format: int64, type: "integer", minimum: 1, uses: [bounds] };
