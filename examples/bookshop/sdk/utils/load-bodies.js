import { factsOf, setBody } from "./operation-facts.js";
import { loadFile } from "./part.js";
/**
 * What gives an operation the schemas of its body. Bundlers make a file of its own of what is imported, and pages load it with the first
 * call that has a body to check.
 * @param resource the class whose operations they are
 */
export function loadBodies(resource, load) {
    const whole = new WeakSet();
    return (operation) => (whole.has(operation) ? undefined : complete(operation));
    /** @throws ClientError FILE_NOT_LOADED */
    async function complete(operation) {
        const { body } = factsOf(operation);
        const file = await loadFile(`resources/bodies/${resource}.js`, load);
        const schemas = [file.bodies()[operation.id] ?? true].flat();
        const content = Object.entries(body?.content ?? {}).map(([type, media], at) => [type, { ...media, schema: schemas[at] ?? schemas[0] ?? true }]);
        if (body)
            setBody(operation, { ...body, content: Object.fromEntries(content) });
        whole.add(operation);
    }
}
