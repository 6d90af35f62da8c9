import { built } from "./built.js";

// What tests of applications import: src/testing/index.ts says what it is.
export const { withTestApp } = await import(`${built}testing/index.js`);
