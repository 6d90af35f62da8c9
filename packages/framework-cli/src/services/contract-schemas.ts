import {
  type ApiDescription,
  getOrMake,
  type JsonSchema,
  loadDescription,
  objectProperties,
  propertyStripper,
  requiredNames,
  type Schema,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { ServiceContext } from "../action/action.js";
import { DeclaredMembers } from "../action/declared-members.js";
import type { Row } from "../database/repository.js";
import type { ContractOptions } from "./contract-options.js";

/** Loads schemas as a separate description. */
export function schemasAlone(schemas: Readonly<Record<string, JsonSchema>>): Promise<ApiDescription> {
  const info = { title: "Schemas", version: "1.0.0" };
  return loadDescription({ openapi: "3.1.0", info, paths: {}, components: { schemas } });
}

/** The schemas with these names. Skips names without a schema. */
export function namedSchemas({ named }: SchemaRegistry, names: readonly string[]): readonly Schema[] {
  return names.flatMap((name) => named.get(name) ?? []);
}

const contracts = new WeakMap<object, Promise<ApiDescription>>();
const shared = new WeakMap<object, ApiDescription>();

/** Registers a loaded description with the application's schemas, so that they are not read again. */
export function shareContract(schemas: ServiceContext["schemas"], description: ApiDescription): void {
  contracts.set(schemas, Promise.resolve(description));
  shared.set(schemas, description);
}

/** The application's schemas as a separate description, loaded at first use. */
export function contractOf(context: Pick<ServiceContext, "schemas">): Promise<ApiDescription> {
  return getOrMake(contracts, context.schemas, () => schemasAlone(Object.fromEntries(context.schemas)));
}

const known = new WeakMap<ApiDescription, Map<string, DeclaredMembers>>();

/** The members that a schema in `api/schemas` declares. `undefined` without a name, or if the schema does not exist. */
export async function declaredBy(
  context: ServiceContext,
  name: string | undefined,
): Promise<DeclaredMembers | undefined> {
  if (name === undefined) return undefined;
  const contract = await contractOf(context);
  const schema = contract.schemas.named.get(name);
  if (schema === undefined) return undefined;
  const members = getOrMake(known, contract, () => new Map<string, DeclaredMembers>());
  return getOrMake(members, name, () => new DeclaredMembers(contract.schemas, [schema.json]));
}

/**
 * The properties that the schemas of a record's answers declare or require. `undefined` if none of them lists its
 * properties.
 */
export function declaredProperties(
  context: Pick<ServiceContext, "schemas">,
  names: readonly string[],
): ReadonlySet<string> | undefined {
  const schemas = shared.get(context.schemas)?.schemas;
  const found = names.map((name) => {
    const schema = schemas?.named.get(name);
    if (schemas === undefined || schema === undefined) return [];
    const declared = [...objectProperties(schemas, schema.json).keys()];
    return declared.length === 0 ? [] : [...declared, ...requiredNames(schemas, schema.json)];
  });
  return found.length === 0 || found.some((properties) => properties.length === 0) ? undefined : new Set(found.flat());
}

/** The properties without which one of these schemas' values would not be valid. */
export function requiredProperties(
  context: Pick<ServiceContext, "schemas">,
  names: readonly string[],
): ReadonlySet<string> {
  const schemas = shared.get(context.schemas)?.schemas;
  if (schemas === undefined) return new Set();
  return new Set(namedSchemas(schemas, names).flatMap(({ json }) => [...requiredNames(schemas, json)]));
}

/** Removes `writeOnly` properties at any depth, so that the order, filters and searches of lists cannot reveal them. */
type OpenRecord = (record: Row) => Row;

/** Builds the function from the schemas of the record's answers on first use. */
export function recordOpener(
  context: Pick<ServiceContext, "schemas">,
  { shapes = [] }: ContractOptions,
): () => Promise<OpenRecord> {
  let opening: Promise<OpenRecord> | undefined;
  const make = async (): Promise<OpenRecord> => {
    if (shapes.length === 0) return (record) => record;
    const { schemas } = await contractOf(context);
    const strippers = namedSchemas(schemas, shapes).flatMap(
      (schema) => propertyStripper(schemas, schema, "writeOnly", true) ?? [],
    );
    return (record) => strippers.reduce((left, strip) => strip(left) as Row, record);
  };
  return () => {
    opening ??= make();
    return opening;
  };
}
