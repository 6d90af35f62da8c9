import {
  type ApiDescription,
  type Example,
  isObject,
  type MediaType,
  type Operation,
  objectProperties,
  type Schema,
  sampleSchema,
} from "@onespec/spec-core";
import { fileTest } from "../plan/file-schemas.js";
import { preferred } from "../plan/media-types.js";

/** A sample of an operation's body. */
export type SampleBody =
  /** The record, and the properties next to it. `undefined` if no value is valid. */
  | { readonly kind: "value"; readonly value: unknown; readonly envelope: Readonly<Record<string, unknown>> }
  /** Bytes, or text of a type that has no fields. */
  | { readonly kind: "bytes"; readonly type: string };

const samples = new WeakMap<Operation, { readonly body: SampleBody | undefined }>();

/** The description's example if it is valid, otherwise generated data. An update has at least one field. */
export function sampleBody(api: ApiDescription, operation: Operation): SampleBody | undefined {
  let sample = samples.get(operation);
  if (!sample) {
    sample = { body: makeSample(api, operation) };
    samples.set(operation, sample);
  }
  return sample.body;
}

function makeSample(api: ApiDescription, operation: Operation): SampleBody | undefined {
  const [media] = preferred(operation.requestBody?.content ?? []);
  if (!media) return undefined;
  const { schema, type, examples } = media;
  if (!/json|urlencoded|multipart|^\*\/\*$/.test(type)) return { kind: "bytes", type };
  if (!schema) return { kind: "value", value: {}, envelope: {} };
  const example = validExample(api, schema, examples)?.value;
  const whole = recordIn(operation, example) === undefined ? madeUp(api, operation, schema) : example;
  const [outer] = placeOf(operation);
  const envelope =
    outer === undefined || !isObject(whole) ? [] : Object.entries(whole).filter(([name]) => name !== outer);
  const value = recordIn(operation, /multipart/.test(type) ? withFiles(api, schema, media, whole) : whole);
  return { kind: "value", value, envelope: Object.fromEntries(envelope) };
}

/** A file among the parts of a form. */
export class FileSample {
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }
}

/** The parts of a form, with files in place of sample texts. */
function withFiles(api: ApiDescription, { json }: Schema, { encoding }: MediaType, whole: unknown): unknown {
  if (!isObject(whole)) return whole;
  const isFile = fileTest(api);
  const parts = objectProperties(api.schemas, json);
  const members = Object.entries(whole).map(([name, value]) => {
    const part = api.schemas.follow(parts.get(name)?.schema ?? true);
    if (typeof part === "boolean") return [name, value];
    const isList = Array.isArray(value);
    const one = isList ? api.schemas.follow(part.items ?? true) : part;
    if (typeof one === "boolean" || !isFile(one)) return [name, value];
    const type = (Object.hasOwn(encoding, name) && encoding[name]?.contentType) || one.contentMediaType;
    const file = new FileSample(type && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "text/plain");
    return [name, isList ? [file] : file];
  });
  return Object.fromEntries(members);
}

/** The first valid example by name. */
export function validExample(
  { schemas }: ApiDescription,
  schema: Schema,
  examples: readonly Example[],
): Example | undefined {
  const validator = schemas.validator(schema, "request");
  return [...examples]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .find(({ value }) => value !== "" && validator.isValid(value));
}

/** Generates a whole body. */
function madeUp(api: ApiDescription, { id, role }: Operation, schema: Schema): unknown {
  const place = placeOf({ role });
  // The record may be optional in its envelope: a base makes the sampler generate it.
  const base = place.length === 0 ? {} : { base: place.reduceRight<unknown>((inner, name) => ({ [name]: inner }), {}) };
  const least = sampleSchema(api.schemas, schema, { seed: id, view: "request", optional: false, ...base });
  const record = least.ok ? recordIn({ role }, least.value) : undefined;
  if (record !== undefined && !(role.kind === "update" && isObject(record) && Object.keys(record).length === 0))
    return least.ok ? least.value : undefined;
  const full = sampleSchema(api.schemas, schema, { seed: id, view: "request", ...base });
  if (!full.ok) return least.ok ? least.value : undefined;
  return record === undefined ? full.value : withOneField(full.value, place);
}

/** The whole envelope, with the record reduced to its first plain field. */
function withOneField(value: unknown, place: readonly string[]): unknown {
  if (!isObject(value)) return value;
  const [name, ...rest] = place;
  if (name !== undefined) return { ...value, [name]: withOneField(value[name], rest) };
  const [field] = Object.entries(value)
    .filter(([, member]) => typeof member !== "object")
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return field ? Object.fromEntries([field]) : value;
}

function recordIn(operation: Pick<Operation, "role">, value: unknown): unknown {
  return placeOf(operation).reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** Bodies of several records are shown whole. */
function placeOf({ role }: Pick<Operation, "role">): readonly string[] {
  const isWhole = role.kind === "singleton" || ("many" in role && role.many);
  return "body" in role && !isWhole ? role.body : [];
}
