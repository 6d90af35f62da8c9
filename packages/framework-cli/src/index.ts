export { Reply, SentFile } from "@onespec/http-contract";
export type { Policy, ServiceContext, ServiceFactory } from "./action/action.js";
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
} from "./action/action.js";
export { HttpError, reply } from "./action/reply.js";
export { type Credentials, defineSecurity, type SecurityPolicy } from "./action/security-policy.js";
export { type CreateAppOptions, type CreatedApp, createApp } from "./app/create-app.js";
export type { PluginApp } from "./app/http/plugin-app.js";
export type { BootPhase } from "./app/lift/lift-app.js";
export { type LiftedApp, type LiftLog, type LiftOptions, liftApp } from "./app/lift/lift-app.js";
export type { AppConfig, RoutesConfig, ServerConfig } from "./config/app-config.js";
export type { Database, Isolation, Models, TransactionOptions } from "./database/database.js";
export type { DatabaseConfig } from "./database/database-config.js";
export type { Dialect, SqlDialect } from "./database/dialect.js";
export type { Comparison, FindQuery, Include, Repository, Row, Where } from "./database/repository.js";
export { DatabaseError, type DatabaseErrorCode } from "./errors/database-error.js";
export { FrameworkError, type FrameworkErrorCode } from "./errors/framework-error.js";
export { MigrationError, type MigrationErrorCode } from "./errors/migration-error.js";
export type {
  MigrationContext,
  Schema,
  SchemaCheck,
  SchemaColumn,
  SchemaFill,
  SchemaForeignKey,
  SchemaIndex,
  SchemaParts,
  StepContext,
} from "./migrations/context/migration-context.js";
export type { RowFilter, Rows, RowValues } from "./migrations/target/migration-target.js";
export { type DataType, DataTypes } from "./model/data-types.js";
export {
  type Association,
  defineModel,
  type ModelAttribute,
  type ModelDefinition,
  type ModelOptions,
} from "./model/define-model.js";
export { type ImportPreview, type ImportPreviewOptions, previewImport } from "./preview-import.js";
export { type PageHeaders, pageAddress, pageHeaders, recordAddress, sentQuery } from "./services/addresses.js";
export type { ContractOptions, DocumentOptions } from "./services/contract-options.js";
export { type ContractService, createContractService } from "./services/contract-service.js";
export { createDocumentService, type DocumentService } from "./services/document-service.js";
export { changesOf, pick } from "./services/nested-members.js";
export { createOperationStates, type OperationStates } from "./services/operation-states.js";
export {
  createResourceService,
  type ResourceQuery,
  type ResourceService,
  type ResourceServiceOptions,
} from "./services/resource-service.js";
