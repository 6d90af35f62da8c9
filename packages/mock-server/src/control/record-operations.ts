import type { JsonObject } from "../store/record-store.js";
import { PlaneAnswer, type PlaneOperation } from "./plane-operation.js";
import { resourceJson } from "./resource-json.js";

interface NewRecord {
  readonly scope?: readonly string[];
  readonly value: JsonObject;
}

/** Single records of a resource: making, replacing and deleting them, and what is needed to know for it. */
export function recordOperations(): Readonly<Record<string, PlaneOperation>> {
  return {
    async getResource({ realm, values }) {
      const { backend } = await realm();
      const editor = await backend.records();
      return resourceJson(backend.api, editor.resourceOf(values.pathTexts.collection ?? ""));
    },
    async sampleRecord({ realm, values }) {
      const editor = await (await realm()).backend.records();
      return { value: await editor.sample(values.pathTexts.collection ?? "") };
    },
    async createRecord({ realm, values }) {
      const editor = await (await realm()).backend.records();
      const { scope = [], value } = values.body as NewRecord;
      const { key, ...made } = await editor.create(values.pathTexts.collection ?? "", scope, value);
      return new PlaneAnswer(201, { key, scope: made.scope, value: made.value });
    },
    async replaceRecord({ realm, values }) {
      const editor = await (await realm()).backend.records();
      const { collection = "", key = "" } = values.pathTexts;
      const { value } = values.body as NewRecord;
      const { scope = [] } = values.query as { scope?: readonly string[] };
      const record = await editor.replace(collection, scope, key, value);
      return { key: record.key, scope: record.scope, value: record.value };
    },
    async deleteRecord({ realm, values }) {
      const editor = await (await realm()).backend.records();
      const { collection = "", key = "" } = values.pathTexts;
      const { scope = [] } = values.query as { scope?: readonly string[] };
      await editor.remove(collection, scope, key);
    },
  };
}
