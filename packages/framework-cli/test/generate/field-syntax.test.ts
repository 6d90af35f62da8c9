import { describe, expect, test } from "vitest";
import { parseField } from "../../src/entity/field-syntax.js";

const plain = { required: false, unique: false, index: false, primary: false, hidden: false };

describe("a field is read as it is written", () => {
  test.each([
    ["title", { name: "title", type: { kind: "string", length: 255 } }],
    ["title!", { name: "title", type: { kind: "string", length: 255 }, required: true }],
    ["title:string{120}!", { name: "title", type: { kind: "string", length: 120 }, required: true }],
    ["title:uniq", { name: "title", type: { kind: "string", length: 255 }, unique: true }],
    ["title:string:uniq!", { name: "title", type: { kind: "string", length: 255 }, required: true, unique: true }],
    ["title:uniq!", { name: "title", type: { kind: "string", length: 255 }, required: true, unique: true }],
    ["price:decimal{10,2}", { name: "price", type: { kind: "decimal", precision: 10, scale: 2, reads: "string" } }],
    ["status:enum{a,b}:index", { name: "status", type: { kind: "enum", values: ["a", "b"] }, index: true }],
    ["published_at:datetime", { name: "publishedAt", type: { kind: "timestamp" } }],
    ["n:int:default=3", { name: "n", type: { kind: "integer" }, default: "3" }],
    ['at:time:default="12:30:00":index', { name: "at", type: { kind: "time" }, default: "12:30:00", index: true }],
    ["meta:jsonb", { name: "meta", type: { kind: "json" } }],
    ["author:references", { name: "author", type: { kind: "references" } }],
    ["author_id:references:uniq", { name: "author", type: { kind: "references" }, unique: true }],
    [
      "a:references!->people.id:@ondelete=cascade",
      {
        name: "a",
        type: { kind: "references" },
        required: true,
        target: { table: "people", column: "id" },
        onDelete: "CASCADE",
      },
    ],
    [
      "a:belongs_to:->people:@onupdate=restrict",
      { name: "a", type: { kind: "references" }, target: { table: "people" }, onUpdate: "RESTRICT" },
    ],
    ["secret:hidden", { name: "secret", type: { kind: "string", length: 255 }, hidden: true }],
  ])("%s", (text, field) => {
    expect(parseField(text)).toEqual({ field: { ...plain, ...field } });
  });
});

describe("what is wrong is told with the field", () => {
  test.each([
    ["1a", "begins with a letter"],
    ["x:strng", "strng is no type; did you mean string?"],
    ["x:string{0}", "from 1 to 4000"],
    ["x:string{9999}", "longer ones are text"],
    ["x:decimal{5,9}", "from 1 to 38 digits"],
    ["x:enum", "write the values of an enum"],
    ["x:string{}", "the length of a string is from 1 to 4000"],
    ["x:string{long}", "the length of a string is from 1 to 4000"],
    ["x:decimal{10,}", "write decimal{digits,places}"],
    ["x:decimal{10,two}", "write decimal{digits,places}"],
    ["x:enum{a,a}", "has a twice"],
    ["x:uuid{3}", "takes nothing in braces"],
    ["x:decimal10", "put quotes around"],
    ["x:integer:indx", "indx is no modifier"],
    ["x:integer:indx!", "indx! is no modifier"],
    ["x:integer:", "nothing after the colon"],
    ["x:integer:@ondelete=cascade", "belong to references"],
    ["x:references:@ondelete=explode", "choose cascade, set_null"],
    ["x:references!:@ondelete=set_null", "take the ! away"],
    ["x:references->a-b", "must be ->table or ->table.column"],
    [`${"x".repeat(61)}:text`, "at most 60"],
  ])("%s", (text, problem) => {
    const reading = parseField(text);
    expect("problem" in reading && reading.problem.startsWith(`${text}: `)).toBe(true);
    expect("problem" in reading ? reading.problem : "").toContain(problem);
  });
});
