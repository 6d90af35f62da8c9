import { isObject, toMatcher } from "@onespec/spec-core";
import { camelize, pluralize, underscore } from "inflection";
import type {
  Entity,
  EntityIndex,
  EntitySource,
  Field,
  FieldDefault,
  FieldRules,
  JsonValue,
  Relation,
  RelationScope,
  Timestamps,
} from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { invalidModels, type ModelProblem } from "./check-model.js";
import { nameProblems, suggestion } from "./check-names.js";
import { type DataType, readFieldType } from "./data-types.js";
import type { Association, ModelAttribute, ModelDefinition } from "./define-model.js";

/**
 * All models of an application as entities, sorted by name.
 *
 * @param pathOf the file of a model, for messages
 * @throws FrameworkError MODEL_INVALID, which names each mistake with its model and attribute
 */
export function entitiesFromModels(
  models: readonly ModelDefinition[],
  pathOf: (model: string) => string | undefined = () => undefined,
): readonly Entity[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  const problems: ModelProblem[] = [];
  const add = (model: string, { message, ...rest }: ModelProblem): void => {
    const path = pathOf(model);
    problems.push({ message: path === undefined ? message : `${path}: ${message}`, ...rest });
  };
  let first: unknown;
  const entities = models.map((model) =>
    entityOf(model, byName, (part) => {
      try {
        return [part()];
      } catch (error) {
        if (!(error instanceof FrameworkError)) throw error;
        first ??= error;
        add(model.name, { message: error.message, ...(error.hint !== undefined && { hint: error.hint }) });
        return [];
      }
    }),
  );
  // A field that is wrong itself is missing here, and so would seem to be unknown.
  for (const entity of problems.length === 0 ? entities : []) {
    for (const problem of nameProblems(entity, entities)) add(entity.name, problem);
  }
  if (problems.length > 0) throw invalidModels(problems, first);
  return entities.sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Models = ReadonlyMap<string, ModelDefinition>;

/** Reads one part of a model; nothing where it is wrong, which is reported with all other mistakes. */
type ReadPart = <T>(part: () => T) => T[];

function entityOf(model: ModelDefinition, models: Models, read: ReadPart): Entity {
  const { options } = model;
  const timestamps = timestampsOf(model);
  const attributes: Record<string, ModelAttribute> = {};
  if (!Object.values(model.attributes).some((attribute) => isAttribute(attribute) && attribute.primaryKey)) {
    // As Sequelize does: a model without a key gets one.
    attributes.id = { type: { key: "INTEGER" }, primaryKey: true, autoIncrement: true };
  }
  for (const [name, attribute] of Object.entries(model.attributes)) {
    attributes[name] = isAttribute(attribute) ? attribute : { type: attribute };
  }
  for (const name of [timestamps.createdAt, timestamps.updatedAt]) {
    if (name !== undefined) attributes[name] ??= { type: { key: "DATE" }, allowNull: false };
  }
  if (timestamps.deletedAt !== undefined) attributes[timestamps.deletedAt] ??= { type: { key: "DATE" } };
  if (options.version) {
    const version = typeof options.version === "string" ? options.version : "version";
    attributes[version] ??= { type: { key: "INTEGER" }, allowNull: false, defaultValue: 0 };
  }
  const stored = Object.entries(attributes).filter(([, { type }]) => type?.key !== "VIRTUAL");
  const beyond = beyondOf(model, attributes);
  const hasSource =
    beyond.length > 0 || model.factory !== undefined || options.scopes !== undefined || hasMessages(attributes);

  const relations = Object.entries(options.associations ?? {}).flatMap(([name, association]) =>
    read(() => relationOf(model, name, association, models)),
  );
  const table = tableName(model);
  return {
    name: model.name,
    table,
    ...(options.renamedFrom !== undefined && { renamedFrom: options.renamedFrom }),
    fields: stored.flatMap(([name, attribute]) => read(() => fieldOf(model, name, attribute, models))),
    relations,
    indexes: [...indexesOf(model, table), ...sharedUnique(stored)],
    ...((model.unmadeIndexes ?? []).length > 0 && { unmadeIndexes: model.unmadeIndexes ?? [] }),
    timestamps,
    ...(hasSource && {
      source: {
        attributes,
        options: options as EntitySource["options"],
        ...(model.factory !== undefined && { factory: model.factory }),
        beyond,
      },
    }),
  };
}

function indexesOf({ options }: ModelDefinition, table: string): EntityIndex[] {
  return (options.indexes ?? []).map((index) => ({
    name: index.name ?? `${table}_${index.fields.map((field) => underscore(field)).join("_")}`,
    fields: index.fields,
    unique: index.unique ?? false,
  }));
}

/** The unique indexes that several attributes share by one name. A primary key is unique without one. */
function sharedUnique(attributes: readonly (readonly [string, ModelAttribute])[]): EntityIndex[] {
  const groups = new Map<string, string[]>();
  for (const [field, { unique }] of attributes) {
    const name = uniqueName(unique);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), field]);
  }
  const key = attributes.flatMap(([name, { primaryKey }]) => (primaryKey ? [name] : []));
  const isKey = (fields: readonly string[]): boolean =>
    fields.length === key.length && fields.every((field) => key.includes(field));
  return [...groups].flatMap(([name, fields]) => (isKey(fields) ? [] : [{ name, fields, unique: true }]));
}

