import { type ProblemDetail, ProblemError } from "@onespec/http-contract";
import { type FilterOperator, meantHint, objectProperties, parsePointer } from "@onespec/spec-core";
import type { MockState } from "../state/mock-state.js";
import { isOperationState } from "../state/state-image.js";
import type { ImageFacts } from "../store/image-shelf.js";
import type { PropertyPath, RecordCollection, RecordQuery } from "../store/record-store.js";
import {
  listed,
  notFound,
  nothingThere,
  PlaneAnswer,
  type PlaneOperation,
  type PlaneParts,
  tooManyOf,
  upstreamOfAll,
} from "./plane-operation.js";
import { RecordEditor } from "./record-editor.js";

interface ListQuery {
  readonly offset?: number;
  readonly limit?: number;
  readonly search?: string;
  readonly sort?: string;
  readonly where?: readonly {
    readonly property: string;
    readonly operator: FilterOperator;
    readonly value?: unknown;
  }[];
  readonly scope?: readonly string[];
}

/** Operations that show the state, and that reset or restore it. */
export function stateOperations(
  parts: Pick<PlaneParts, "upstream" | "forwarded" | "base">,
): Readonly<Record<string, PlaneOperation>> {
  return {
    async listCollections({ state }) {
      return { collections: upstreamOfAll(parts) === undefined ? await collectionsOf(await state()) : [] };
    },
    async reset({ state }) {
      const target = await state();
      await target.reset();
      return { collections: await collectionsOf(target) };
    },
    async listRecords({ state, values }) {
      const name = values.pathTexts.collection ?? "";
      const { offset = 0, limit = 100, sort = "" } = values.query as ListQuery;
      const target = await state();
      await checkProperties(target, name, values.query);
      const page = await collectionOf(target, name).list({
        ...conditionsOf(values.query),
        offset,
        limit,
        ...(sort === "" ? {} : { sort: [sortKey(sort)] }),
      });
      const records = page.records.map(({ key, scope, value }) => ({ key, scope, value }));
      return { collection: name, total: page.total, offset, records };
    },
    async deleteRecords({ state, values }) {
      const target = await state();
      const name = values.pathTexts.collection ?? "";
      const editor = new RecordEditor(target.backend.context);
      editor.resourceOf(name);
      await checkProperties(target, name, values.query);
      const { records } = await collectionOf(target, name).list(conditionsOf(values.query));
      for (const { scope, key } of records) await editor.remove(name, scope, key);
      return { deleted: records.length };
    },
  };
}

function collectionOf({ collections }: MockState, name: string): RecordCollection {
  const collection = collections.find((candidate) => candidate.name === name);
  if (collection) return collection;
  throw nothingThere(
    `No resource is called ${JSON.stringify(name)}`,
    collections.map((candidate) => candidate.name),
  );
}

/**
 * Checks the properties in a query. A misspelt one would match no record, or all of them.
 * @throws ProblemError 400 for a property that the resource does not declare and no record has
 */
async function checkProperties(
  { backend: { api }, collections }: MockState,
  name: string,
  query: object,
): Promise<void> {
  const { where = [], sort = "" } = query as ListQuery;
  const resource = api.resources.find((candidate) => candidate.name === name);
  const collection = collections.find((candidate) => candidate.name === name);
  const declared = [...(resource ? objectProperties(api.schemas, resource.schema.json).keys() : [])];
  if (!collection || declared.length === 0) return;
  const places = [
    ...where.map(({ property }, index) => ({ path: `/where/${index}/property`, property: propertyPath(property) })),
    ...(sort === "" ? [] : [{ path: "/sort", property: sortKey(sort).property }]),
  ];
  const details: ProblemDetail[] = [];
  for (const { path, property } of places) {
    const [first = ""] = property;
    if (declared.includes(first)) continue;
    const { total } = await collection.list({
      where: [{ property: [first], operator: "exists", value: true }],
      limit: 1,
    });
    if (total > 0) continue;
    const hint = meantHint(first, declared, `Properties: ${listed(declared)}.`);
    details.push({ in: "query", path, message: `no record has a property ${JSON.stringify(first)}`, hint });
  }
  if (details.length > 0)
    throw new ProblemError({ status: 400, code: "unknown-property", message: "Unknown property", details });
}

/** Turns a query of the plane into a query of the store. */
function conditionsOf(query: object): RecordQuery {
  const { search = "", where = [], scope } = query as ListQuery;
  return {
    ...(search === "" ? {} : { search, searchesNumbers: true }),
    where: where.map(({ property, operator, value }) => ({ property: propertyPath(property), operator, value })),
    ...(scope === undefined ? {} : { scope: scope.map((part) => (part === "" ? undefined : part)) }),
  };
}

/** Accepts the name of a property, or the JSON pointer of a nested one. */
function propertyPath(text: string): PropertyPath {
  return text.startsWith("/") ? parsePointer(text) : [text];
}

/** Parses `name`, `-name`, or the JSON pointer of a nested property: `-/address/city`. */
function sortKey(text: string): { readonly property: readonly string[]; readonly descending: boolean } {
  const descending = text.startsWith("-");
  return { property: propertyPath(descending ? text.slice(1) : text), descending };
}

async function collectionsOf({ collections, backend }: MockState): Promise<readonly object[]> {
  const paths = new Map(backend.api.resources.map(({ name, collectionPath }) => [name, collectionPath]));
  const found: object[] = [];
  for (const collection of collections) {
    const { name } = collection;
    if (isOperationState(name)) continue;
    found.push({ name, path: paths.get(name) ?? "", records: await collection.count() });
  }
  return found;
}

const MOST_SNAPSHOTS = 100;

/** @param server its snapshots can also be restored in a session */
export function snapshotOperations({
  base: server,
}: Pick<PlaneParts, "base">): Readonly<Record<string, PlaneOperation>> {
  const namesOf = async ({ snapshots }: MockState): Promise<readonly string[]> => [...(await snapshots.all()).keys()];
  const absent = async (target: MockState, name: string): Promise<Error> => {
    const message = `There is no snapshot ${JSON.stringify(name)}`;
    const own = await namesOf(target);
    if (target === server) return nothingThere(message, own);
    const others = await namesOf(server);
    return notFound(message, `Session ${target.session} has ${listed(own)}; the server has ${listed(others)}.`);
  };
  return {
    async listSnapshots({ state }) {
      const { snapshots } = await state();
      return { snapshots: [...(await snapshots.all())].map(([name, image]) => snapshotJson(name, image)) };
    },
    async saveSnapshot({ state, values }) {
      const target = await state();
      const name = values.pathTexts.name ?? "";
      const kept = await target.snapshots.all();
      if (kept.size >= MOST_SNAPSHOTS && !kept.has(name)) {
        throw tooManyOf("snapshots", MOST_SNAPSHOTS);
      }
      return new PlaneAnswer(201, snapshotJson(name, await target.save(name)));
    },
    async restoreSnapshot({ state, values }) {
      const target = await state();
      const name = values.pathTexts.name ?? "";
      const image = await target.restore(name, server.snapshots);
      if (!image) throw await absent(target, name);
      return snapshotJson(name, image);
    },
    async deleteSnapshot({ state, values }) {
      const target = await state();
      const name = values.pathTexts.name ?? "";
      if (!(await target.forget(name))) throw await absent(target, name);
    },
  };
}

function snapshotJson(name: string, { takenAt, records }: ImageFacts): object {
  return { name, takenAt: takenAt.toISOString(), records };
}
