import { camelCase, singular } from "../plan/identifier.js";
import { MODULE_WORDS } from "../plan/name-table.js";
import type { GroupPlan, MethodPlan, RecordMethod, SdkPlan } from "../plan/sdk-plan.js";
import { literal, memberAccess } from "./escape.js";
import { type KnownValues, sampleCall } from "./sample-call.js";

/** Number of methods in the example of a group without a resource. */
const MOST_METHODS = 3;

/**
 * Lines of example code that run against a server from top to bottom. They create or look up each record before they
 * use it.
 */
export function resourceExample(group: GroupPlan, plan: SdkPlan): string[] {
  if (!group.resource)
    return group.methods.slice(0, MOST_METHODS).map((method) => `await ${sampleCall(plan.api, group, method)};`);
  const example = new Example(plan);
  example.use(group);
  return example.lines;
}

class Example {
  readonly lines: string[] = [];
  readonly #plan: SdkPlan;
  readonly #names = new Set<string>();

  constructor(plan: SdkPlan) {
    this.#plan = plan;
  }

  /** Creates, reads, changes, finds and deletes a record, as far as the API allows. */
  use(group: GroupPlan): void {
    const parents = this.#parents(group);
    const record = this.#record(group, parents);
    const known: KnownValues = { parents, ...(record?.id === undefined ? {} : { id: record.id }) };
    for (const name of ["get", "update", "replace"] as const)
      if (record?.id !== undefined) this.#call(group, name, known);
    const find = methodOf(group, "find");
    if (find) this.lines.push(`await ${this.#text(group, find, known)}${this.#clauses(group)}.limit(10);`);
    if (record?.isNew && record.id !== undefined) this.#call(group, "delete", known);
    if (this.lines.length === 0)
      for (const method of group.methods.slice(0, MOST_METHODS))
        this.lines.push(`await ${this.#text(group, method, known)};`);
  }

  #call(group: GroupPlan, name: RecordMethod, known: KnownValues): void {
    const method = methodOf(group, name);
    if (method) this.lines.push(`await ${this.#text(group, method, known)};`);
  }

  /** Puts a record into a variable, and returns the expression of its id. */
  #record(
    group: GroupPlan,
    parents: Readonly<Record<string, string>>,
  ): { id: string | undefined; isNew: boolean } | undefined {
    const { resource } = group;
    const [create, find] = [methodOf(group, "create"), methodOf(group, "find")];
    if (!resource) return undefined;
    const access = resource.id.property?.map(memberAccess).join("");
    const role = create?.operation.role;
    if (create && role?.kind === "create" && role.reply && access !== undefined) {
      const name = this.#name(group);
      this.lines.push(`const ${name} = await ${this.#text(group, create, { parents })};`);
      const around = create.reply.length > 0 ? "" : role.reply.map(memberAccess).join("");
      return { id: `${name}${around}${access}`, isNew: true };
    }
    if (create) this.lines.push(`await ${this.#text(group, create, { parents })};`);
    if (!find || access === undefined || group.methods.length < 2) return undefined;
    const name = this.#name(group);
    this.lines.push(`const [${name}] = await ${this.#text(group, find, { parents })}.limit(1);`);
    return { id: `${name}${access}`, isNew: false };
  }

  /** The ids of the parent records: each the first one found. */
  #parents({ resource }: GroupPlan): Record<string, string> {
    const parents: Record<string, string> = {};
    for (const parent of resource?.parents ?? []) {
      const group = parent.resource && this.#plan.groupByResource.get(parent.resource);
      const find = group && methodOf(group, "find");
      const access = group?.resource?.id.property?.map(memberAccess).join("");
      if (!group || !find || access === undefined) continue;
      const above = Object.fromEntries(
        (group.resource?.parents ?? []).flatMap(({ parameter }, at) => {
          const known = parents[resource?.parents[at]?.parameter ?? parameter];
          return known === undefined ? [] : [[parameter, known]];
        }),
      );
      const name = this.#name(group);
      this.lines.push(`const [${name}] = await ${this.#text(group, find, { parents: above })}.limit(1);`);
      parents[parent.parameter] = `${name}${access}`;
    }
    return parents;
  }

  #clauses({ relations }: GroupPlan): string {
    const [relation] = relations;
    return relation ? `.populate(${literal(relation.name)})` : "";
  }

  #text(group: GroupPlan, method: MethodPlan, known: KnownValues): string {
    return sampleCall(this.#plan.api, group, method, known);
  }

  /** A variable name that is unique in the example: `book` for `books`. */
  #name({ name }: GroupPlan): string {
    const one = camelCase(singular(name), "record");
    const base = MODULE_WORDS.has(one.toLowerCase()) || one === "client" ? "record" : one;
    let free = base;
    for (let number = 2; this.#names.has(free); number += 1) free = `${base}${number}`;
    this.#names.add(free);
    return free;
  }
}

function methodOf(group: GroupPlan, name: RecordMethod): MethodPlan | undefined {
  return group.methods.find(({ record }) => record === name);
}
