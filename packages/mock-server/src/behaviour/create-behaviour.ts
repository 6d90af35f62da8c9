import { type ResponsePlan, selectSuccess } from "@onespec/http-contract";
import {
  type ActionRole,
  type FoundRecord,
  isObject,
  type Operation,
  type Role,
  type SingletonRole,
} from "@onespec/spec-core";
import type { Behaviour, BehaviourPlan, MockContext } from "../model/mock-context.js";
import { createActOnManyBehaviour } from "./act-on-many.js";
import { createActionBehaviour } from "./action.js";
import { createAskedRecordBehaviour } from "./asked-record.js";
import { createBatchBehaviour } from "./batch.js";
import { createCopyBehaviour, isCopy } from "./copy.js";
import { createCountBehaviour } from "./count.js";
import { createCreateBehaviour } from "./create.js";
import { createDeleteBehaviour } from "./delete.js";
import { createDeleteManyBehaviour } from "./delete-many.js";
import { createExistsBehaviour } from "./exists.js";
import { createListBehaviour } from "./list.js";
import { createListEntriesBehaviour, createMemberSetBehaviour } from "./member-set.js";
import { createMergeBehaviour } from "./merge.js";
import { createMixedListBehaviour } from "./mixed-list.js";
import { createNestedRemovalBehaviour } from "./nested-removal.js";
import { createOperationBehaviour } from "./operation.js";
import { createReadBehaviour } from "./read.js";
import { recordFinder } from "./record/record-address.js";
import { createReplaceBehaviour } from "./replace.js";
import { createSavedSetBehaviour } from "./saved-set.js";
import { createSingletonBehaviour } from "./singleton.js";
import { createUpdateBehaviour } from "./update.js";
import { createWriteManyBehaviour } from "./write-many.js";

/** Returns the behaviour of an operation by its role. If no success is documented, answers come from the description alone. */
export function createBehaviour(context: MockContext, { operation, response }: BehaviourPlan): Behaviour {
  if (response.status >= 400) return createOperationBehaviour(context, operation, response);
  return behaviourOf(context, operation, operation.role, response);
}

function behaviourOf(context: MockContext, operation: Operation, role: Role, response: ResponsePlan): Behaviour {
  switch (role.kind) {
    case "list":
    case "view":
      return createListBehaviour(context, operation, role, response);
    case "create":
      return createCreateBehaviour(context, operation, role, response);
    case "read":
      return createReadBehaviour(context, operation, role, response);
    case "replace":
      return createReplaceBehaviour(context, operation, role, response);
    case "update":
      return createUpdateBehaviour(context, operation, role, response);
    case "delete":
      return createDeleteBehaviour(context, operation, role, response);
    case "action":
      if (isCopy(context, operation, role)) return createCopyBehaviour(context, operation, role, response);
      return role.document
        ? documentAction(context, operation, role, role.document, response)
        : createActionBehaviour(context, operation, role, response);
    case "singleton":
      return createSingletonBehaviour(context, operation, role, response);
    case "operation":
      if (role.finds) {
        const behave = behaviourOf(context, operation, role.finds.role, response);
        return role.finds.list || role.finds.isFirst
          ? createAskedRecordBehaviour(context, operation, role.finds, response, behave)
          : findingBehaviour(behave, role.finds);
      }
      if (role.set) return createSavedSetBehaviour(context, operation, role.set, response);
      if (role.removesFrom) return createNestedRemovalBehaviour(context, operation, role.removesFrom, response);
      if (role.merges) return createMergeBehaviour(context, operation, role.merges, response);
      if (role.members) return createMemberSetBehaviour(context, operation, role.members, response);
      if (role.entries) return createListEntriesBehaviour(context, operation, role.entries, response);
      if (role.counts) return createCountBehaviour(context, operation, role.counts, response);
      if (role.exists) return createExistsBehaviour(context, operation, role.exists, response);
      if (role.batch) return createBatchBehaviour(context, operation, role.batch, response);
      if (role.mixes) return createMixedListBehaviour(context, operation, role.mixes, response);
      if (role.acts) return createActOnManyBehaviour(context, operation, role.acts, response);
      if (role.writes) return createWriteManyBehaviour(context, operation, role.writes, response);
      return role.removes
        ? createDeleteManyBehaviour(context, operation, role.removes, response)
        : createOperationBehaviour(context, operation, response);
  }
}

/** An action that writes a document below its record. With `x-mock`, it changes the record instead. */
function documentAction(
  context: MockContext,
  operation: Operation,
  role: ActionRole,
  document: SingletonRole,
  response: ResponsePlan,
): Behaviour {
  const onRecord = createActionBehaviour(context, operation, role, response);
  const onDocument = createSingletonBehaviour(context, operation, document, response, role.resource);
  const { find, refuse } = recordFinder(context, operation, role.resource);
  return async (call) => {
    if (call.change) return onRecord(call);
    const { address, found } = await find(call.pathTexts);
    return found ? onDocument(call) : refuse(address, address.parameter);
  };
}

/** Finds a record by the id in the body or the query, as if the id were in the path. */
function findingBehaviour(behave: Behaviour, { sent }: FoundRecord): Behaviour {
  if (sent === undefined) return behave;
  return (call) => {
    // Another method of the path may take the id in its body. Then this one may get it in a query that is not described.
    const query = Object.fromEntries(new URLSearchParams(call.target.query));
    const values: Readonly<Record<string, unknown>> = {
      ...query,
      ...call.query,
      ...(isObject(call.body) ? call.body : {}),
    };
    const [only = "", ...others] = Object.values(values);
    const id = values[sent] ?? (typeof only === "string" && others.length === 0 ? only : "");
    return behave({ ...call, pathTexts: { ...call.pathTexts, [sent]: String(id) } });
  };
}

/**
 * True if answers contain stored records although the description documents no body. Operations that create, read or update a record do so
 * with their usual status, because clients need the record. Lists and replacements do so only if no operation of the resource documents a
 * body.
 */
export function holdsRecords({ role }: Operation, status: number): boolean {
  switch (role.kind) {
    case "create":
      return status === 201 || status === 200;
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
