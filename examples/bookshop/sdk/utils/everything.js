export * as everything from "../index.js";
