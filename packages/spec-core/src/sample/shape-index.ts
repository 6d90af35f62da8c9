import { isOfType, jsonEqual } from "../json/json-value.js";
import { getOrMake } from "../lazy/caches.js";
import type { Discriminator, JsonSchema, JsonSchemaObject, Schema, SchemaRegistry, View } from "../schema/schema.js";
import { type TaggedBranches, taggedBranches } from "../schema/shape/discriminator.js";
import { type SubtypeIndex, subtypesOf } from "../schema/shape/subtypes.js";
import { isLooseNull } from "../schema/translate/allow-null.js";
import { createValidators, type Validators } from "../schema/validate/create-validators.js";
import { strictFormats } from "../schema/validate/formats.js";
import { Pattern } from "./pattern.js";
import { type Choice, type Shape, shapeTypes } from "./shape.js";

const NO_BRANCH: ReadonlyMap<readonly JsonSchema[], number> = new Map();

/** Converts schemas to shapes and caches them. There is one index for each description. */
export class ShapeIndex {
  readonly schemas: SchemaRegistry;
  readonly #shapes = new Map<JsonSchema, Shape>();
  readonly #chosen = new WeakMap<Shape, Map<number, Shape>>();
  readonly #extended = new WeakMap<Shape, Map<string, Shape>>();
  readonly #conditions = new WeakMap<JsonSchemaObject, readonly JsonSchema[]>();
  readonly #children = new WeakMap<JsonSchemaObject, Choice>();
  readonly #subtypes: SubtypeIndex;

  readonly #patterns = new Map<string, Pattern>();

  readonly #strict: Validators;

  constructor(schemas: SchemaRegistry) {
    this.schemas = schemas;
    this.#strict = createValidators(schemas, strictFormats);
    this.#subtypes = subtypesOf(schemas);
  }

  pattern(source: string): Pattern {
    return getOrMake(this.#patterns, source, () => new Pattern(source));
  }

  /** True if the value is valid. The schema may be a part that no operation refers to. */
  isValid(schema: JsonSchema, value: unknown, view: View): boolean {
    if (typeof schema === "boolean") return schema;
    return this.schemas.validator(this.schemas.schemaOf(schema), view).isValid(value);
  }

  /** Like `isValid`, for examples: the value must also satisfy stricter format validators. */
  isStrictlyValid(schema: JsonSchema, value: unknown, view: View): boolean {
    return typeof schema === "boolean" ? schema : this.#strict.of(this.schemas.schemaOf(schema), view).isValid(value);
  }

  /** The shape of a schema. References to the same schema share it. */
  of(schema: JsonSchema): Shape {
    const target = this.schemas.follow(schema);
    return getOrMake(this.#shapes, target, () => {
      const uri =
        typeof schema === "object" && schema.$ref !== undefined ? this.schemas.at(schema.$ref).uri : undefined;
      return this.#build([schema], NO_BRANCH, uri);
    });
  }

