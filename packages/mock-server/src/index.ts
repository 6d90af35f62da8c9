export { DEFAULT_OPTIONS, type MockOptions } from "./config/mock-options.js";
