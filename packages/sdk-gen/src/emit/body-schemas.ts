import type { Operation } from "@onespec/spec-core";
import { preferred } from "../plan/media-types.js";
import type { GroupPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code, indent } from "./code.js";
import { emitSchema, emitSchemaAt, type SchemaScope } from "./emit-schema.js";
import { propertyName } from "./escape.js";
import { byName } from "./import-models.js";
import { importUsed, type SharedSchemas } from "./shared-schemas.js";
import { WrittenSchemas } from "./written-schemas.js";

/** The request bodies of a resource, before schemas that it shares with others are moved out. */
export interface BodiesDraft {
  readonly group: GroupPlan;
  /** Schemas by operation id: one for all media types, or a list with one for each. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly text: string;
  readonly written: WrittenSchemas;
  /** The models that the schemas refer to. */
  readonly used: ReadonlySet<ModelPlan>;
}

/**
 * Sizes in characters, of all bodies and of those of one resource, up to which schemas stay in the resource's own file. Separate
 * files would save a page one kilobyte at first, and cost it two in total.
 */
const FEW = { inAll: 40_000, inOne: 1500 };

/** Bodies that get a file beside the resource's own, by resource. */
export function draftBodies(plan: SdkPlan): ReadonlyMap<GroupPlan, BodiesDraft> {
  const drafts = plan.groups.map((group) => draftOne(group, plan));
  const models = reachedBy(
    drafts.flatMap(({ used }) => [...used]),
    plan,
  );
  const texts = [...drafts, ...[...models].map((model) => sentSchema(model, plan))];
  if (texts.reduce((sum, { text }) => sum + text.length, 0) <= FEW.inAll) return new Map();
  const large = drafts.filter(({ text, used }) => used.size > 0 || text.length > FEW.inOne);
  return new Map(large.map((draft) => [draft.group, draft]));
}

function draftOne(group: GroupPlan, plan: SdkPlan): BodiesDraft {
  const used = new Set<ModelPlan>();
  const written = new WrittenSchemas();
  const scope: SchemaScope = { ...scopeOf(plan, used), written };
  const schemas = new Map<string, string>();
  for (const operation of operationsOf(group)) {
    const each = schemasOf(operation, scope);
    if (each.some((text) => text !== "true"))
      schemas.set(operation.id, new Set(each).size === 1 ? (each[0] ?? "") : `[${each.join(", ")}]`);
  }
  const text = [...schemas].map(([id, schema]) => `${propertyName(id)}: ${schema},`).join("\n");
  return { group, schemas, text, written, used };
}

function scopeOf({ api: { schemas }, modelAt }: SdkPlan, used: Set<ModelPlan>): SchemaScope {
  return { schemas, modelAt, used, keywords: new Set(), isSent: true };
}

/** The schema of a model, for request bodies. */
interface SentSchema {
  readonly text: string;
  /** The models that the schema refers to. */
  readonly used: ReadonlySet<ModelPlan>;
}

const sent = new WeakMap<ModelPlan, SentSchema>();

function sentSchema(model: ModelPlan, plan: SdkPlan): SentSchema {
  let schema = sent.get(model);
  if (!schema) {
    const used = new Set<ModelPlan>();
    schema = { text: emitSchema(model.schema.json, scopeOf(plan, used)), used };
    sent.set(model, schema);
  }
  return schema;
}

/** The models, and all that they refer to. */
function reachedBy(models: Iterable<ModelPlan>, plan: SdkPlan): ReadonlySet<ModelPlan> {
  const reached = new Set(models);
  for (const model of reached) for (const other of sentSchema(model, plan).used) reached.add(other);
  return reached;
}

function operationsOf({ methods, relations }: GroupPlan): readonly Operation[] {
  const linked = relations.flatMap((relation) => (relation.kind === "link" ? [relation.operation] : []));
  return [...new Set([...methods.map(({ operation }) => operation), ...linked])];
}

/** In the order of the operation's media types. */
function schemasOf({ id, requestBody }: Operation, scope: SchemaScope): string[] {
  return preferred(requestBody?.content ?? []).map(({ schema }) => {
    const text = schema ? emitSchemaAt(schema, scope) : "true";
    scope.written?.noteName(text, id);
    return text;
  });
}

const FILE = "../../utils/schemas.js";

/** `resources/bodies/<Resource>.js`: loaded with the first call that has a body. */
export function emitBodies({ text, written, used }: BodiesDraft, shared: SharedSchemas): string {
  const data = shared.apply(text, written);
  return code(
    importUsed(data, used, { utils: "../../utils", model: () => FILE, shared: FILE }),
    "",
    "/** What the bodies of its calls may hold, by operation. */",
    "export function bodies() {",
    indent("return {", indent(data.text.split("\n")), "};"),
    "}",
  );
}

/** `utils/schemas.js`: schemas that bodies share; `undefined` if there are none. */
export function emitSentSchemas(
  drafts: readonly BodiesDraft[],
  { all }: SharedSchemas,
  plan: SdkPlan,
): string | undefined {
  const used = drafts.flatMap((draft) => [...draft.used]);
  const models = byName(reachedBy(used, plan)).map((model) => [`${model.name}Schema`, sentSchema(model, plan).text]);
  // Functions, so that a bundle creates only the schemas that are used.
  const functions = [...models, ...all.map(({ name, text }) => [name, text])].map(
    ([name, text]) => `export function ${name}() { return ${text}; }`,
  );
  return functions.length === 0
    ? undefined
    : code(
        importUsed({ text: functions.join("\n"), names: new Set() }, [], { utils: "." }),
        "",
        "// What the bodies of requests may hold: named schemas, and what the description writes out in more than one place.",
        functions,
      );
}
