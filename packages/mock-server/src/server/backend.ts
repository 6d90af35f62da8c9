import { LargeBodies } from "@onespec/http-requests";
import type { ApiDescription, Operation } from "@onespec/spec-core";
import { createOperationStates } from "../behaviour/operation-state.js";
import { createRecordFactories } from "../behaviour/record-factory.js";
import { createResourceStates } from "../behaviour/resource-state.js";
import type { Outgoing } from "../callbacks/outgoing.js";
import type { Webhooks } from "../callbacks/webhooks.js";
import { createRecordTags } from "../conditional/record-tags.js";
import type { MockOptions } from "../config/mock-options.js";
import type { RecordEditor } from "../control/record-editor.js";
import { createProblemAnswer, type ProblemAnswer } from "../errors/problem-answer.js";
import { createFileReferences } from "../files/file-references.js";
import type { FileService } from "../files/file-service.js";
import type { ReportViolations } from "../layers/lax-validation.js";
import { optionLayer } from "../layers/option-layer.js";
import { createFitting } from "../response/fitting.js";
import { createSeeds } from "../seed/create-seeds.js";
import type { GivenSeeds } from "../seed/given-seeds.js";
import type { RecordCollection, RecordStore } from "../store/record-store.js";
import { createRequestHandler, type RequestHandler } from "./handle-request.js";
import type { MockContext } from "./mock-context.js";
import type { MockRequest } from "./mock-request.js";
import { type MockSummary, type SkippedOperation, summarize } from "./mock-summary.js";
import { createRoutes, type RouteMatch } from "./routes.js";

/** What answers requests on one store, whatever brings them. */
export interface Backend {
  readonly api: ApiDescription;
  readonly handle: RequestHandler;
  readonly store: RecordStore;
  readonly refuse: ProblemAnswer;
  /** Every collection that operations use. */
  readonly collections: readonly RecordCollection[];
  match(request: Pick<MockRequest, "method" | "path">): RouteMatch | undefined;
  /** The operation that a request is for. */
  operationOf(request: Pick<MockRequest, "method" | "path">): Operation | undefined;
  /** Fills every resource that is empty. */
  fillSeeds(): Promise<void>;
  /** Lets go what a server that was killed left of files. */
  tidyFiles(): Promise<void>;
  /** What the API sends by itself. */
  webhooks(): Promise<Webhooks>;
  /** What changes single records past the operations. */
  records(): Promise<RecordEditor>;
  summary(): Promise<MockSummary>;
}

/** Opens what answers on a store; what does not depend on the store is made once for all of them. */
export type OpenBackend = (store: RecordStore) => Promise<Backend>;

export interface BackendListeners {
  readonly reportBug: (error: unknown, request: MockRequest) => void;
  readonly onViolations: ReportViolations | undefined;
  readonly files: FileService;
  readonly outgoing: Outgoing;
  readonly stopped: AbortSignal;
  /** Records that were given to begin with, as they are now. */
  readonly givenSeeds: () => GivenSeeds | undefined;
}

export function backendOpener(
  api: ApiDescription,
  options: MockOptions,
  { reportBug, onViolations, files: service, outgoing, stopped, givenSeeds }: BackendListeners,
): OpenBackend {
  const { seed, seedValue, basePath, fixedTime } = options;
  const now = fixedTime === undefined ? Date.now : () => fixedTime;
  // Resources are found when first asked for, so nobody asks before a request or a seed needs them.
  const { schemas } = api;
  const { served, skipped } = servedOperations(api);
  const fitting = createFitting(schemas, seedValue);
  const refuse = createProblemAnswer(schemas, fitting);
  const routes = createRoutes(api, served, basePath);
  const isLax = options.validate !== "strict";
  return async (store) => {
    const states = createResourceStates(api, store);
    const operationStates = createOperationStates(store);
    const records = createRecordFactories(schemas, fitting, states, seedValue);
    const seeds = createSeeds(
      { api, store, schemas, fitting, states, records, operationStates },
      { count: seed, seedValue, given: givenSeeds() },
    );
    const tags = createRecordTags();
    const files = { service, references: createFileReferences(store) };
    const context: MockContext = {
      api,
      schemas,
      largeBodies: new LargeBodies(options.bodyLimit),
      fitting,
      states,
      operationStates,
      records,
      seeds,
      now,
      isLax,
      tags,
      files,
      stopped,
      refuse,
    };
    const layer = await optionLayer(context, options, onViolations, outgoing);
    const match: Backend["match"] = ({ path, method }) => routes.match(path, method.toLowerCase());
    return {
      api,
      store,
      refuse,
      handle: createRequestHandler({ context, routes, layer, operations: served, reportBug }),
      get collections() {
        return [
          ...[...states.all].map(({ collection }) => collection),
          operationStates.collection,
          files.references.collection,
        ];
      },
      match,
      operationOf(request) {
        const method = request.method.toLowerCase();
        const methods = match(request)?.methods;
        return methods?.get(method) ?? (method === "head" ? methods?.get("get") : undefined);
      },
      fillSeeds: () => seeds.fillAll(),
      async tidyFiles() {
        if ((await files.references.collection.count()) > 0) {
          const { forgetOrphans } = await import("../files/forget-orphans.js");
          const collections = [...states.all].map(({ collection }) => collection);
          if (await forgetOrphans(files.references, collections)) service.sweepSoon();
        }
        service.sweepLeftovers();
      },
      async webhooks() {
        const { createWebhooks } = await import("../callbacks/webhooks.js");
        return createWebhooks(context, outgoing, options.webhookUrl);
      },
      async records() {
        const { createRecordEditor } = await import("../control/record-editor.js");
        return createRecordEditor(context);
      },
      summary: () => summarize(context, served, skipped),
    };
  };
}

/** All operations but those that errors of the description name. */
function servedOperations({ operations, errors }: ApiDescription): {
  readonly served: readonly Operation[];
  readonly skipped: readonly SkippedOperation[];
} {
  const broken = new Map<string, string>();
  for (const { operations: ids, message } of errors) {
    for (const id of ids ?? []) if (!broken.has(id)) broken.set(id, message);
  }
  const skipped = operations.flatMap((operation) => {
    const reason = broken.get(operation.id);
    return reason === undefined ? [] : [{ operation, reason }];
  });
  return { served: operations.filter(({ id }) => !broken.has(id)), skipped };
}
