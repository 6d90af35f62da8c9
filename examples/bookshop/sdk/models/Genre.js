import { model } from "../utils/model.js";

export const GenreSchema = /* @__PURE__ */ (() => ({ type: "string", enum: ["fiction","science","history","poetry","children","travel"] }))();

/** Genre */
export const Genre = /* @__PURE__ */ model("Genre", GenreSchema);
