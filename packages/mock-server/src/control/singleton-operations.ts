import { entityTag, patchedObject } from "@onespec/http-contract";
import { isObject } from "@onespec/spec-core";
import { addedViolations } from "../behaviour/record/record-guard.js";
import { type SingletonDocument, singletonDocuments } from "../behaviour/record/singleton-document.js";
import type { MockContext } from "../model/mock-context.js";
import type { JsonObject } from "../store/record-store.js";
import {
  invalid,
  nothingThere,
  ofUpstream,
  PlaneAnswer,
  type PlaneOperation,
  type PlaneParts,
  planePatcher,
} from "./plane-operation.js";
import { propertiesJson } from "./resource-json.js";

/** Operations to look at and change documents with a fixed path, such as `/settings`. */
export function singletonOperations({
  forwarded,
  upstream = "",
}: Pick<PlaneParts, "forwarded" | "upstream">): Readonly<Record<string, PlaneOperation>> {
  const isForwarded = ({ operations }: SingletonDocument): boolean =>
    operations.every((operation) => forwarded().has(operation));
  const placeOf = async (context: MockContext, query: object): Promise<Place> => {
    const place = await findPlace(context, query);
    if (isForwarded(place.document)) throw ofUpstream(`The document at ${place.path} is`, upstream);
    return place;
  };
  return {
    async listSingletons({ state }) {
      const places = [...(await placesOf((await state()).backend.context))];
      return { singletons: places.filter(([, document]) => !isForwarded(document)).map(([path]) => ({ path })) };
    },
    async getSingleton({ state, values }) {
      const { context } = (await state()).backend;
      const { path, document } = await placeOf(context, values.query);
      return singletonAnswer(context, path, document, await documentAt(context, path, document));
    },
    async updateSingleton(call) {
      const { state, values, precondition } = call;
      const { context } = (await state()).backend;
      const { path, document } = await placeOf(context, values.query);
      const patch = await planePatcher(call);
      const change = (current: unknown): unknown => {
        precondition?.(tagOf(current));
        const next = patchedObject(patch(current), 422);
        check(context, document, current, next);
        return next;
      };
      const before = await documentAt(context, path, document);
      const owner = document.operations[0]?.id ?? "";
      const value = await context.operationStates.change(path, owner, change, before);
      return singletonAnswer(context, path, document, value);
    },
  };
}

/** Paths without parameters, and those with parameters that were used already. */
async function placesOf(context: MockContext): Promise<ReadonlyMap<string, SingletonDocument>> {
  const documents = singletonDocuments(context);
  const places = new Map(
    documents.filter(({ path }) => !path.includes("{")).map((document) => [document.path, document]),
  );
  if (places.size === documents.length) return places;
  const { records } = await context.operationStates.collection.list({});
  for (const { key, value } of records) {
    const document = documents.find(({ operations }) => operations.some(({ id }) => id === value.operation));
    if (document && value.deleted !== true) places.set(key, document);
  }
  return places;
}

interface Place {
  readonly path: string;
  readonly document: SingletonDocument;
}

async function findPlace(context: MockContext, query: object): Promise<Place> {
  const { path = "" } = query as { readonly path?: string };
  const places = await placesOf(context);
  const document = places.get(path);
  if (document) return { path, document };
  throw nothingThere(`No singleton stands at ${JSON.stringify(path)}`, [...places.keys()]);
}

/** Returns the document. As in a request of the API, the first use creates it. */
async function documentAt(
  context: MockContext,
  path: string,
  { operations, sample }: SingletonDocument,
): Promise<unknown> {
  const kept = await context.operationStates.get(path);
  if (kept && !kept.isDeleted) return kept.value;
  const value = sample(path);
  if (!kept) await context.operationStates.keep(path, operations[0]?.id ?? "", value);
  return value;
}

/** @throws ProblemError 422 for violations that the value did not have before */
function check({ schemas }: MockContext, { schema }: SingletonDocument, before: unknown, value: JsonObject): void {
  if (!schema) return;
  const broken = addedViolations(schemas.validator(schema, "response"), before, value);
  if (broken.length > 0) throw invalid(broken);
}

function tagOf(value: unknown): string {
  return entityTag(JSON.stringify(value ?? null));
}

function singletonAnswer(
  { schemas }: MockContext,
  path: string,
  { schema }: SingletonDocument,
  value: unknown,
): PlaneAnswer {
  const properties = schema ? propertiesJson(schemas, schema.json) : [];
  const body = { path, value: isObject(value) ? value : {}, properties };
  return new PlaneAnswer(200, body, { etag: tagOf(value) });
}
