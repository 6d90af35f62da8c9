import { built } from "./built.js";

// What applications import, from where the command runs: src/index.ts says what it is.
export const {
  changesOf,
  createApp,
  createContractService,
  createDocumentService,
  createOperationStates,
  createResourceService,
  DatabaseError,
  DataTypes,
  defineAction,
  defineModel,
  defineSecurity,
  FrameworkError,
  HttpError,
  liftApp,
  MigrationError,
  pageAddress,
  pageHeaders,
  pick,
  previewImport,
  recordAddress,
  reply,
  Reply,
  SentFile,
  sentQuery,
} = await import(`${built}index.js`);
