export type { RequestHeaders, RequestTarget } from "@onespec/http-contract";
export {
  checkDataDirectory,
  checkSeeds,
  checkStore,
  type KeptDataOptions,
  type UnfitRecords,
} from "./check-kept-data.js";
export type {
  Handler,
  HandlerAnswer,
  HandlerCall,
  HandlerRecords,
  HandlerResult,
  HandlerSource,
  HandlerState,
} from "./config/handler.js";
export { DEFAULT_OPTIONS, type MockOptions } from "./config/mock-options.js";
export {
  createMockServer,
  type DescribedMockServer,
  type MockServerOptions,
  mockPlugin,
} from "./create-mock-server.js";
export type { MockServer } from "./mock-server.js";
export type { MockSummary, ResourceSummary } from "./state/mock-summary.js";
export type { SkippedOperation } from "./state/served-operations.js";
export { type JsonStoreOptions, openJsonStore } from "./store/json/json-store.js";
export { createMemoryStore } from "./store/memory-store.js";
export type {
  Awaitable,
  CollectionOptions,
  Condition,
  JsonObject,
  PropertyPath,
  RecordCollection,
  RecordPage,
  RecordQuery,
  RecordStore,
  StoredRecord,
} from "./store/record-store.js";
export { StoreError, type StoreErrorCode } from "./store/store-error.js";
