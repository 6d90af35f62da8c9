import { isDeeperThan } from "../document/is-deeper-than.js";
import { isJsonObject } from "../document/json-object.js";
import type { Example } from "./api-description.js";
import {
  type BuildContext,
  mapMembers,
  memberOf,
  type ObjectNode,
  objectAt,
  textMember,
  warn,
} from "./build-context.js";

/** Levels of values inside each other. */
const DEEPEST = 500;
const EXAMPLE_FIELDS = ["value", "dataValue", "serializedValue", "externalValue", "summary", "description"];

/** `example` and `examples` of a parameter, header or media type. External values are left out. */
export function buildExamples(context: BuildContext, owner: ObjectNode): readonly Example[] {
  const examples: Example[] = [];
  if (Object.hasOwn(owner.value, "example"))
    examples.push({ name: "", summary: undefined, value: owner.value.example });
  const { examples: several } = owner.value;
  if (Array.isArray(several)) {
    // A list is JSON Schema's form; some descriptions use it here as well.
    for (const [index, value] of several.entries()) examples.push({ name: String(index), summary: undefined, value });
  } else if (isJsonObject(several)) {
    for (const member of mapMembers(context, owner, "examples")) {
      if (!isJsonObject(member.value)) examples.push({ name: member.key, summary: undefined, value: member.value });
      else {
        const node = objectAt(context, member);
        if (node) examples.push(...buildExample(context, member.key, node));
      }
    }
  }
  const readable = examples.filter(({ value }) => !isDeeperThan(value, DEEPEST));
  if (readable.length < examples.length) {
    warn(context, owner.uri, {
      code: "too-deep",
      message: `An example here is nested more than ${DEEPEST} levels deep; it is left out.`,
      hint: "Write a smaller example.",
    });
  }
  return readable;
}

function buildExample(context: BuildContext, name: string, node: ObjectNode): Example[] {
  const summary = textMember(context, node, "summary");
  for (const field of ["value", "dataValue"]) {
    if (Object.hasOwn(node.value, field)) return [{ name, summary, value: memberOf(node, field).value }];
  }
  // Sloppy, but clear: the value itself stands where an Example object should.
  if (!EXAMPLE_FIELDS.some((field) => Object.hasOwn(node.value, field))) return [{ name, summary, value: node.value }];
  return [];
}
