import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { percentEncode } from "@onespec/spec-core";
import { HttpError } from "../app/http-error.js";
import type { ServiceContext } from "../app/service.js";
import type { Row } from "../database/repository.js";
import { contractOf } from "./contract-schemas.js";
import { declaredBy } from "./declared-by.js";
import type { DocumentOptions } from "./document-options.js";
import { openSampler } from "./open-sampler.js";
import { isObject, mergeDeep } from "./places.js";
import { requireParent } from "./require-parent.js";

type Params = Readonly<Record<string, unknown>>;

/** A document that has an address of its own, such as `/settings` or `/users/{id}/profile`; there from the start. */
export interface DocumentService {
  /** @throws HttpError 404 when what it belongs to is not there, or it was removed for good */
  get(params?: Params): Promise<unknown>;
  /** @param own what the service itself sets, also of what clients may not set @throws HttpError 404 when what it belongs to is not there */
  replace(params: Params, body: unknown, own?: Row): Promise<unknown>;
  /** Changes only what is sent; objects inside are merged. @param own as for `replace` @throws HttpError 404, as `get`; 415 for a list of changes */
  update(params: Params, body: unknown, own?: Row): Promise<unknown>;
  /** Answers the document that was. @throws HttpError 404, as `get` */
  remove(params?: Params): Promise<unknown>;
}

/** What a column that is a key holds on every database. */
const LONGEST_PLACE = 255;

/**
 * Keeps the documents of one path of a description in a model, as `options` tell. Spread it into a service and replace what business
 * logic does differently.
 */
export function createDocumentService(context: ServiceContext, options: DocumentOptions): DocumentService {
  const repository = context.repository(options.model);
  const { parameters = [], parents = [], shape, readOnly = [], replaced, staysRemoved = false, first } = options;

  let isSampled = false;

  const placeOf = async (params: Params): Promise<string> => {
    for (const parent of parents) await requireParent(context, parent, parents, params);
    const place = `/${parameters.map((name) => percentEncode(String(params[name]))).join("/")}`;
    return place.length <= LONGEST_PLACE ? place : `#${createHash("sha256").update(place).digest("hex")}`;
  };

  /** With all that its schema requires. The same place makes the same document. */
  const whole = async (place: string, document: unknown): Promise<unknown> => {
    if (shape === undefined || (document !== undefined && !isObject(document))) return document ?? {};
    const { schemas } = await contractOf(context);
    const sampleSchema = await openSampler();
    const schema = schemas.named.get(shape);
    // What is made with the first document of a large schema takes a turn of the event loop of its own.
    const isFirst = !isSampled;
    isSampled = true;
    if (isFirst) await nextTurn();
    const sample =
      schema &&
      sampleSchema(schemas, schema, {
        seed: `${options.model} ${place}`,
        view: "response",
        optional: false,
        examples: "defaults",
        ...(document !== undefined && { base: document }),
      });
    if (isFirst) await nextTurn();
    if (!sample?.ok) return document ?? {};
    return isObject(document) && isObject(sample.value) ? { ...document, ...sample.value } : sample.value;
  };

  const keep = async (place: string, document: unknown): Promise<unknown> => {
    await repository.upsert({ place, document: { value: document } });
    return document;
  };

  /** `undefined` when it was removed for good. */
  const find = async (place: string): Promise<{ readonly value: unknown } | undefined> => {
    const row: Row | undefined = await repository.get(place);
    const kept = row?.document;
    if (isObject(kept)) return { value: kept.value };
    if (row !== undefined && staysRemoved) return undefined;
    return { value: await keep(place, await whole(place, first)) };
  };

  const present = async (params: Params): Promise<{ readonly place: string; readonly value: unknown }> => {
    const place = await placeOf(params);
    const found = await find(place);
    if (found === undefined) throw new HttpError(404, `This ${options.model} was removed.`);
    return { place, value: found.value };
  };

  return {
    async get(params = {}) {
      return (await present(params)).value;
    },
    async replace(params, body, own) {
      const place = await placeOf(params);
      const before = (await find(place))?.value;
      if (!isObject(body)) return keep(place, await whole(place, body ?? before));
      const kept = isObject(before) ? Object.entries(before).filter(([name]) => readOnly.includes(name)) : [];
      const stays = (await declaredBy(context, replaced))?.beside(before) ?? {};
      const after = { ...(mergeDeep(stays, body) as Row), ...Object.fromEntries(kept), ...own };
      return keep(place, await whole(place, after));
    },
    async update(params, body, own) {
      const { place, value } = await present(params);
      if (Array.isArray(body) && isObject(value)) {
        throw new HttpError(415, "Send the members to change, as JSON Merge Patch has them.");
      }
      const after = body === undefined ? value : mergeDeep(value, body);
      return keep(place, await whole(place, isObject(after) ? { ...after, ...own } : after));
    },
    async remove(params = {}) {
      const { place, value } = await present(params);
      await repository.upsert({ place, document: null });
      return value;
    },
  };
}
