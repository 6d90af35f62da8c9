import type { Operation } from "@onespec/spec-core";
import { createActionBehaviour } from "../behaviour/action.js";
import { createCreateBehaviour } from "../behaviour/create.js";
import { createDeleteBehaviour } from "../behaviour/delete.js";
import { createListBehaviour } from "../behaviour/list.js";
import { createOperationBehaviour } from "../behaviour/operation.js";
import { createReadBehaviour } from "../behaviour/read.js";
import { recordExists } from "../behaviour/record-exists.js";
import { createReplaceBehaviour } from "../behaviour/replace.js";
import { createSingletonBehaviour } from "../behaviour/singleton.js";
import { createUpdateBehaviour } from "../behaviour/update.js";
import { taggedBehaviour } from "../conditional/tagged-behaviour.js";
import { withFiles } from "../files/with-files.js";
import type { RequestLayer } from "../layers/operation-layers.js";
import { expanding } from "../relations/expanding.js";
import { createRequestPlan, type RequestPlan } from "../request/request-plan.js";
import { createResponsePlan, type ResponsePlan } from "../response/response-plan.js";
import { type SelectedResponse, selectSuccess } from "../response/select-response.js";
import { withStream } from "../streams/with-stream.js";
import type { Behaviour, MockContext } from "./mock-context.js";

/** Everything an operation needs at a request, worked out when it is first called. */
export interface OperationPlan {
  readonly operation: Operation;
  readonly request: RequestPlan;
  readonly response: ResponsePlan;
  readonly behave: Behaviour;
  /** What options put around it. */
  readonly layer?: RequestLayer;
}

/** @param success how it answers when all is well */
export function createOperationPlan(
  context: MockContext,
  operation: Operation,
  success: SelectedResponse = selectSuccess(operation),
): OperationPlan {
  const { schemas, fitting, largeBodies } = context;
  const request = createRequestPlan(schemas, operation, largeBodies, recordExists(context, operation));
  const response = createResponsePlan(schemas, fitting, operation, success, holdsRecords(operation, success.status));
  const isRefusal = success.status >= 400;
  const behave = isRefusal
    ? createOperationBehaviour(context, operation, response)
    : createBehaviour(context, operation, response);
  const filed = isRefusal ? behave : withFiles(context, operation, expanding(context, operation, behave));
  const streamed = isRefusal ? filed : withStream(context, operation, response, filed);
  return { operation, request, response, behave: taggedBehaviour(context, response, streamed) };
}

/**
 * Do answers hold stored records although the description says nothing of their bodies? Creating, reading and updating do
 * with their usual status (the record is the point of them); others do where the resource never says what it answers.
 */
function holdsRecords({ role }: Operation, status: number): boolean {
  switch (role.kind) {
    case "create":
      return status === 201;
    case "read":
    case "update":
      return status === 200;
    case "list":
    case "replace":
      return Object.values(role.resource.roles).every(
        (operation) => !selectSuccess(operation).response?.content.length,
      );
    case "view":
    case "delete":
    case "action":
    case "singleton":
    case "operation":
      return false;
  }
}

function createBehaviour(context: MockContext, operation: Operation, plan: ResponsePlan): Behaviour {
  const { role } = operation;
  switch (role.kind) {
    case "list":
    case "view":
      return createListBehaviour(context, operation, role, plan);
    case "create":
      return createCreateBehaviour(context, operation, role, plan);
    case "read":
      return createReadBehaviour(context, operation, role, plan);
    case "replace":
      return createReplaceBehaviour(context, operation, role, plan);
    case "update":
      return createUpdateBehaviour(context, operation, role, plan);
    case "delete":
      return createDeleteBehaviour(context, operation, role, plan);
    case "action":
      return createActionBehaviour(context, operation, role, plan);
    case "singleton":
      return createSingletonBehaviour(context, operation, role, plan);
    case "operation":
      return createOperationBehaviour(context, operation, plan);
  }
}
