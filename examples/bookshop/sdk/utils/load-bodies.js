import { ClientError } from "./errors.js";
import { factsOf, setBody } from "./operation-facts.js";
/**
 * What gives an operation the schemas of its body. Bundlers make a file of its own of what is imported, and pages load it with the first
 * call that has a body to check.
 */
export function loadBodies(load) {
    const whole = new WeakSet();
    return (operation) => (whole.has(operation) ? undefined : complete(operation));
    /** @throws ClientError BODIES_MISSING */
    async function complete(operation) {
        const { body } = factsOf(operation);
        const file = await load().catch((cause) => {
            throw new ClientError("BODIES_MISSING", "the file that says what bodies may hold could not be loaded", { cause });
        });
        const schemas = [file.bodies()[operation.id] ?? true].flat();
        const content = Object.entries(body?.content ?? {}).map(([type, media], at) => [type, { ...media, schema: schemas[at] ?? schemas[0] ?? true }]);
        if (body)
            setBody(operation, { ...body, content: Object.fromEntries(content) });
        whole.add(operation);
    }
}
