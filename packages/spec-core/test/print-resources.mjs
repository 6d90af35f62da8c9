// Prints what the inference makes of descriptions, for reading through by a person:
//   node test/print-resources.mjs <description>... [--roles]
import { loadDescription } from "../dist/load-description.js";

const sources = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const withRoles = process.argv.includes("--roles");

for (const source of sources) {
  const started = performance.now();
  const api = await loadDescription(source);
  const took = Math.round(performance.now() - started);
  const kinds = {};
  for (const { role } of api.operations) kinds[role.kind] = (kinds[role.kind] ?? 0) + 1;
  const counts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const pairs = api.resources.filter(({ itemPath }) => itemPath !== undefined).length;
  console.log(`\n## ${source}: ${api.operations.length} operations, ${pairs} pairs, ${took} ms (${counts.join(", ")})`);
  for (const resource of api.resources) printResource(resource, api);
  for (const operation of withRoles ? api.operations : []) printOperation(operation);
}

function printResource(resource, api) {
  const { name, collectionPath, itemPath, stateKey, id, schema, list, roles, parents } = resource;
  const shared = stateKey === collectionPath ? "" : ` state of ${stateKey}`;
  console.log(`${name}: ${collectionPath} + ${itemPath?.slice(commonStart(collectionPath, itemPath)) ?? "-"}${shared}`);
  const type = typeText(id.schema.json, api);
  console.log(
    `    id ${id.parameter} = ${id.property?.join(".") ?? "?"} (${type}) of ${schema.name ?? schema.uri} [${Object.keys(roles).join(" ")}]`,
  );
  for (const parent of parents) {
    console.log(
      `    parent ${parent.parameter} = ${parent.resource?.name ?? "?"} in ${parent.property?.join(".") ?? "-"}`,
    );
  }
  const places = ["create", "read", "replace", "update", "delete"].flatMap((role) => {
    const own = roles[role]?.role;
    if (!own) return [];
    return `${role} ${own.body ? `${placeText(own.body)}${own.many ? "[]" : ""}>` : ""}${own.reply ? placeText(own.reply) : "none"}`;
  });
  if (places.length > 0) console.log(`    places ${places.join(", ")}`);
  if (list) console.log(`    list ${listText(list, roles.list)}`);
}

function printOperation({ method, path, role, roleReason }) {
  if (["list", "create", "read", "replace", "update", "delete"].includes(role.kind)) return;
  console.log(`  ${role.kind} ${method} ${path}${role.resource ? ` of ${role.resource.name}` : ""}`);
  if (role.kind === "view") {
    const scope = role.scope.map((one) => `${one.parameter}=${one.parent ?? one.property.join(".")}`).join(" ");
    console.log(`      scope ${scope || "-"}; ${listText(role.list, { parameters: [] })}`);
  }
  if (role.kind === "singleton")
    console.log(`      ${role.part} ${placeText(role.body)}>${role.reply ? placeText(role.reply) : "none"}`);
  if (role.kind === "action" && role.reply) console.log(`      > ${placeText(role.reply)}`);
  if (process.argv.includes("--reasons")) console.log(`      ${roleReason}`);
}

function listText(list, operation) {
  const { shape, item, limit, offset, page, cursor, sort, fields, expand, search, filters } = list;
  const parts = [];
  if (shape.kind === "array") parts.push("array");
  else {
    const { kind, itemsAt, ...rest } = shape;
    parts.push(
      `at ${itemsAt.join(".")}`,
      ...Object.entries(rest).map(([key, at]) => `${key.slice(0, -2)}@${at.join(".")}`),
    );
  }
  if (item.length > 0) parts.push(`item ${item.join(".")}`);
  const used = new Set();
  const use = (label, parameter, more = "") => {
    if (!parameter) return;
    used.add(parameter.name);
    parts.push(`${label}=${parameter.name}${more}`);
  };
  use("limit", limit);
  use("offset", offset);
  use("page", page?.parameter, page && `(${page.first})`);
  use("after", cursor?.after, `(${cursor?.kind})`);
  use("before", cursor?.before);
  use("sort", sort?.parameter);
  use("direction", sort?.direction);
  if (sort?.values) {
    parts.push(
      `{${Object.entries(sort.values)
        .map(
          ([value, keys]) =>
            `${value}:${keys.map((key) => (key.descending ? "-" : "") + key.property.join(".")).join()}`,
        )
        .join(" ")}}`,
    );
  }
  use("fields", fields);
  use("expand", expand);
  use("search", search);
  for (const { parameter, at, property, operator, all } of filters) {
    used.add(parameter.name);
    parts.push(`${[parameter.name, ...at].join(".")} ${operator} ${property.join(".")}${all ? ` (all: ${all})` : ""}`);
  }
  const free = operation?.parameters.filter((parameter) => parameter.in === "query" && !used.has(parameter.name));
  if (free?.length) parts.push(`UNUSED ${free.map(({ name }) => name).join(" ")}`);
  return parts.join("; ");
}

function placeText(place) {
  return place.length === 0 ? "." : place.join(".");
}

function typeText(json, api) {
  const followed = api.schemas.follow(json);
  return typeof followed === "object" ? [followed.type, followed.format].filter(Boolean).join(" ") || "any" : "any";
}

function commonStart(a, b = "") {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
