import { isJsonObject } from "../document/json-object.js";
import type { Example } from "./api-description.js";
import { type BuildContext, mapMembers, memberOf, type ObjectNode, objectAt, textMember } from "./build-context.js";

const EXAMPLE_FIELDS = ["value", "dataValue", "serializedValue", "externalValue", "summary", "description"];

/** `example` and `examples` of a parameter, header or media type. External values are left out. */
export function buildExamples(context: BuildContext, owner: ObjectNode): readonly Example[] {
  const examples: Example[] = [];
  if (Object.hasOwn(owner.value, "example"))
    examples.push({ name: "", summary: undefined, value: owner.value.example });
  const { examples: several } = owner.value;
  if (Array.isArray(several)) {
    // A list is JSON Schema's form; some descriptions use it here as well.
    examples.push(...several.map((value: unknown, index) => ({ name: String(index), summary: undefined, value })));
  } else if (isJsonObject(several)) {
    for (const member of mapMembers(context, owner, "examples")) {
      if (!isJsonObject(member.value)) examples.push({ name: member.key, summary: undefined, value: member.value });
      else {
        const node = objectAt(context, member);
        if (node) examples.push(...buildExample(context, member.key, node));
      }
    }
  }
  return examples;
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
