export type { AuthOptions, SchemeSpec, Secret } from "./auth.js";
export type { CallOptions, ClientOptions, Drift, Hooks } from "./client-options.js";
export {
  ApiError,
  BadRequestError,
  ClientError,
  ConflictError,
  type ErrorBodies,
  ForbiddenError,
  NetworkError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  type RequestFacts,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  UnprocessableEntityError,
  ValidationError,
} from "./errors.js";
export type { McpResources } from "./mcp/mcp-resources.js";
export type { McpServer } from "./mcp/mcp-server.js";
export type { McpOptions } from "./mcp/mcp-tools.js";
export { type Model, model } from "./model.js";
export type { ModelField } from "./model-fields.js";
export type { OperationSpec } from "./operation-spec.js";
export type { Clauses, Criteria, Tests, Where } from "./query/criteria.js";
export { QueryTooBroadError } from "./query/explain.js";
export { type Find, Query } from "./query/query.js";
export type { Explanation, QueryOptions } from "./query/query-plan.js";
export {
  type Call,
  contextOf,
  type EnvelopeMember,
  type RawAnswer,
  Resource,
  type ResourceOptions,
} from "./resource.js";
export type { ResourceSpec } from "./resource-spec.js";
export type { RetryOptions } from "./retry.js";
export type { SchemaData } from "./schema-data.js";
export type { ClientContext } from "./send.js";
export type { ListOptions, PagedOptions, TanstackInfiniteQuery } from "./tanstack-lists/list-options.js";
export type { PageStart, QueryPage } from "./tanstack-lists/query-page.js";
export type {
  ReadOptions,
  ReadPartOptions,
  TanstackFilter,
  TanstackMutation,
  TanstackQuery,
  WriteOptions,
  WritePartOptions,
} from "./tanstack-query/tanstack-queries.js";
export type {
  CreateMockServer,
  LoggedRequest,
  MockBackend,
  MockFixtures,
  RoutedPage,
  TestClient,
  TestClientOptions,
  TestMock,
  WithRanges,
} from "./testing.js";
export type { Answers } from "./validate/answer-issues.js";
export type { View } from "./validate/compile.js";
export type { Issue } from "./validate/issue.js";
export type { Int64 } from "./wire/parse-json.js";
export type { ServerEvent } from "./wire/read-stream.js";
