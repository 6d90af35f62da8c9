import { createPatcher, patchedObject } from "@onespec/http-contract";
import { type ApiDescription, type JsonSchema, objectProperties, type Resource, schemaShape } from "@onespec/spec-core";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { PlaneAnswer, type PlaneCall, type PlaneOperation } from "./plane-operation.js";
import { createRecordEditor, type RecordEditor } from "./record-editor.js";

interface NewRecord {
  readonly scope?: readonly string[];
  readonly value: JsonObject;
}

/** Single records of a resource: making, replacing and deleting them, and what is needed to know for it. */
export function recordOperations(): Readonly<Record<string, PlaneOperation>> {
  return {
    async getResource({ state, values }) {
      const { backend } = await state();
      const editor = createRecordEditor(backend.context);
      return resourceJson(backend.api, editor.resourceOf(values.pathTexts.collection ?? ""));
    },
    async sampleRecord({ state, values }) {
      const editor = createRecordEditor((await state()).backend.context);
      return { value: await editor.sample(values.pathTexts.collection ?? "") };
    },
    async createRecord({ state, values }) {
      const editor = createRecordEditor((await state()).backend.context);
      const { scope = [], value } = values.body as NewRecord;
      return recordAnswer(editor, 201, await editor.create(values.pathTexts.collection ?? "", scope, value));
    },
    async getRecord({ state, values }) {
      const editor = createRecordEditor((await state()).backend.context);
      const { collection, scope, key } = addressOf(values);
      return recordAnswer(editor, 200, await editor.read(collection, scope, key));
    },
    async replaceRecord({ state, values, precondition }) {
      const editor = createRecordEditor((await state()).backend.context);
      const { collection, scope, key } = addressOf(values);
      const { value } = values.body as NewRecord;
      return recordAnswer(editor, 200, await editor.change(collection, scope, key, () => value, precondition));
    },
    async updateRecord({ state, values, bodyType, precondition }) {
      const editor = createRecordEditor((await state()).backend.context);
      const { collection, scope, key } = addressOf(values);
      const patch = await createPatcher(values.body, bodyType, 422, undefined);
      const change = (current: JsonObject): JsonObject => patchedObject(patch(current), 422);
      return recordAnswer(editor, 200, await editor.change(collection, scope, key, change, precondition));
    },
    async deleteRecord({ state, values, precondition }) {
      const editor = createRecordEditor((await state()).backend.context);
      const { collection, scope, key } = addressOf(values);
      await editor.remove(collection, scope, key, precondition);
    },
  };
}

function addressOf({ pathTexts, query }: PlaneCall["values"]) {
  const { collection = "", key = "" } = pathTexts;
  const { scope = [] } = query as { readonly scope?: readonly string[] };
  return { collection, scope, key };
}

function recordAnswer(editor: RecordEditor, status: number, record: StoredRecord): PlaneAnswer {
  const { key, scope, value } = record;
  return new PlaneAnswer(status, { key, scope, value }, { etag: editor.tagOf(record) });
}

/** The facts of a resource that a person needs to read and edit its records. */
function resourceJson({ schemas, resources }: ApiDescription, resource: Resource): object {
  const { name, collectionPath, itemPath, id, parents, schema, roles } = resource;
  const properties = [...objectProperties(schemas, schema.json).values()];
  const nameOf = (stateKey: string): string | undefined =>
    resources.find(({ collectionPath: path, stateKey: key }) => key === stateKey && path === stateKey)?.name ??
    resources.find(({ stateKey: key }) => key === stateKey)?.name;
  return {
    name,
    path: collectionPath,
    ...(itemPath === undefined ? {} : { itemPath }),
    ...(id.property === undefined ? {} : { id: id.property }),
    ...(schema.name === undefined ? {} : { schema: schema.name }),
    parents: parents.map((parent) => ({
      parameter: parent.parameter,
      ...(parent.resource ? { collection: nameOf(parent.resource.stateKey) } : {}),
      ...(parent.property ? { property: parent.property } : {}),
    })),
    operations: Object.fromEntries(Object.entries(roles).map(([role, operation]) => [role, operation.id])),
    properties: properties.map(({ name: property, schema: json, required, readOnly, writeOnly }) => {
      const shape = schemaShape(schemas, json);
      const { format, description, ...limits } = factsOf(schemas.follow(json));
      return {
        name: property,
        types: [...shape.types],
        required,
        ...(readOnly ? { readOnly } : {}),
        ...(writeOnly ? { writeOnly } : {}),
        ...(shape.values.length > 0 && !shape.isFreeText ? { values: shape.values.slice(0, MOST_VALUES) } : {}),
        ...(format === undefined ? {} : { format }),
        ...(description === undefined ? {} : { description }),
        ...limits,
      };
    }),
  };
}

const MOST_VALUES = 200;

interface Facts {
  readonly format?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

function factsOf(json: JsonSchema): Facts {
  if (typeof json === "boolean") return {};
  const { format, description, minimum, maximum, maxLength } = json;
  return {
    ...(typeof format === "string" ? { format } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof minimum === "number" ? { minimum } : {}),
    ...(typeof maximum === "number" ? { maximum } : {}),
    ...(typeof maxLength === "number" ? { maxLength } : {}),
  };
}