  /** The shape of a schema that is not reached by a reference. */
  root(schema: Schema): Shape {
    const target = this.schemas.follow(schema.json);
    return getOrMake(this.#shapes, target, () => this.#build([schema.json], NO_BRANCH, schema.uri));
  }

  /** The shape of a value that satisfies all of the schemas. Not cached here, but by the caller. */
  ofAll(schemas: readonly JsonSchema[]): Shape {
    const [only] = schemas;
    return schemas.length === 1 && only !== undefined ? this.of(only) : this.#build(schemas, NO_BRANCH, undefined);
  }

  /** The shape after a branch of its first choice is chosen. `-1` chooses none. */
  choose(shape: Shape, branch: number): Shape {
    const chosen = getOrMake(this.#chosen, shape, () => new Map());
    return getOrMake(chosen, branch, () => {
      const [choice] = shape.choices;
      return choice
        ? this.#build(shape.sources, new Map([...shape.resolved, [choice.branches, branch]]), shape.uri)
        : shape;
    });
  }

  /** The shape with more schemas. `key` identifies them within the shape. */
  extend(shape: Shape, key: string, schemas: readonly JsonSchema[]): Shape {
    const extended = getOrMake(this.#extended, shape, () => new Map());
    return getOrMake(extended, key, () => this.#build([...shape.sources, ...schemas], shape.resolved, shape.uri));
  }

  #build(
    sources: readonly JsonSchema[],
    resolved: ReadonlyMap<readonly JsonSchema[], number>,
    uri: string | undefined,
  ): Shape {
    const gathered = new Gathered();
    for (const source of sources) this.#open(source, resolved, gathered, true, uri);
    const { parts, tags } = gathered;
    const types = shapeTypes(parts);
    const members = intersectMembers(parts)?.filter((member) => types.some((type) => isOfType(member, type)));
    return {
      sources,
      resolved,
      parts,
      principals: gathered.principals,
      impossible: gathered.impossible || types.length === 0 || members?.length === 0,
      isDoubtful: parts.some((part) => isDoubtful(part) || isDoubtful(this.schemas.follow(part.items ?? true))),
      types,
      choices: gathered.choices,
      tags,
      negations: parts.flatMap((part) => (part.not === undefined ? [] : [part.not])),
      readOnly: parts.some((part) => part.readOnly === true),
      writeOnly: parts.some((part) => part.writeOnly === true),
      members,
      uri,
      name: uri === undefined ? undefined : this.schemas.at(uri).name,
    };
  }

  #open(
    schema: JsonSchema,
    resolved: ReadonlyMap<readonly JsonSchema[], number>,
    gathered: Gathered,
    principal: boolean,
    uri: string | undefined,
  ): void {
    const part = this.schemas.follow(schema);
    if (part === true || (typeof part === "object" && gathered.parts.includes(part))) return;
    if (part === false || isLooseNull(part)) {
      gathered.impossible = true;
      return;
    }
    gathered.parts.push(part);
    gathered.open.push(part);
    if (principal) gathered.principals.push(part);
    // A schema that inherits a discriminator keeps its own name, not that of the base with the discriminator.
    const own = uri ?? (typeof schema === "object" ? schema.$ref : undefined);
    const wraps = part.allOf?.length === 1 && part.properties === undefined;
    for (const inner of part.allOf ?? []) this.#open(inner, resolved, gathered, principal && wraps, own);
    for (const choice of this.#choicesOf(part, own)) {
      const branch = resolved.get(choice.branches);
      if (branch === undefined) {
        gathered.choices.push(choice);
        continue;
      }
      const taken = choice.branches[branch];
      if (taken === undefined) continue;
      // A schema that is an alternative of itself can never be the matching one.
      if (gathered.open.includes(this.schemas.follow(taken) as JsonSchemaObject)) gathered.impossible = true;
      const tag = choice.tag?.values[branch];
      if (choice.tag && tag !== undefined) gathered.tags.set(choice.tag.property, tag);
      this.#open(taken, resolved, gathered, principal, undefined);
    }
    gathered.open.pop();
    const tag = part.discriminator && this.#ownTag(part.discriminator, own);
    if (part.discriminator && tag !== undefined && !gathered.tags.has(part.discriminator.propertyName)) {
      gathered.tags.set(part.discriminator.propertyName, tag);
    }
  }

  #choicesOf(part: JsonSchemaObject, uri: string | undefined): Choice[] {
    const choices: Choice[] = [];
    const tagged = part.discriminator && taggedBranches(this.schemas, part);
    for (const kind of ["oneOf", "anyOf"] as const) {
      const branches = part[kind];
      if (branches) choices.push({ kind, branches, tag: tagged?.keyword === kind ? tagsOf(tagged) : undefined });
    }
    if (part.if !== undefined) choices.push({ kind: "anyOf", branches: this.#conditionOf(part), tag: undefined });
    const children = part.discriminator && this.#childrenOf(part, part.discriminator, uri);
    if (children) choices.push(children);
    return choices;
  }

  /** Two branches: `if` with `then`, or `not` the `if` with `else`. */
  #conditionOf(part: JsonSchemaObject): readonly JsonSchema[] {
    let branches = this.#conditions.get(part);
    if (!branches) {
      branches = [
        { allOf: [part.if ?? true, part.then ?? true] },
        { not: part.if ?? true, allOf: [part.else ?? true] },
      ];
      this.#conditions.set(part, branches);
    }
    return branches;
  }

  /**
   * The tag of values of the schema at `uri`, which has or inherits the discriminator: the mapping's, or else the
   * schema's name.
   */
  #ownTag(discriminator: Discriminator, uri: string | undefined): string | undefined {
    if (uri === undefined) return undefined;
    const target = this.schemas.at(uri);
    return mappingKey(discriminator, uri, target) ?? target.name;
  }

  /**
   * The subtypes of a schema with a discriminator and no branches. Such a schema is a base, and a value of a subtype is
   * more realistic. `undefined` if there are none.
   */
  #childrenOf(part: JsonSchemaObject, discriminator: Discriminator, uri: string | undefined): Choice | undefined {
    if (uri === undefined || this.schemas.at(uri).json !== part) return undefined;
    const children = getOrMake(this.#children, part, () => this.#createChildren(part, discriminator, uri));
    return children.branches.length > 0 ? children : undefined;
  }

  #createChildren(part: JsonSchemaObject, discriminator: Discriminator, uri: string): Choice {
    const isMapped = mappingKey(discriminator, uri, this.schemas.at(uri)) !== undefined;
    const byTag = isMapped ? undefined : this.#subtypes.of(part)?.byTag;
    const tagOf = (tag: string, child: Schema): string => mappingKey(discriminator, child.uri, child) ?? tag;
    const tags = [...new Map([...(byTag ?? [])].map(([tag, child]) => [child.uri, tagOf(tag, child)]))];
    return {
      kind: "loose",
      branches: tags.map(([child]) => ({ $ref: child })),
      tag: { property: discriminator.propertyName, values: tags.map(([, tag]) => tag) },
    };
  }
}

function isDoubtful(part: JsonSchema): boolean {
  return typeof part === "object" && part["x-doubtful"] === true;
}

class Gathered {
  readonly parts: JsonSchemaObject[] = [];
  /** The parts that are currently being opened. */
  readonly open: JsonSchemaObject[] = [];
  readonly principals: JsonSchemaObject[] = [];
  readonly choices: Choice[] = [];
  readonly tags: Map<string, string> = new Map();
  impossible = false;
}

function tagsOf({ propertyName, branches, byTag }: TaggedBranches): Choice["tag"] {
  const tags = [...byTag];
  const values = branches.map((_, branch) => tags.find(([, positions]) => positions.includes(branch))?.[0]);
  return { property: propertyName, values };
}

function mappingKey({ mapping = {} }: Discriminator, uri: string, target: Schema): string | undefined {
  return Object.keys(mapping).find((key) => mapping[key] === uri || mapping[key] === target.uri);
}

function intersectMembers(parts: readonly JsonSchemaObject[]): readonly unknown[] | undefined {
  let members: readonly unknown[] | undefined;
  for (const part of parts) {
    for (const list of [part.enum, "const" in part ? [part.const] : undefined]) {
      if (!list) continue;
      members = members ? members.filter((member) => list.some((other) => jsonEqual(member, other))) : list;
    }
  }
  return members;
}
