import { setOwn } from "../json/json-value.js";
import { type ObjectPlan, objectPlan } from "./object-plan.js";
import { type Place, propertyPlace, randomAt } from "./place.js";
import type { Random } from "./random.js";
import { NOTHING, type Run } from "./run.js";
import { sampleText } from "./sample-text.js";
import { isExcluded, type Shape } from "./shape.js";
import { word } from "./words.js";

type Values = Record<string, unknown>;

/** Number of entries of a map without a minimum size. */
const MAP_ENTRIES = 2;
const NAME_ATTEMPTS = 20;
/** A schema that requires more properties in one object gets no sample. */
const MOST_PROPERTIES = 5_000;

export function sampleObject(run: Run, shape: Shape, place: Place): unknown {
  const plan = objectPlan(run.shapes, shape);
  if (plan.min > MOST_PROPERTIES || plan.required.size > MOST_PROPERTIES) return NOTHING;
  const values: Values = {};
  const writer = new ObjectWriter(run, shape, plan, place, values);
  const room = plan.max - writer.countRequired();
  if (room < 0) return NOTHING;
  let optional = 0;
  for (const name of plan.declared) {
    const isRequired = plan.required.has(name);
    if (!isRequired && (optional >= room || !writer.wants(name))) continue;
    const done = writer.add(name, !isRequired);
    if (done && !isRequired) optional++;
    if (!done && isRequired && !writer.isAbsent(name)) return NOTHING;
  }
  if (!writer.complete(shape)) return NOTHING;
  orderPairs(values, plan);
  return values;
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/;

/** Swaps moments in the wrong order: a stay cannot end before it begins. */
function orderPairs(values: Values, { pairs }: ObjectPlan): void {
  for (const [first, second] of pairs) {
    const [one, two] = [values[first], values[second]];
    const areMoments = [one, two].every((value) => typeof value === "string" && MOMENT.test(value));
    if (areMoments && String(one).length === String(two).length && String(one) > String(two))
      [values[first], values[second]] = [two, one];
  }
}

/** Adds the properties that a shape still requires to `values`. Returns `false` if that is impossible. */
export function completeObject(run: Run, shape: Shape, place: Place, values: Values): boolean {
  return new ObjectWriter(run, shape, objectPlan(run.shapes, shape), place, values).complete(shape);
}

class ObjectWriter {
  readonly #run: Run;
  readonly #plan: ObjectPlan;
  readonly #place: Place;
  readonly #values: Values;
  readonly #tags: ReadonlyMap<string, string>;
  readonly #owner: string;

  constructor(run: Run, shape: Shape, plan: ObjectPlan, place: Place, values: Values) {
    this.#run = run;
    this.#plan = plan;
    this.#place = place;
    this.#values = values;
    this.#tags = shape.tags;
    this.#owner = shape.name ?? place.name;
  }

  /** The number of required properties that are not omitted by the view. */
  countRequired(): number {
    let count = 0;
    for (const name of this.#plan.required) count += this.isAbsent(name) ? 0 : 1;
    return count;
  }

  isAbsent(name: string): boolean {
    const shape = this.#plan.property(name);
    if (shape.impossible && this.#run.mayLack) return true;
    return isExcluded(shape, this.#run.view) && !this.#run.isForced(this.#at(name, true));
  }

  /** True if an optional property is sampled. One with a single value always is, because it identifies the object. */
  wants(name: string): boolean {
    return (
      (this.#place.levels > 0 || this.#isConstant(name)) &&
      !this.#run.isFull &&
      !this.#place.avoid.has(name) &&
      !this.#plan.unwanted.has(name) &&
      !(this.#run.view === "response" && this.#plan.property(name).isDoubtful) &&
      this.#mayBeNamed(name)
    );
  }

  #isConstant(name: string): boolean {
    return this.#run.view === "response" && this.#plan.property(name).members?.length === 1;
  }

  add(name: string, droppable: boolean): boolean {
    if (Object.hasOwn(this.#values, name)) return true;
    const shape = this.#plan.property(name);
    if (this.isAbsent(name)) return false;
    const at = this.#at(name, droppable);
    const value = shape.impossible ? NOTHING : this.#run.sample(shape, at);
    if (value === NOTHING) {
      if (!droppable) this.#run.blame(at);
      return false;
    }
    setOwn(this.#values, name, value);
    return true;
  }

  complete(shape: Shape): boolean {
    const { required, isMap, min, max } = this.#plan;
    for (const name of required) {
      if (!this.add(name, false) && !this.isAbsent(name)) return false;
    }
    if (!this.#addDependent()) return false;
    if (isMap && this.#place.levels > 0 && this.#size() === 0) this.#addEntries(MAP_ENTRIES);
    if (min > 0 && this.#size() < min) this.#addUpTo(min);
    const isLimited = min > 0 || max !== Number.POSITIVE_INFINITY;
    return (!isLimited || (this.#size() >= min && this.#size() <= max)) && this.#meetsDependentSchemas(shape);
  }

  #at(name: string, droppable: boolean): Place {
    return propertyPlace(this.#place, name, this.#owner, droppable, this.#tags.get(name));
  }

  #size(): number {
    return Object.keys(this.#values).length;
  }

  #mayBeNamed(name: string): boolean {
    const { propertyNames } = this.#plan;
    return (
      !propertyNames || propertyNames.sources.every((source) => this.#run.shapes.isValid(source, name, this.#run.view))
    );
  }

  /** Adds the properties that present ones require. An added property may require others. */
  #addDependent(): boolean {
    const { dependentRequired } = this.#plan;
    const open = [...dependentRequired.keys()].filter((name) => Object.hasOwn(this.#values, name));
    for (let index = 0; index < open.length; index++) {
      for (const other of dependentRequired.get(open[index] ?? "") ?? []) {
        if (Object.hasOwn(this.#values, other)) continue;
        if (this.add(other, false)) open.push(other);
        else if (!this.isAbsent(other)) return false;
      }
    }
    return true;
  }

  #addUpTo(count: number): void {
    // Sorted by name, so that the choice does not depend on the order of the document.
    let size = this.#size();
    for (const name of [...this.#plan.declared].sort()) {
      if (size >= count || this.#run.isExhausted) return;
      if (Object.hasOwn(this.#values, name) || this.#place.avoid.has(name) || !this.#mayBeNamed(name)) continue;
      if (this.add(name, true)) size++;
    }
    this.#addEntries(count);
  }

  /** Adds undeclared properties until there are `count` properties. */
  #addEntries(count: number): void {
    const random = randomAt(this.#place, 900);
    const limit = Math.min(count, this.#plan.max);
    let size = this.#size();
    for (let attempt = 0; attempt < NAME_ATTEMPTS + limit && size < limit && !this.#run.isExhausted; attempt++) {
      const name = this.#newName(random, attempt);
      if (name === undefined || Object.hasOwn(this.#values, name)) continue;
      if (this.add(name, size >= this.#plan.min)) size++;
    }
  }

  #newName(random: Random, attempt: number): string | undefined {
    const { patterns, propertyNames } = this.#plan;
    const usual = attempt === 0 ? "key" : word(random);
    if (propertyNames) {
      const place = { ...this.#place, seed: this.#place.seed.child(`name ${attempt}`), name: "", variation: attempt };
      const [member] = propertyNames.members ?? [];
      const listed = propertyNames.members?.[attempt % propertyNames.members.length] ?? member;
      const name = listed ?? sampleText(this.#run, propertyNames, place);
      return typeof name === "string" ? name : undefined;
    }
    if (!this.#plan.property(usual).impossible && (patterns.length === 0 || attempt >= NAME_ATTEMPTS / 2)) {
      return attempt < NAME_ATTEMPTS ? usual : `${usual}-${attempt}`;
    }
    const pattern = patterns[attempt % patterns.length];
    return pattern === undefined ? usual : this.#run.shapes.pattern(pattern).sample(random, 1, 40);
  }

  /** Satisfies the `dependentSchemas` of present properties, with a shape that includes them. */
  #meetsDependentSchemas(shape: Shape): boolean {
    const { dependentSchemas } = this.#plan;
    if (dependentSchemas.size === 0) return true;
    const present = [...dependentSchemas.keys()].filter((name) => Object.hasOwn(this.#values, name));
    const schemas = present.flatMap((name) => dependentSchemas.get(name) ?? []);
    const further = schemas.filter((schema) => !shape.sources.includes(schema));
    if (further.length === 0) return true;
    const extended = this.#run.shapes.extend(shape, present.join("\n"), further);
    const value = this.#run.fit(extended, this.#place, this.#values);
    if (value === NOTHING || typeof value !== "object" || value === null) return false;
    if (value !== this.#values) {
      for (const name of Object.keys(this.#values)) delete this.#values[name];
      for (const [name, part] of Object.entries(value)) setOwn(this.#values, name, part);
    }
    return true;
  }
}
