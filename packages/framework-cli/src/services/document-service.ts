import { objectProperties, percentEncode, type Schema, type SchemaRegistry, sampleSchema } from "@onespec/spec-core";
import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import { inTransaction, locksOf } from "../database/database.js";
import type { Row } from "../database/repository.js";
import { DatabaseError } from "../errors/database-error.js";
import { FrameworkError } from "../errors/framework-error.js";
import { keyOfPlace } from "./addresses.js";
import { toldValue } from "./complete-record.js";
import { checkDocumentOptions, type DocumentOptions } from "./contract-options.js";
import { contractOf, declaredBy } from "./contract-schemas.js";
import type { ContractService } from "./contract-service.js";
import { isJsonObject, mergeDeep, patchedMembers, patchOf, pick } from "./nested-members.js";
import { requireParents } from "./record-shape.js";

type Params = Readonly<Record<string, unknown>>;

/** A document with a fixed address, such as `/settings` or `/users/{id}/profile`. It exists from the start. */
export interface DocumentService {
  /** @throws HttpError 404 if its parent does not exist, or it was removed for good */
  get(params?: Params): Promise<unknown>;
  /**
   * @param own values that the service sets, also for fields that clients cannot set
   * @throws HttpError 404 if its parent does not exist
   */
  replace(params: Params, body: unknown, own?: Row): Promise<unknown>;
  /**
   * Changes only the sent members. Nested objects are merged. @param own as for `replace` @throws HttpError 404, like
   * `get`
   */
  update(params: Params, body: unknown, own?: Row): Promise<unknown>;
  /** Answers the document that was. @throws HttpError 404, as `get` */
  remove(params?: Params): Promise<unknown>;
}

/**
 * Stores the documents at one path of a description in a model, as `options` say. Spread it into a service, and
 * override what business logic does differently.
 */
