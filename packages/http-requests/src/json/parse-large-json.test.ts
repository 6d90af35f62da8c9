import { inOneGo } from "@onespec/spec-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonRefusal } from "./json-refusal.js";
import { parseJsonText } from "./parse-json-text.js";
import { parseLargeJson } from "./parse-large-json.js";

/** The value; or what is wrong, and where. */
function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    const { fault, message, line, column } = error;
    return { fault, message, line, column };
  }
}

const name = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "constructor", "prototype", "1", "0", "", 'q"uote\\', "é🐈"),
  fc.string({ maxLength: 5 }),
);
/** Long enough to fill a batch, or to be one of many that do. */
const filling = fc.constantFrom(1, 1, 1, 300, 20_000);
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.tuple(fc.string(), filling).map(([text, times]) => text.repeat(times)),
    fc.tuple(fc.array(tie("any"), { maxLength: 4 }), filling).map(([items, times]) => repeated(items, times)),
    fc.array(fc.tuple(name, tie("any")), { maxLength: 6 }).map((members) => new Members(members)),
  ),
})).any;

/** An object's members as they are written, some of them perhaps twice. */
class Members {
  readonly members: readonly (readonly [string, unknown])[];

  constructor(members: readonly (readonly [string, unknown])[]) {
    this.members = members;
  }
}

function repeated(items: readonly unknown[], times: number): readonly unknown[] {
  const isLong = JSON.stringify(items).length > 200;
  return Array.from({ length: isLong ? 1 : times }, () => items).flat();
}

function write(one: unknown, space: string): string {
  if (Array.isArray(one)) return `[${space}${one.map((item) => write(item, space)).join(`${space},`)}${space}]`;
  if (!(one instanceof Members)) return JSON.stringify(one);
  const members = one.members.map(([key, member]) => `${JSON.stringify(key)}${space}:${space}${write(member, space)}`);
  return `{${space}${members.join(`${space},`)}${space}}`;
}

const text = fc
  .tuple(value, fc.constantFrom("", " ", "\n", "\r\n\t"))
  .map(([one, space]) => `${space}${write(one, space)}${space}`);

test("a text of any size is read into what JSON.parse makes of it", () => {
  let large = 0;
  fc.assert(
    fc.property(text, fc.boolean(), (json, refusesPrototypes) => {
      const rules = { refusesPrototypes, mostValues: 1e9 };
      if (json.length > 50_000) large += 1;
      const read = outcome(() => inOneGo(parseLargeJson(json, rules)));
      expect(read).toEqual(outcome(() => parseJsonText(json, rules)));
      // Also in the order of names, and with `__proto__` as a name like others.
      if (!refusesPrototypes) expect(read).toEqual({ value: JSON.parse(json) });
      if (!refusesPrototypes)
        expect(JSON.stringify((read as { value: unknown }).value)).toBe(JSON.stringify(JSON.parse(json)));
    }),
    { numRuns: 400, seed: 1 },
  );
  expect(large).toBeGreaterThan(40);
});

/** However many values there are. */
const ANY = { mostValues: Number.POSITIVE_INFINITY };

test("what is no JSON is refused at the same place, however long the text is", () => {
  const damage = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("", ",", "[", "]", "{", "}", '"', ":", "x", " 1", "\\"),
  );
  let refused = 0;
  fc.assert(
    fc.property(text, damage, fc.boolean(), (json, [where, damaged], isCut) => {
      const at = Math.floor(where * json.length);
      const broken = json.slice(0, at) + damaged + (isCut ? "" : json.slice(at + (damaged === "" ? 1 : 0)));
      const expected = outcome(() => parseJsonText(broken, ANY)) as object;
      if ("fault" in expected) refused += 1;
      expect(outcome(() => inOneGo(parseLargeJson(broken, ANY)))).toEqual(expected);
    }),
    { numRuns: 600, seed: 2 },
  );
  expect(refused).toBeGreaterThan(300);
});

test("a long string is read piece by piece: names and values, whatever their escapes, and what is wrong in them", () => {
  const pieces = ["a", "\\\\", '\\"', "\\u00e9", "\\ud83d\\ude00", "\\n", "😀", "{[,:"];
  const long = (seed: number, size: number) =>
    Array.from({ length: size }, (_, index) => pieces[(index * seed + (index >> 3)) % pieces.length]).join("");
  for (const seed of [1, 3, 5, 7]) {
    const [name, value] = [long(seed, 60_000), long(seed + 1, 90_000)];
    for (const json of [
      `["x", "${value}", 1, "${name}"]`,
      `{"5":1, "3": "${value}", "${name}" : "${value}", "4":{"a":["${name}"]}, "${name}2":7}`,
      `{"a":{"b":"${value}"},"__proto__":"${value}"}`,
      `["${value}" "${value}"]`,
      `{"a" "${value}"}`,
      `["${value}\\x${value}"]`,
      `["${value}`,
      `[[1]"${value}"]`,
    ]) {
      expect(outcome(() => inOneGo(parseLargeJson(json, ANY)))).toEqual(outcome(() => parseJsonText(json, ANY)));
    }
  }
});

test("however a text is long, it takes many steps", () => {
  const numbers = `[${"1,".repeat(200_000)}1]`;
  const nested = `${'{"a":['.repeat(200)}${"[],".repeat(50_000)}[]${"]}".repeat(200)}`;
  const lines = `[${"\n".repeat(300_000)}`;
  const texts = [`["${"a".repeat(300_000)}"]`, `{"a":"${'\\"'.repeat(300_000)}"}`];
  for (const json of [numbers, nested, lines, ...texts]) {
    let steps = 0;
    try {
      for (const work = parseLargeJson(json, ANY); !work.next().done; ) steps += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(JsonRefusal);
    }
    expect(steps).toBeGreaterThan(3);
  }
});

test("an object has 50,000 names at most, and a list has as many items as there are", () => {
  const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"n${index}":1`).join()}}`;
  expect(Object.keys(inOneGo(parseLargeJson(object(50_000))) as object)).toHaveLength(50_000);
  expect(outcome(() => inOneGo(parseLargeJson(object(50_001))))).toMatchObject({
    fault: "too-many-names",
    message: "has an object with more than 50000 properties",
  });
  const list = `[${"1,".repeat(199_999)}"x"]`;
  expect(inOneGo(parseLargeJson(list, ANY))).toHaveLength(200_000);
  for (const read of [parseJsonText, (json: string) => inOneGo(parseLargeJson(json))]) {
    expect(outcome(() => read(list))).toMatchObject({
      fault: "too-many-values",
      message: "has more than 100000 values",
    });
  }
});

test("more than 500 levels are refused before anything is made of them", () => {
  for (const levels of [500, 501, 100_000]) {
    const json = `${"[".repeat(levels)}${"1,".repeat(20_000)}1${"]".repeat(levels)}`;
    const expected = levels === 500 ? { value: JSON.parse(json) } : { fault: "too-deep" };
    expect(outcome(() => inOneGo(parseLargeJson(json)))).toMatchObject(expected);
  }
});