function uniqueName(unique: ModelAttribute["unique"]): string | undefined {
  return typeof unique === "object" ? unique.name : typeof unique === "string" ? unique : undefined;
}

/** Features that a statement outside of Sequelize's model would skip. */
function beyondOf(
  { options, factory }: ModelDefinition,
  attributes: Readonly<Record<string, ModelAttribute>>,
): string[] {
  const parts: string[] = [];
  for (const [name, { get, set, validate = {}, defaultValue, type }] of Object.entries(attributes)) {
    if (get !== undefined) parts.push(`${name}.get`);
    if (set !== undefined) parts.push(`${name}.set`);
    if (type?.key === "VIRTUAL" && get === undefined) parts.push(`${name} (VIRTUAL)`);
    if (type?.key === "ARRAY") parts.push(`${name} (ARRAY)`);
    if (factory !== undefined && type?.key === "DECIMAL") {
      const field = readFieldType(type, name, true);
      // MySQL rounds it, other databases do not.
      if (field.kind === "decimal" && field.precision === undefined) parts.push(`${name} (DECIMAL)`);
    }
    if (isOwnDefault(defaultValue)) parts.push(`${name}.defaultValue`);
    for (const validator of Object.keys(validate)) {
      if (!RULE_VALIDATORS.has(validator) || typeof validate[validator] === "function") {
        parts.push(`${name}.validate.${validator}`);
      }
    }
  }
  const columns = Object.entries(attributes).flatMap(([name, { field, type }]) =>
    type?.key === "VIRTUAL" ? [] : [field ?? name],
  );
  parts.push(...columns.filter((column, at) => columns.indexOf(column) !== at).map((column) => `${column} (twice)`));
  for (const option of ["hooks", "validate", "getterMethods", "setterMethods", "defaultScope"] as const) {
    if (Object.keys(options[option] ?? {}).length > 0) parts.push(option);
  }
  if (options.version) parts.push("version");
  return parts;
}

/** Validators that `FieldRules` can say. */
const RULE_VALIDATORS = new Set(["len", "min", "max", "is", "isEmail", "isUrl"]);

/** Validators' own messages: Sequelize reports them. */
function hasMessages(attributes: Readonly<Record<string, ModelAttribute>>): boolean {
  return Object.values(attributes).some(
    ({ validate, unique }) => validate !== undefined || (typeof unique === "object" && unique.msg !== undefined),
  );
}

function timestampsOf({ options }: ModelDefinition): Timestamps {
  const { timestamps = true, paranoid = false, createdAt, updatedAt, deletedAt } = options;
  const named = (isOn: boolean, usual: keyof Timestamps, name: string | false = usual): Timestamps =>
    isOn && name !== false ? { [usual]: name } : {};
  return {
    ...named(timestamps, "createdAt", createdAt),
    ...named(timestamps, "updatedAt", updatedAt),
    ...named(paranoid, "deletedAt", deletedAt),
  };
}

