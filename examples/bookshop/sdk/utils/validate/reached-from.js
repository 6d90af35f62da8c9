const targets = new WeakMap();
/** The schema that a reference means, the same one each time. */
export function targetOf(schema) {
    let target = schema;
    while (typeof target === "function") {
        const next = targets.get(target) ?? target();
        targets.set(target, next);
        target = next;
    }
    return target;
}
/** The schemas that a value of this one may have to satisfy as well: itself, its parts, its branches. References are followed. */
export function reachedFrom(schema, found = new Set()) {
    const target = targetOf(schema);
    if (typeof target === "boolean" || found.has(target))
        return found;
    found.add(target);
    const { allOf, anyOf, oneOf, not, if: condition, then: yes, else: no, dependentSchemas, discriminator } = target;
    const lists = [allOf, anyOf, oneOf, [not, condition, yes, no]];
    const parts = [
        ...lists.flat(),
        ...Object.values({ ...dependentSchemas }),
        ...Object.values({ ...discriminator?.subtypes }),
    ];
    for (const part of parts)
        if (part !== undefined)
            reachedFrom(part, found);
    return found;
}
