import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDescription } from "../load-description.js";
import type { ApiDescription } from "../model/api-description.js";
import type { Role } from "../model/operation-role.js";
import type { Resource } from "../model/resource.js";
import { readSource } from "../read/read-source.js";
import { createSchemaReader } from "./shapes/schema-reader.js";

const corpus = process.env.CORPUS_DIR;
const sources = [
  createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json"),
  ...corpusFiles(),
];

if (corpus === undefined) test.skip("the descriptions of the corpus: CORPUS_DIR names no folder", () => {});

test.each(sources)("%s: invariants of what is inferred", async (source) => {
  const api = await loadDescription(source);
  const names = api.resources.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  for (const resource of api.resources) {
    expect(resource.name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/);
    expect(hasIdProperty(api, resource), `${resource.name} has ${resource.id.property?.join(".")}`).toBe(true);
    expect(api.resources.some(({ collectionPath }) => collectionPath === resource.stateKey)).toBe(true);
    for (const [role, operation] of Object.entries(resource.roles)) {
      // A list that is asked for by POST says in its body which records it wants.
      const kind = role === "list" && operation.method !== "get" ? "view" : role;
      expect(operation.role).toMatchObject({ kind, resource: { name: resource.name } });
    }
    expect(resource.list !== undefined).toBe(resource.roles.list !== undefined);
  }
  for (const operation of api.operations) expect(operation.roleReason).toMatch(/^[A-Z].*\.$/);
});

test.each(sources)("%s: the order of the document does not matter", async (source) => {
  if (statSync(source).size > MAX_REVERSED) return;
  const { value } = await readSource(source);
  const [straight, reversed] = await Promise.all([
    loadDescription(value as Record<string, unknown>),
    loadDescription(reverseKeys(value) as Record<string, unknown>),
  ]);
  expect(summary(reversed)).toEqual(summary(straight));
});

/** Loading twice costs seconds for the largest; one size less shows the same. */
const MAX_REVERSED = 1_500_000;

function corpusFiles(): string[] {
  if (corpus === undefined) return [];
  return readdirSync(corpus)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name) && name !== "manifest.json")
    .map((name) => join(corpus, name));
}

/** In the record, or, where only the list shows it, in its items. */
function hasIdProperty({ schemas }: ApiDescription, { id, schema, list, roles }: Resource): boolean {
  if (!id.property) return true;
  const reader = createSchemaReader(schemas);
  const { properties, types } = reader.facts(schema.json);
  if (reader.at(schema.json, id.property) !== undefined || (types.has("object") && properties.size === 0)) return true;
  const answer = reader.answer(roles.list);
  const itemsAt = list?.shape.kind === "envelope" ? list.shape.itemsAt : [];
  const items = answer === undefined ? undefined : reader.facts(reader.at(answer, itemsAt) ?? true).items;
  if (items !== undefined && reader.at(items, id.property) !== undefined) return true;
  // Of what nobody describes the id is called as the path calls it; elsewhere an example may show it.
  const responses = [roles.list, roles.create, roles.read].flatMap((operation) => operation?.responses ?? []);
  const bodies = responses.filter(({ status }) => status.startsWith("2")).flatMap(({ content }) => content);
  const examples = JSON.stringify(bodies.map((media) => media.examples));
  return bodies.length === 0 || examples.includes(`"${id.property.join('":{"')}":`);
}

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reverseKeys(member)]),
  );
}

/** All that was inferred, in an order of its own. */
function summary({ resources, operations }: ApiDescription): unknown {
  return {
    resources: resources.map(({ name, stateKey, collectionPath, itemPath, parents, id, schema, list, roles }) => ({
      ...{ name, stateKey, collectionPath, itemPath, schema: schema.uri },
      parents: parents.map(({ parameter, resource, property }) => ({ parameter, resource: resource?.name, property })),
      id: [id.parameter, id.property, id.schema.uri],
      shape: list?.shape,
      filters: list?.filters.map(({ parameter, at, property, operator }) => [parameter.name, at, property, operator]),
      roles: Object.entries(roles)
        .map(([role, { path }]) => `${role} ${path}`)
        .sort(),
    })),
    roles: operations
      .map(({ method, path, role, roleReason }) => {
        // Some members stand on the class of a role, where spreading does not come to them.
        const facts = ROLE_FACTS.map((name) => (name in role ? [name, role[name as keyof Role]] : []));
        // The links of a view have a resource, whose schema is in the order of the document.
        const text = JSON.stringify(facts, (key, value) => (key === "links" ? value.name : value));
        return `${method} ${path} ${text} ${roleReason}`;
      })
      .sort(),
  };
}

const ROLE_FACTS = ["kind", "body", "reply", "many", "hasIdInBody", "scope", "part", "key"];
