import { parsePointer } from "@onespec/spec-core";
import { nothingThere } from "./nothing-there.js";
import type { PlaneOperation } from "./plane-operation.js";
import type { Realm } from "./realm.js";
import { isOperationState } from "./state-image.js";

interface ListQuery {
  readonly offset?: number;
  readonly limit?: number;
  readonly search?: string;
  readonly sort?: string;
  readonly scope?: readonly string[];
}

/** Looking at the state, and putting it back. */
export function stateOperations(): Readonly<Record<string, PlaneOperation>> {
  return {
    listCollections: async ({ realm }) => ({ collections: await collectionsOf(await realm()) }),
    async reset({ realm }) {
      const target = await realm();
      await target.reset();
      return { collections: await collectionsOf(target) };
    },
    async listRecords({ realm, values }) {
      const { collections } = await realm();
      const { offset, limit, search, sort, scope } = values.query as ListQuery;
      const name = values.pathTexts.collection ?? "";
      const collection = collections.find((candidate) => candidate.name === name);
      if (!collection) {
        throw nothingThere(
          `No resource is called ${JSON.stringify(name)}`,
          collections.map((candidate) => candidate.name),
        );
      }
      const page = await collection.list({
        offset: offset ?? 0,
        limit: limit ?? 100,
        ...(search === undefined || search === "" ? {} : { search }),
        ...(sort === undefined || sort === "" ? {} : { sort: [sortKey(sort)] }),
        ...(scope === undefined ? {} : { scope: scope.map((part) => (part === "" ? undefined : part)) }),
      });
      const records = page.records.map(({ key, scope, value }) => ({ key, scope, value }));
      return { collection: name, total: page.total, offset: offset ?? 0, records };
    },
  };
}

/** `name`, `-name`, or the JSON pointer of a property further in: `-/address/city`. */
function sortKey(text: string): { readonly property: readonly string[]; readonly descending: boolean } {
  const descending = text.startsWith("-");
  const name = descending ? text.slice(1) : text;
  return { property: name.startsWith("/") ? parsePointer(name) : [name], descending };
}

async function collectionsOf({ collections, backend }: Realm): Promise<readonly object[]> {
  const paths = new Map(backend.api.resources.map(({ name, collectionPath }) => [name, collectionPath]));
  const found: object[] = [];
  for (const collection of collections) {
    const { name } = collection;
    if (isOperationState(name)) continue;
    found.push({ name, path: paths.get(name) ?? "", records: await collection.count() });
  }
  return found;
}
