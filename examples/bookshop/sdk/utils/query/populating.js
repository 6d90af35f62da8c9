import { explainPopulate } from "./explain-populate.js";
import { invalidRelation, populateAll, relationOf, targetOf } from "./populate.js";
export const populating = {
    add(context, resource, steps, name, sub) {
        const [first = "", ...rest] = name.split(".");
        return withStep(steps, populateStep(context, resource, first, rest, sub));
    },
    explain: (context, resource, steps) => explainPopulate(context, resource, steps),
    load: populateAll,
};
function populateStep(context, resource, name, rest, sub) {
    const relation = relationOf(resource, name);
    const [next, ...further] = rest;
    if (next === undefined)
        return { name, next: [], sub };
    const target = "resource" in relation && relation.resource !== undefined ? relation.resource : undefined;
    if (target === undefined)
        throw invalidRelation(name, "leads to no resource: it has no relations of its own", resource.name);
    const after = [populateStep(context, targetOf(context, target, name), next, further, sub)];
    return { name, next: after, sub: {} };
}
/** With one more; two that begin alike are one. */
function withStep(steps, step) {
    const same = steps.find(({ name }) => name === step.name);
    if (!same)
        return [...steps, step];
    const next = step.next.reduce(withStep, same.next);
    const merged = { name: step.name, next, sub: step.next.length > 0 ? same.sub : step.sub };
    return steps.map((other) => (other === same ? merged : other));
}
