import { createAjv } from "./ajv.js";
import type { JsonSchema, Schema, SchemaRegistry, SchemaValidator, SchemaViolation, View } from "./schema.js";

export interface SchemaCompiler {
  validator(schema: Schema, view: View): SchemaValidator;
}

export function createCompiler(schemas: SchemaRegistry): SchemaCompiler {
  const validators = new Map<Schema, SchemaValidator>();
  let ajv: ReturnType<typeof createAjv> | undefined;
  type Check = ((data: unknown, context?: unknown) => boolean) & { errors?: unknown[] | null };
  const checks = new Map<string, Check>();
  function check(schema: Schema): Check {
    let compiled = checks.get(schema.uri);
    if (compiled) return compiled;
    if (ajv === undefined) {
      ajv = createAjv();
      ajv.addKeyword({
        keyword: "onespecRef",
        schemaType: "string",
        errors: "full",
        compile(uri: string) {
          let target: Check | undefined;
          const run: Check = (data, context) => {
            target ??= check(schemas.at(uri));
            const valid = target(data, context) as boolean;
            run.errors = target.errors ?? [];
            return valid;
          };
          return run as never;
        },
      });
    }
    compiled = ajv.compile(rename(schema.json) as never) as Check;
    checks.set(schema.uri, compiled);
    return compiled;
  }
  function rename(json: JsonSchema): unknown {
    return JSON.parse(JSON.stringify(json), (key, value) => {
      if (typeof value === "object" && value !== null && typeof value.$ref === "string")
        return { onespecRef: value.$ref };
      return key === "discriminator" ? undefined : value;
    });
  }
  return {
    validator(schema) {
      let validator = validators.get(schema);
      if (validator === undefined) {
        validator = {
          isValid: (value) => check(schema)(value),
          violations(value) {
            const compiled = check(schema);
            if (compiled(value)) return [];
            return ((compiled.errors ?? []) as (SchemaViolation & { instancePath: string })[]).map((error) => ({
              path: error.instancePath,
              message: error.message,
              keyword: error.keyword,
              params: error.params,
            }));
          },
        };
        validators.set(schema, validator);
      }
      return validator;
    },
  };
}
