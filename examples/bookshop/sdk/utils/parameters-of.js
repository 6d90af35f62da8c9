const TEXT = { type: "string" };
const known = new WeakMap();
/** All parameters of an operation, those of the path first: with what its spec says in short, or not at all. */
export function parametersOf(operation) {
    let all = known.get(operation);
    if (!all) {
        const listed = (operation.parameters ?? []).map((spec) => (typeof spec === "string" ? { name: spec, in: "query", schema: TEXT } : spec));
        const names = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
        const own = names.map((name) => listed.find((spec) => spec.in === "path" && spec.name === name) ?? { name, in: "path", schema: TEXT });
        all = [...new Set([...own, ...listed])];
        known.set(operation, all);
    }
    return all;
}
export function parameterNamed(operation, name) {
    return parametersOf(operation).find((spec) => nameInCall(spec) === name);
}
export function nameInCall(spec) {
    return spec.as ?? spec.name;
}