function fieldOf(model: ModelDefinition, name: string, attribute: ModelAttribute, models: Models): Field {
  const place = `${model.name}.${name}`;
  const type = readFieldType(attribute.type, place, model.factory !== undefined);
  const primaryKey = attribute.primaryKey ?? false;
  const target = attribute.references === undefined ? undefined : models.get(attribute.references.model);
  const nullable = primaryKey ? false : (attribute.allowNull ?? true);
  const uniqueMessage = typeof attribute.unique === "object" ? attribute.unique?.msg : undefined;
  return {
    name,
    column: attribute.field ?? (model.options.underscored === false ? name : underscore(name)),
    type,
    nullable,
    primaryKey,
    autoIncrement: attribute.autoIncrement ?? false,
    unique: uniqueName(attribute.unique) === undefined && attribute.unique !== undefined && attribute.unique !== false,
    default: defaultOf(attribute.defaultValue, place),
    ...(isOwnDefault(attribute.defaultValue) && { hasOwnDefault: true }),
    ...(hasAccessor(model, name, attribute) && { hasAccessor: true }),
    references:
      attribute.references === undefined
        ? undefined
        : {
            table: target === undefined ? attribute.references.model : tableName(target),
            column: columnOf(target, attribute.references.key ?? "id"),
            onDelete: attribute.onDelete ?? (nullable ? "SET NULL" : "NO ACTION"),
            onUpdate: attribute.onUpdate ?? "CASCADE",
          },
    rules: rulesOf(attribute, place),
    ...(attribute.comment !== undefined && { comment: attribute.comment }),
    ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
    ...(attribute.hidden && { hidden: true }),
    ...(uniqueMessage !== undefined && { uniqueMessage }),
  };
}

/** @param key an attribute, or a column that no attribute is called */
function columnOf(model: ModelDefinition | undefined, key: string): string {
  const attribute = model && Object.hasOwn(model.attributes, key) ? model.attributes[key] : undefined;
  if (model === undefined || attribute === undefined) return key;
  const column = isAttribute(attribute) ? attribute.field : undefined;
  return column ?? (model.options.underscored === false ? key : underscore(key));
}

function defaultOf(value: unknown, place: string): FieldDefault | undefined {
  if (value === undefined) return undefined;
  const key = dataTypeKey(value);
  if (key === "UUIDV4" || key === "UUIDV1") return { kind: "uuid" };
  if (key === "NOW") return { kind: "now" };
  if (isOwnDefault(value)) return undefined;
  if (typeof value === "symbol" || typeof value === "bigint") {
    throw new FrameworkError(
      "MODEL_INVALID",
      `${place}: a default must be a value that JSON can hold, or a function.`,
      { hint: "Write a large number as a text." },
    );
  }
  return { kind: "value", value: value as JsonValue };
}

/** Sequelize calls it for each record, or puts it into the statement. */
function isOwnDefault(value: unknown): boolean {
  return isExpression(value) || (typeof value === "function" && dataTypeKey(value) === undefined);
}

function hasAccessor({ options }: ModelDefinition, name: string, { get, set }: ModelAttribute): boolean {
  const methods = [options.getterMethods, options.setterMethods];
  return (get ?? set) !== undefined || methods.some((own) => own !== undefined && Object.hasOwn(own, name));
}

/** SQL that Sequelize writes into the statement: `literal`, `fn`, `cast`. */
function isExpression(value: unknown): boolean {
  if (!isObject(value)) return false;
  const parent: unknown = Object.getPrototypeOf(Object.getPrototypeOf(value) ?? {});
  return isObject(parent) && parent.constructor.name === "SequelizeMethod";
}

