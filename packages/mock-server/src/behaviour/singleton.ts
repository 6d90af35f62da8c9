import { notFoundProblem, type ResponsePlan } from "@onespec/http-contract";
import {
  type Operation,
  type Resource,
  type Schema,
  type SchemaRegistry,
  type SingletonRole,
  schemaShape,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import { documentKey } from "../model/state-key.js";
import { queriedProperties } from "../response/written-properties.js";
import { after, type JsonObject } from "../store/record-store.js";
import { createDocumentState } from "./document-state.js";
import { documentFacts } from "./record/document-facts.js";
import { namedRecordFinder } from "./record/named-document.js";
import { absentAncestorOf } from "./record/record-address.js";
import { plainListOf } from "./selection/plain-list.js";
import { createSingletonAnswers } from "./singleton-answers.js";
import { absentDocument, createSingletonWrite } from "./singleton-writes.js";

/**
 * `GET`, `PUT`, `PATCH` and `DELETE` of one document at one path, such as `/settings`.
 * @param owner for an action on the document: the resource of the record above it
 */
export function createSingletonBehaviour(
  context: MockContext,
  operation: Operation,
  role: SingletonRole,
  plan: ResponsePlan,
  owner?: Resource,
): Behaviour {
  const { schemas, operationStates } = context;
  const absentAncestor = absentAncestorOf(context, operation);
  const facts = documentFacts(schemas, role);
  const schema = facts.document?.schema;
  const isGrowing = isChangedByValue(context, role);
  const list = schema && (isGrowing || takesBareList(schemas, schema, role)) ? plainListOf(schemas, schema) : undefined;
  const state = createDocumentState(context, operation, role, facts.reader, {
    writes: facts.writes,
    empty: isGrowing ? list?.empty : undefined,
  });
  const answers = createSingletonAnswers(context, operation, role, plan, facts);
  const findNamed = schema && namedRecordFinder(context, role, schema);
  const write = createSingletonWrite(context, operation, role, { facts, state, answers, plan, list, owner });

  const askedNames = queriedProperties(schemas, operation);
  const queried = (query: Call["query"]): JsonObject | undefined => {
    const own = pickBy(query, (name) => askedNames.has(name));
    return Object.keys(own).length === 0 ? undefined : own;
  };

  const behave: Behaviour = async (call) => {
    const { pathTexts } = call;
    const missing = await absentAncestor?.(pathTexts);
    if (missing) return context.refuse(operation, missing);
    const key = documentKey(role, call);
    const found = await findNamed?.(pathTexts);
    if (found === "none" && state.documentsAbsence && !(await operationStates.get(key))) {
      const message = `No record goes by ${key}`;
      return context.refuse(operation, notFoundProblem("Not found", { in: "path", path: "", message }));
    }
    const named = found === "none" ? undefined : found;
    if (role.part === "read") {
      if (named) return answers.answer(call, key, named.value, named);
      const document = await state.current(key, pathTexts);
      return document ? answers.show(call, key, document.value) : absentDocument(key);
    }
    const isNew = facts.isMap && !(await operationStates.get(key));
    const before = named ?? (isNew ? { value: {} } : await state.current(key, pathTexts));
    return write({ call, key, sent: call.body ?? queried(call.query), before, named });
  };
  if (role.part !== "read" || absentAncestor || findNamed) return behave;

  return (call) => {
    const key = documentKey(role, call);
    return after(operationStates.get(key), (kept) =>
      kept && !kept.isDeleted ? answers.show(call, key, kept.value) : behave(call),
    );
  };
}

/** True if operations add values to the document or remove some: `POST` and `DELETE /groups/{id}/labels`, `DELETE …/labels/{label}`. */
function isChangedByValue({ api }: MockContext, { key, operations }: SingletonRole): boolean {
  return (
    operations.some(({ method, requestBody }) => method === "post" || (method === "delete" && requestBody)) ||
    api.operations.some(
      ({ method, path }) =>
        method === "delete" && path.startsWith(key) && /^\/\{[^{}]+\}\/?$/.test(path.slice(key.length)),
    )
  );
}

/** True if `PUT` takes `["a"]` and `GET` answers `{ data: ["a"] }`. */
function takesBareList(schemas: SchemaRegistry, document: Schema, { operations }: SingletonRole): boolean {
  const isList = ({ json }: Schema): boolean => schemaShape(schemas, json).types.has("array");
  const bodies = operations.flatMap(({ method, requestBody }) => (method === "put" && requestBody?.content) || []);
  return !isList(document) && bodies.some(({ schema }) => schema && isList(schema));
}
