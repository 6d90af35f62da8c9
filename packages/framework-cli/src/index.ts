export {
  type Action,
  type ActionBody,
  type ActionHandler,
  type ActionInputs,
  type ActionLog,
  type ActionOutput,
  type ActionParameter,
  type ActionRequest,
  defineAction,
  type HttpMethod,
  type Services,
} from "./app/action.js";
export type { AppConfig, RoutesConfig, ServerConfig } from "./app/app-config.js";
export { type CreateAppOptions, type CreatedApp, createApp } from "./app/create-app.js";
export { HttpError } from "./app/http-error.js";
export type { BootPhase } from "./app/lift/boot-phases.js";
export { type LiftedApp, type LiftLog, type LiftOptions, liftApp } from "./app/lift/lift-app.js";
export type { Policy } from "./app/policy.js";
export { Reply, reply } from "./app/reply.js";
export { UploadedFile } from "./app/request/uploaded-file.js";
export {
  createResourceService,
  type ResourceQuery,
  type ResourceService,
  type ResourceServiceOptions,
} from "./app/resource-service.js";
export type { ServiceContext, ServiceFactory } from "./app/service.js";
export { pageAddress, recordAddress, sentQuery } from "./contract/addresses.js";
export type { ContractOptions } from "./contract/contract-options.js";
export { type ContractService, createContractService } from "./contract/contract-service.js";
export type { DocumentOptions } from "./contract/document-options.js";
export { createDocumentService, type DocumentService } from "./contract/document-service.js";
export { pick } from "./contract/pick.js";
export type { Database } from "./database/database.js";
export type { DatabaseConfig } from "./database/database-config.js";
export type { Dialect, SqlDialect } from "./database/dialect.js";
export type { Comparison, FindQuery, Repository, Row, Where } from "./database/repository.js";
export { DatabaseError, type DatabaseErrorCode } from "./errors/database-error.js";
export { FrameworkError, type FrameworkErrorCode } from "./errors/framework-error.js";
export { MigrationError, type MigrationErrorCode } from "./errors/migration-error.js";
export type { MigrationContext, StepContext } from "./migrations/context/migration-context.js";
export type {
  Schema,
  SchemaCheck,
  SchemaColumn,
  SchemaFill,
  SchemaForeignKey,
  SchemaIndex,
  SchemaParts,
} from "./migrations/context/schema.js";
export type { RowFilter, Rows, RowValues } from "./migrations/target/rows.js";
export { type DataType, DataTypes } from "./model/data-types.js";
export {
  type Association,
  defineModel,
  type ModelAttribute,
  type ModelDefinition,
  type ModelOptions,
} from "./model/define-model.js";