/** Sequelize's validators in JSON Schema's words. */
function rulesOf({ validate = {} }: ModelAttribute, place: string): FieldRules {
  const argument = (name: string): unknown => {
    const given = validate[name];
    return typeof given === "object" && given !== null && "args" in given ? given.args : given;
  };
  const length = argument("len");
  const minimum = argument("min");
  const maximum = argument("max");
  const pattern = argument("is");
  const one = Array.isArray(pattern) ? pattern[0] : pattern;
  const text = one instanceof RegExp ? one.source : one;
  if (typeof text === "string" && toMatcher(text) === undefined) {
    throw new FrameworkError(
      "MODEL_INVALID",
      `${place}: its pattern in \`is\` is not a regular expression that is supported here.`,
      { hint: "Correct its syntax; groups may be nested 250 deep." },
    );
  }
  return {
    ...(Array.isArray(length) && typeof length[0] === "number" && { minLength: length[0] }),
    ...(Array.isArray(length) && typeof length[1] === "number" && { maxLength: length[1] }),
    ...(typeof text === "string" && { pattern: text }),
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
    ...(argument("isEmail") ? { format: "email" } : argument("isUrl") ? { format: "uri" } : {}),
    ...messagesOf(validate),
  };
}

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  len: ["minLength", "maxLength"],
  min: ["minimum"],
  max: ["maximum"],
  is: ["pattern"],
  isEmail: ["format"],
  isUrl: ["format"],
  isIn: ["enum"],
  notNull: ["required"],
};

/** The `msg` of validators. */
function messagesOf(validate: NonNullable<ModelAttribute["validate"]>): Pick<FieldRules, "messages"> {
  const messages = Object.entries(validate).flatMap(([validator, given]) => {
    const text = isObject(given) && "msg" in given ? given.msg : undefined;
    return typeof text === "string" ? (KEYWORDS[validator] ?? []).map((keyword) => [keyword, text]) : [];
  });
  return messages.length === 0 ? {} : { messages: Object.fromEntries(messages) };
}

/** An association that a model's own code made with Sequelize; `defineModel` takes none of these parts. */
export type ReadAssociation = Association &
  Pick<Relation, "sourceKey" | "targetKey" | "scope"> & { readonly throughScope?: RelationScope };

function relationOf(model: ModelDefinition, name: string, association: ReadAssociation, models: Models): Relation {
  const known = (target: string): string => {
    if (models.has(target)) return target;
    throw new FrameworkError("MODEL_INVALID", `${model.name}.associations.${name}: there is no model ${target}.`, {
      hint: suggestion(target, [...models.keys()].sort(), "The models are"),
    });
  };
  const ownKey = `${camelize(model.name, true)}Id`;
  const attributeOf = (owner: string, key: string): string => {
    const { attributes = {} } = models.get(owner) ?? {};
    if (Object.hasOwn(attributes, key) || key === "id") return key;
    throw new FrameworkError("MODEL_INVALID", `${model.name}.associations.${name}: ${owner} has no attribute ${key}.`, {
      hint: `Add ${key} to ${owner}, or name another with foreignKey.`,
    });
  };
  const { sourceKey, targetKey, scope, throughScope } = association;
  const parts = {
    name,
    ...(sourceKey !== undefined && { sourceKey }),
    ...(targetKey !== undefined && { targetKey }),
    ...(scope !== undefined && { scope }),
  };
  if ("belongsTo" in association) {
    const target = known(association.belongsTo);
    const foreignKey = attributeOf(model.name, association.foreignKey ?? `${name}Id`);
    return { kind: "belongsTo", ...parts, target, foreignKey };
  }
  if ("belongsToMany" in association) {
    const [target, through] = [known(association.belongsToMany), known(association.through)];
    const foreignKey = attributeOf(through, association.foreignKey ?? ownKey);
    const otherKey = attributeOf(through, association.otherKey ?? `${camelize(target, true)}Id`);
    return {
      kind: "belongsToMany",
      ...parts,
      target,
      through,
      foreignKey,
      otherKey,
      ...(throughScope && { throughScope }),
    };
  }
  const kind = "hasMany" in association ? "hasMany" : "hasOne";
  const target = known("hasMany" in association ? association.hasMany : association.hasOne);
  return { kind, ...parts, target, foreignKey: attributeOf(target, association.foreignKey ?? ownKey) };
}

function tableName(model: ModelDefinition): string {
  const { tableName: given, freezeTableName, name = {} } = model.options;
  if (given !== undefined) return given;
  return freezeTableName ? model.name : underscore(name.plural ?? pluralize(model.name));
}

function isAttribute(value: ModelAttribute | DataType): value is ModelAttribute {
  return "type" in value;
}

/** Sequelize's data types are classes or instances; ours are objects. All carry `key`. */
function dataTypeKey(value: unknown): string | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || !("key" in value))
    return undefined;
  return typeof value.key === "string" ? value.key : undefined;
}
