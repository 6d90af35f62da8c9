import { xmlText } from "@onespec/http-contract";
import {
  type ApiDescription,
  type Example,
  type Operation,
  type Schema,
  sampleSchema,
  schemaShape,
} from "@onespec/spec-core";

/** A request of an operation, filled in: examples where the description has them, else values made up. */
export async function requestSample(api: ApiDescription, operation: Operation, seed: string): Promise<object> {
  const { schemas } = api;
  const sample = (schema: Schema, name: string): unknown => {
    const made = sampleSchema(schemas, schema, {
      seed: `${seed} ${operation.id} ${name}`,
      view: "request",
      optional: true,
    });
    return made.ok ? made.value : undefined;
  };
  const content = operation.requestBody?.content ?? [];
  const media = content.find(({ type }) => /[/+]json$/.test(type)) ?? content[0];
  const made = media && (media.examples[0]?.value ?? (media.schema && sample(media.schema, "body")));
  const isXml = media?.schema !== undefined && /[/+]xml$/.test(media.type) && typeof made === "object";
  const body = isXml ? await xmlText(schemas, media.schema.json, made) : made;
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    ...(operation.summary === undefined ? {} : { summary: operation.summary }),
    parameters: operation.parameters.map((parameter) => {
      const { name, in: place, required, description, schema, examples, style, explode } = parameter;
      const { types, values, isFreeText } = schemaShape(schemas, schema.json);
      const given = examples[0]?.value;
      return {
        name,
        in: place,
        required,
        style,
        explode,
        types: [...types],
        ...(description === undefined ? {} : { description }),
        ...(values.length > 0 && !isFreeText ? { values: values.slice(0, 200) } : {}),
        ...(examples.length > 0 ? { examples: examples.map(exampleJson) } : {}),
        ...(required ? { sample: given ?? sample(schema, name) } : given === undefined ? {} : { sample: given }),
      };
    }),
    ...(media
      ? {
          body: {
            required: operation.requestBody?.required ?? false,
            type: media.type,
            types: content.map(({ type }) => type),
            ...(body === undefined ? {} : { sample: body }),
            ...(media.examples.length > 0 ? { examples: media.examples.map(exampleJson) } : {}),
          },
        }
      : {}),
    security: operation.security.map((requirement) =>
      requirement.map(({ scheme }) => ({ name: scheme, ...api.securitySchemes.get(scheme) })),
    ),
    statuses: operation.responses.map(({ status, description }) => ({
      status,
      ...(description === undefined ? {} : { description }),
    })),
  };
}

function exampleJson({ name, summary, value }: Example, index: number): object {
  return { name: name || `Example ${index + 1}`, ...(summary === undefined ? {} : { summary }), value };
}
