import { REMOVED, succeeded } from "@onespec/http-contract";
import {
  findEnvelopeId,
  foldName,
  type JsonSchema,
  keywordsOf,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  unwrapSchema,
} from "@onespec/spec-core";
import type { ModelPlan, RecordWork } from "./contract-plan.js";
import { singular } from "./names.js";
import { requiredSiblings, sampleAnswer } from "./required-siblings.js";

/** The part of an answer next to the record that reports success: `success: true`. */
export function answerSiblings(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  reply: RecordPlace | undefined,
): unknown {
  if (reply?.length === 0) return {};
  const siblings = reply === undefined ? sampleAnswer(schemas, schema) : requiredSiblings(schemas, schema, [reply]);
  return schema === undefined ? siblings : succeeded(schemas, schema, siblings, (name) => name === reply?.[0], true);
}

/** Flags that report the removal in an answer without the record: `{ deleted: true }`. */
export function removalFlags(schemas: SchemaRegistry, schema: Schema | undefined): Record<string, true> {
  const members = [...objectProperties(schemas, schema?.json ?? true).values()];
  const isFlag = ({ name, schema: json }: (typeof members)[number]): boolean =>
    REMOVED.test(foldName(name)) && keywordsOf(schemas, json).type === "boolean";
  return Object.fromEntries(members.filter(isFlag).map(({ name }) => [name, true]));
}

/** The members that a closed schema allows. Other properties of the model are left out of the answer. */
export function onlyMembers(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  { properties }: ModelPlan,
): Pick<RecordWork, "only"> {
  if (schema === undefined) return {};
  const { additionalProperties, unevaluatedProperties } = keywordsOf(schemas, unwrapSchema(schemas, schema.json));
  if (additionalProperties !== false && unevaluatedProperties !== false) return {};
  const declared = objectProperties(schemas, schema.json);
  return [...properties.keys()].every((name) => declared.has(name)) ? {} : { only: [...declared.keys()] };
}

/** The types of a schema that allows only texts and numbers. These are ids in place of records. */
export function plainTypes(schemas: SchemaRegistry, schema: Schema | undefined): readonly string[] {
  const { type = [] } = schema ? keywordsOf(schemas, unwrapSchema(schemas, schema.json)) : {};
  const types = [type].flat().filter((one) => one !== "null");
  return types.every((one) => ["string", "integer", "number"].includes(one)) ? types : [];
}

/**
 * The record's properties that an answer without the record repeats, such as the id of a deleted record. Fixed values
 * such as `deleted: true` stay.
 */
export function repeatedMembers(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema | undefined,
  { properties }: ModelPlan,
): Pick<RecordWork, "copied" | "idAt"> {
  const members = [...objectProperties(schemas, schema?.json ?? true).values()];
  const id = selectIdMember(
    resource,
    members.map(({ name }) => name),
  );
  const isFixed = ({ schema }: (typeof members)[number]): boolean => {
    const json = schemas.follow(schema);
    return typeof json !== "object" || json.const !== undefined || json.enum?.length === 1 || json.type === "boolean";
  };
  const copied = members.filter((one) => one.required && properties.get(one.name)?.required && !isFixed(one));
  return {
    copied: copied.map(({ name }) => name).filter((name) => name !== id),
    ...(id !== undefined && {
      idAt: { name: id, isNumber: isNumber(schemas, members.find(({ name }) => name === id)?.schema) },
    }),
  };
}

/** The id that an envelope has because the record in it does not: `{ id, result: { name } }`. */
export function envelopeId(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema | undefined,
  reply: RecordPlace | undefined,
): Pick<RecordWork, "idAt"> {
  const [name, ...deeper] = (schema && reply && findEnvelopeId(schemas, resource, schema.json, reply)) ?? [];
  if (schema === undefined || name === undefined || deeper.length > 0) return {};
  return { idAt: { name, isNumber: isNumber(schemas, objectProperties(schemas, schema.json).get(name)?.schema) } };
}

function isNumber(schemas: SchemaRegistry, json: JsonSchema | undefined): boolean {
  const types = [keywordsOf(schemas, json).type].flat();
  return types.includes("integer") || types.includes("number");
}

/**
 * The member of an answer without the record that has the record's id. It has the name of the id, of the path parameter
 * (`accountId`, `account_id`) or of the resource (`exportId` for `/exports`), or else it is `id`.
 * @param names names of the answer's members
 */
function selectIdMember({ id, name }: Resource, names: readonly string[]): string | undefined {
  const [own] = id.property?.length === 1 ? id.property : [];
  const wanted = [own, id.parameter, `${singular(name.split(".").at(-1) ?? "")}Id`, "id"];
  for (const one of wanted) {
    const found = one === undefined ? undefined : names.find((candidate) => foldName(candidate) === foldName(one));
    if (found !== undefined) return found;
  }
  return undefined;
}
