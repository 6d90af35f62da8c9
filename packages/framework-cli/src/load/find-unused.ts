import type { JsonSchema } from "@onespec/spec-core";
import type { App } from "./app.js";

/** Policies and schemas of an application that have no effect. */
export interface Unused {
  /** Policies that guard no action. */
  readonly policies: readonly string[];
  /** Schemas that no action reaches. */
  readonly schemas: readonly string[];
}

export function findUnused(app: App): Unused {
  const guards = new Set(
    app.actions.flatMap(({ policies, security }) => [...policies, ...security.flat().map(({ policy }) => policy)]),
  );
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    for (const name of referredSchemas(value)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(app.schemas.get(name));
    }
  };
  for (const { action } of app.actions) visit([action.inputs, action.outputs]);
  return {
    policies: [...app.policies.keys()].filter((name) => !guards.has(name)),
    schemas: [...app.schemas.keys()].filter((name) => !reached.has(name)),
  };
}

const REFERENCE = /^#\/components\/schemas\/([^/]+)/;

function referredSchemas(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Readonly<Record<string, JsonSchema | unknown>>).flatMap(([key, member]) => {
    const [, name] = key === "$ref" && typeof member === "string" ? (REFERENCE.exec(member) ?? []) : [];
    return name === undefined ? referredSchemas(member) : [name.replaceAll("~1", "/").replaceAll("~0", "~")];
  });
}
