const TEXT = { type: "string" };
const known = new WeakMap();
/** Worked out once for each operation. */
export function factsOf(operation) {
    let facts = known.get(operation);
    if (!facts) {
        const { route, parameters = [], json } = operation;
        const [method = "", path = ""] = route.split(/ (.*)/s);
        const names = Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
        const plain = (name, schema) => ({
            name,
            in: names.includes(name) ? "path" : "query",
            schema,
        });
        const listed = parameters.flatMap((spec) => {
            if (typeof spec === "string")
                return { name: spec, in: "query", schema: TEXT };
            return isSpec(spec) ? spec : Object.entries(spec).map(([name, schema]) => plain(name, schema));
        });
        const own = names.map((name) => listed.find((spec) => spec.in === "path" && spec.name === name) ?? plain(name, TEXT));
        const body = json === undefined ? operation.body : { required: true, content: { "application/json": { schema: json } } };
        facts = { method, path, parameters: [...new Set([...own, ...listed])], body };
        known.set(operation, facts);
    }
    return facts;
}
/** With what has been found out since. */
export function setBody(operation, body) {
    known.set(operation, { ...factsOf(operation), body });
}
function isSpec(spec) {
    return "in" in spec;
}
