import { meantHint } from "@onespec/spec-core/errors";
import type { Entity, Field } from "../entity/entity.js";
import type { ModelProblem } from "./check-model.js";

/**
 * Finds wrong names of tables, keys and fields in a model's references and indexes. With them no row could be inserted.
 */
export function nameProblems(entity: Entity, entities: readonly Entity[]): readonly ModelProblem[] {
  const names = entity.fields.map(({ name }) => name);
  const isField = (given: string): boolean =>
    entity.fields.some(({ name, column }) => name === given || column === given);
  const unknown = entity.indexes.flatMap(({ name, fields }) =>
    fields.filter((field) => !isField(field)).map((field) => ({ index: name, field })),
  );
  return [
    ...(entity.source?.factory === undefined ? columnProblems(entity) : []),
    ...entity.fields.flatMap((field) => referenceProblems(entity, field, entities)),
    ...unknown.map(({ index, field }) => ({
      message: `${entity.name}: the index ${index} names the attribute ${field}, which the model does not have.`,
      hint: suggestion(field, names, "The attributes are"),
    })),
  ];
}

/** Two fields of one column would overwrite each other; Sequelize's own models may have them. */
function columnProblems({ name: model, fields }: Entity): readonly ModelProblem[] {
  return fields.flatMap(({ name, column }, at) => {
    const other = fields.slice(0, at).find((each) => each.column === column);
    if (other === undefined) return [];
    const message = `${model}.${name}: ${model}.${other.name} has the column ${column} already.`;
    return [{ message, hint: 'Name another column: field: "…".' }];
  });
}

function referenceProblems(entity: Entity, field: Field, entities: readonly Entity[]): readonly ModelProblem[] {
  const { references } = field;
  // Models of a Sequelize project may refer to tables without a constraint: their own migrations decide.
  if (references === undefined || entity.source?.factory !== undefined) return [];
  const place = `${entity.name}.${field.name}`;
  const problem = (message: string, hint: string): ModelProblem[] => [{ message: `${place}: ${message}`, hint }];
  const target = entities.find(({ table }) => table === references.table);
  if (target === undefined) {
    const models = entities.map(({ name }) => name);
    const hint = `${suggestion(references.table, models, "The models are")} A foreign key to a table without a model is written in a migration, as SQL.`;
    return problem(`it references ${references.table}, which is no model.`, hint);
  }
  const key = target.fields.find(({ column }) => column === references.column);
  if (key === undefined) {
    const attributes = target.fields.map(({ name }) => name);
    return problem(
      `it references ${target.name}.${references.column}, and ${target.name} has no such attribute.`,
      suggestion(references.column, attributes, "Its attributes are"),
    );
  }
  const to = `${target.name}.${key.name}`;
  if (familyOf(field) !== familyOf(key)) {
    return problem(
      `it is ${field.type.kind} and references ${to}, which is ${key.type.kind}.`,
      `Give ${place} the type of ${to}, or reference another key.`,
    );
  }
  if (isUnique(key, target)) return [];
  return problem(
    `it references ${to}, which is not unique.`,
    `Reference the primary key, or set \`unique: true\` on ${to}.`,
  );
}

/** Types that databases compare with each other. */
function familyOf({ type: { kind } }: Field): string {
  if (["integer", "bigint", "decimal"].includes(kind)) return "number";
  return ["string", "text", "uuid", "enum"].includes(kind) ? "text" : kind;
}

function isUnique(key: Field, { fields, indexes }: Entity): boolean {
  if (key.unique || (key.primaryKey && fields.filter(({ primaryKey }) => primaryKey).length === 1)) return true;
  return indexes.some(({ unique, fields: [first, ...others] }) => {
    return unique && others.length === 0 && (first === key.name || first === key.column);
  });
}

/** The hint for an unknown name. @param list the words before the list of all names, if no name is similar */
export function suggestion(name: string, known: readonly string[], list: string): string {
  return meantHint(name, known, `${list} ${known.join(", ")}.`);
}
