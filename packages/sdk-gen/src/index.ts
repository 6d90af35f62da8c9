export { type ClientComparison, compareClients, type PlacedChange } from "./compare-clients.js";
export { DEFAULT_SDK_OPTIONS, type SdkOptions } from "./config/sdk-options.js";
export { SdkGenError, type SdkGenErrorCode } from "./errors/sdk-gen-error.js";
export { generateSdk, type SdkReport } from "./generate-sdk.js";
export type { SurfaceChange } from "./surface/diff-surface.js";
