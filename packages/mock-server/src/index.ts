export type { MockServer, MockServerOptions } from "./build-mock-server.js";
export { DEFAULT_OPTIONS, type MockOptions } from "./config/mock-options.js";
export { createMockServer, type DescribedMockServer } from "./create-mock-server.js";
export type { Handler, HandlerAnswer, HandlerCall, HandlerResult, HandlerSource } from "./handlers/handler.js";
export type { HandlerRecords, HandlerState } from "./handlers/handler-state.js";
export type { MockRequest, RequestHeaders } from "./server/mock-request.js";
export type { MockSummary, ResourceSummary, SkippedOperation } from "./server/mock-summary.js";
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