export function createDocumentService(context: ServiceContext, options: DocumentOptions): DocumentService {
  checkDocumentOptions(options);
  const repository = context.repository(options.model);
  const {
    parameters = [],
    parents = [],
    shape,
    recordOf,
    readOnly = [],
    replaced,
    staysRemoved = false,
    restores,
    first,
  } = options;

  const placeOf = async (params: Params): Promise<string> => {
    const found = await requireParents(context, parents, params);
    const named = Object.fromEntries(parents.map(({ parameter, field }) => [parameter, found[field]]));
    return keyOfPlace(`/${parameters.map((name) => percentEncode(String(named[name] ?? params[name]))).join("/")}`);
  };

  const makesUp = context.config.app.unwrittenOperations !== "refuse";
  /** The document, completed only with the defaults of its schema. @throws FrameworkError RECORD_INCOMPLETE */
  const strictly = (schemas: SchemaRegistry, schema: Schema, document: unknown): unknown => {
    const told = [...objectProperties(schemas, schema.json).values()].flatMap(({ name, schema: own, required }) => {
      const value = required ? toldValue(schemas, own) : undefined;
      return value === undefined ? [] : [[name, value]];
    });
    const record = isJsonObject(document ?? {})
      ? { ...Object.fromEntries(told), ...(document as Row | undefined) }
      : document;
    const [first] = schemas.validator(schema, "response").violations(record);
    if (first === undefined) return record;
    const place = `${options.model}${first.path.replaceAll("/", ".")}`;
    throw new FrameworkError(
      "RECORD_INCOMPLETE",
      `${place} ${first.message}: the answers of the API require it, and no code sets it.`,
      {
        hint: `Give the document in \`first\`, or the value in the argument \`own\`, in ${context.file}.`,
      },
    );
  };

  /**
   * Adds everything that its schema requires. The same path always gives the same document. A value that no answer can
   * show is replaced.
   */
  const whole = async (place: string, given: unknown): Promise<unknown> => {
    if (shape === undefined) return given ?? {};
    const { schemas } = await contractOf(context);
    const schema = schemas.named.get(shape);
    if (schema === undefined) return given ?? {};
    const document = isJsonObject(given) ? withoutNulls(schemas, schema, given) : given;
    if (!makesUp) return strictly(schemas, schema, document);
    const isValue = document !== undefined && !isJsonObject(document);
    if (isValue && schemas.validator(schema, "response").violations(document).length === 0) return document;
    const sample = sampleSchema(schemas, schema, {
      seed: `${options.model} ${place}`,
      view: "response",
      optional: false,
      examples: "defaults",
      ...(isJsonObject(document) && { base: document }),
    });
    if (!sample.ok) return document ?? {};
    return isJsonObject(document) && isJsonObject(sample.value) ? { ...document, ...sample.value } : sample.value;
  };

  const keep = async (place: string, document: unknown): Promise<unknown> => {
    await repository.upsert({ place, document: { value: document } });
    return document;
  };

  /** `undefined` when it was removed for good. */
  const find = async (place: string, lock = {}): Promise<{ readonly value: unknown } | undefined> => {
    const row: Row | undefined = await repository.get(place, lock);
    const kept = row?.document;
    if (isJsonObject(kept)) return { value: kept.value };
    if (row !== undefined && staysRemoved) return undefined;
    return { value: await whole(place, first) };
  };

  /** Makes sure that there is a row to lock. Another process may create it in the meantime. */
  const begin = async (place: string): Promise<void> => {
    if ((await repository.get(place)) !== undefined) return;
    const document = { value: await whole(place, first) };
    await repository.create({ place, document }).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== "UNIQUE_VIOLATION") throw error;
    });
  };

  /** The document that a replacement changes. Production makes up none. */
  const before = async (place: string): Promise<unknown> => {
    if (makesUp) return (await find(place))?.value;
    const kept = (await repository.get(place))?.document;
    return isJsonObject(kept) ? kept.value : first;
  };

  const present = async (place: string, lock = {}): Promise<unknown> => {
    const found = await find(place, lock);
    if (found === undefined) throw new HttpError(404, `This ${options.model} was removed.`);
    return found.value;
  };

  /** Works on the first record, if the document is one. @returns `undefined` if it is not */
  const onRecord = async (work: (records: ContractService, first: Params) => Promise<Row>): Promise<unknown> => {
    if (recordOf === undefined) return undefined;
    // In production, nobody may be taken for the first user.
    if (!makesUp) throw new HttpError(501, `${context.file} does not say which record of ${recordOf} it is.`);
    const records = context.services[recordOf] as ContractService;
    const first = await records.first();
    if (first === undefined) return undefined;
    const record = await work(records, first);
    return shape === undefined ? record : records.shownAs(shape, record);
  };

  return {
    async get(params = {}) {
      return (await onRecord((records, first) => records.get(first))) ?? present(await placeOf(params));
    },
    async replace(params, body, own) {
      const record = await onRecord((records, first) =>
        records.replace(first, own ? { ...(body as Row), ...own } : body, replaced),
      );
      if (record !== undefined) return record;
      const place = await placeOf(params);
      const current = await before(place);
      if (!isJsonObject(body)) return keep(place, await whole(place, body ?? current));
      const stays = (await declaredBy(context, replaced))?.beside(current) ?? {};
      const after = {
        ...(mergeDeep(stays, body) as Row),
        ...(isJsonObject(current) && pick(current, readOnly)),
        ...own,
      };
      return keep(place, await whole(place, after));
    },
    async update(params, body, own) {
      const record = await onRecord((records, first) => records.update(first, body, own));
      if (record !== undefined) return record;
      const place = await placeOf(params);
      await begin(place);
      return inTransaction(context, async () => {
        const lock = locksOf(context.database);
        const value = restores
          ? ((await find(place, lock))?.value ?? (await whole(place, first)))
          : await present(place, lock);
        const patch = patchOf(body);
        if (patch) {
          const document = isJsonObject(value) ? value : {};
          const after = { ...patchedMembers(document, body, patch), ...pick(document, readOnly), ...own };
          return keep(place, await whole(place, after));
        }
        const after = body === undefined ? value : mergeDeep(value, body);
        return keep(place, await whole(place, isJsonObject(after) ? { ...after, ...own } : after));
      });
    },
    async remove(params = {}) {
      const place = await placeOf(params);
      const value = await present(place);
      await repository.upsert({ place, document: null });
      return value;
    },
  };
}

/** Removes null members whose schema forbids null. Clients may send null for a value that answers leave out. */
function withoutNulls(schemas: SchemaRegistry, schema: Schema, document: Row): Row {
  const nulls = Object.keys(document).filter((name) => document[name] === null);
  if (nulls.length === 0) return document;
  const properties = objectProperties(schemas, schema.json);
  const takesNull = (name: string): boolean => {
    const own = properties.get(name)?.schema;
    return own === undefined || schemas.validator(schemas.schemaOf(own), "response").isValid(null);
  };
  return Object.fromEntries(Object.entries(document).filter(([name, value]) => value !== null || takesNull(name)));
}
