import { isObject } from "../json/is-object.js";
import { joinPointer } from "../json/json-pointer.js";

/**
 * The meaning of an object's keys. `object`: fields of OpenAPI. `schema`: keywords of JSON Schema. `names`: names that
 * the author chose, each for an object. `example` and `link`: objects with fields that contain plain data.
 */
export type Place = "object" | "schema" | "names" | "example" | "link";

type ReferenceKind = "$ref" | "$dynamicRef" | "mapping";

/** A reference and its place. Set `holder[key]` to change its target. */
export interface FoundReference {
  readonly kind: ReferenceKind;
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly text: string;
  /** The kind of the reference's target. */
  readonly place: Place;
  /** The base URI that an `$id` around it sets, `undefined` without one. */
  readonly base: string | undefined;
  /** JSON pointer of `holder`, below the value that the walk began at. */
  pointer(): string;
}

/** A schema with an `$id` or an anchor. */
export interface FoundIdentity {
  readonly kind: "$id" | "$anchor";
  /** The absolute `$id`, or the anchor's name. */
  readonly text: string;
  readonly base: string | undefined;
  pointer(): string;
}

interface ReferenceVisitor {
  reference(found: FoundReference): void;
  identity?(found: FoundIdentity): void;
  /** @param pointer below the value that the walk began at */
  schema?(schema: Readonly<Record<string, unknown>>, pointer: () => string): void;
}

/** Visited objects, with the kinds as which they were visited. Several walks can share it. */
export type SeenPlaces = Map<object, Set<Place>>;

interface Step {
  readonly parent: Step | undefined;
  readonly key: string | number;
}

/** Fields with data. A `$ref` inside them is an ordinary property. */
const DATA_KEYS = new Set(["example", "default", "enum", "const"]);
const EXAMPLE_DATA_KEYS = new Set(["value", "dataValue", "serializedValue"]);
const LINK_DATA_KEYS = new Set(["parameters", "requestBody"]);

const NAME_MAPS: Readonly<Record<string, Place>> = {
  properties: "schema",
  patternProperties: "schema",
  dependentSchemas: "schema",
  $defs: "schema",
  definitions: "schema",
  schemas: "schema",
  responses: "object",
  requestBodies: "object",
  headers: "object",
  securitySchemes: "object",
  callbacks: "object",
  pathItems: "object",
  mediaTypes: "object",
  content: "object",
  paths: "object",
  webhooks: "object",
  encoding: "object",
  additionalOperations: "object",
  parameters: "object",
  examples: "example",
  links: "link",
};

/**
 * Visits every reference in `value`, in document order. Skips data: values inside `example`, `examples`, `default`,
 * `enum`, `const` and `x-` fields. The entries of an `examples` map may still be references.
 */
export function walkReferences(
  value: unknown,
  place: Place,
  visitor: ReferenceVisitor,
  seen: SeenPlaces = new Map(),
): void {
  walk(value, place, "object", undefined, undefined);

  function walk(node: unknown, as: Place, membersAs: Place, base: string | undefined, step: Step | undefined): void {
    if (typeof node !== "object" || node === null) return;
    // With YAML aliases, or in a value from a program, an object may be in many places, or inside itself.
    const before = seen.get(node);
    if (before?.has(as)) return;
    if (before) before.add(as);
    else seen.set(node, new Set([as]));
    if (Array.isArray(node)) {
      node.forEach((item, index) => {
        walk(item, as, membersAs, base, { parent: step, key: index });
      });
      return;
    }
    const object = node as Record<string, unknown>;
    if (as === "schema") visitor.schema?.(object, () => pointerOf(step));
    const inner = as === "schema" || as === "object" ? identify(object, base, step) : base;
    for (const key in object) {
      const member = object[key];
      if (typeof member === "string") {
        if (key === "$ref" || key === "$dynamicRef") report(key, object, key, member, as, inner, step);
      } else if (typeof member === "object" && member !== null) {
        walkMember(key, member, as, membersAs, inner, step);
      }
    }
  }

  function walkMember(
    key: string,
    member: object,
    as: Place,
    membersAs: Place,
    base: string | undefined,
    parent: Step | undefined,
  ): void {
    const step = { parent, key };
    if (as === "names") {
      walk(member, membersAs, membersAs, base, step);
      return;
    }
    if (key.startsWith("x-") || DATA_KEYS.has(key)) return;
    if (as === "example" && EXAMPLE_DATA_KEYS.has(key)) return;
    if (as === "link" && LINK_DATA_KEYS.has(key)) return;
    if (key === "discriminator") {
      reportMapping(member, base, step);
      return;
    }
    const members = Object.hasOwn(NAME_MAPS, key) ? NAME_MAPS[key] : undefined;
    const own = as === "schema" || key === "schema" || key === "itemSchema" ? "schema" : "object";
    if (members === undefined) walk(member, own, own, base, step);
    else if (!Array.isArray(member)) walk(member, "names", members, base, step);
    else if (key !== "examples") walk(member, own, own, base, step);
  }

  function reportMapping(discriminator: object, base: string | undefined, parent: Step): void {
    const mapping = isObject(discriminator) ? discriminator.mapping : undefined;
    if (!isObject(mapping)) return;
    const step = { parent, key: "mapping" };
    for (const [name, target] of Object.entries(mapping)) {
      if (typeof target === "string") report("mapping", mapping, name, target, "schema", base, step);
    }
  }

  function identify(object: Record<string, unknown>, base: string | undefined, step: Step | undefined) {
    let inner = base;
    const pointer = () => pointerOf(step);
    if (typeof object.$id === "string") {
      inner = absoluteUri(object.$id, base);
      if (inner !== undefined) visitor.identity?.({ kind: "$id", text: inner, base, pointer });
    }
    for (const key of ["$anchor", "$dynamicAnchor"]) {
      const anchor = object[key];
      if (typeof anchor === "string") visitor.identity?.({ kind: "$anchor", text: anchor, base: inner, pointer });
    }
    return inner;
  }

  function report(
    kind: ReferenceKind,
    holder: Readonly<Record<string, unknown>>,
    key: string,
    text: string,
    as: Place,
    base: string | undefined,
    step: Step | undefined,
  ): void {
    visitor.reference({
      kind,
      holder,
      key,
      text,
      place: as,
      base,
      pointer: () => pointerOf(step),
    });
  }
}

function pointerOf(step: Step | undefined): string {
  return step === undefined ? "" : joinPointer(pointerOf(step.parent), step.key);
}

function absoluteUri(id: string, base: string | undefined): string | undefined {
  try {
    return new URL(id, base).href.replace(/#$/, "");
  } catch {
    return base;
  }
}
