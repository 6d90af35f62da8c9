import { allDiagnostics } from "./all-diagnostics.js";
import { walkReferences } from "./document/walk-references.js";
import type { Diagnostic } from "./errors/diagnostic.js";
import { isObject } from "./json/is-object.js";
import type { ApiDescription } from "./model/api-description.js";
import { editDistance, nearestName } from "./words/nearest-name.js";
import { wordList } from "./words/word-list.js";

/** An error that ajv reports. */
interface SchemaFault {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value of the keyword. */
  readonly schema?: unknown;
}

/**
 * Validates the root document against the official schema of its version. Finds everything that the specification
 * forbids, even if Onespec can handle it, and misspelt keywords in schemas, which the specification allows.
 * `loadDescription` does not do this: it takes up to half a second, and most published descriptions fail somewhere.
 */
export async function validateDescription(api: ApiDescription): Promise<readonly Diagnostic[]> {
  return [...(await validateDocument(api)), ...misspeltKeywords(api)];
}

async function validateDocument(api: ApiDescription): Promise<readonly Diagnostic[]> {
  const { document, locate } = api;
  const reported = new Set(allDiagnostics(api).map(({ location }) => location.pointer));
  return innermost(await faultsOf(document))
    .filter(({ keyword, instancePath }) => !OF_VALUES.has(keyword) || !reported.has(instancePath))
    .map(toDiagnostic);

  function toDiagnostic(fault: SchemaFault): Diagnostic {
    const { instancePath, params } = fault;
    const field = params.additionalProperty ?? params.unevaluatedProperty;
    const [wrong, hint] = typeof field === "string" ? unknownField(field) : ([complaint(fault), undefined] as const);
    return {
      severity: "warning",
      code: "invalid-document",
      message: `${instancePath || "The document"} ${wrong.replace(/\.$/, "")}.`,
      location: locate(`#${instancePath}`),
      ...(hint !== undefined && { hint }),
    };
  }
}

async function faultsOf(document: object): Promise<readonly SchemaFault[]> {
  const { Validator } = await import("@seriousme/openapi-schema-validator");
  // It changes its input, so it gets a copy.
  const { errors } = await new Validator({ allErrors: true, verbose: true }).validate(
    structuredClone(document) as never,
  );
  // Errors that are texts are about references, which loading has already followed.
  return Array.isArray(errors) ? errors.filter(isFault) : [];
}

function complaint({ keyword, message, params, schema }: SchemaFault): string {
  const others = keyword === "not" && isObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  if (others.length > 0) return `must not have ${others.map((name) => JSON.stringify(name)).join(" and ")} together`;
  if (keyword === "type" && Array.isArray(params.type)) return `must be ${params.type.join(" or ")}`;
  if (keyword === "false schema") return "is not allowed here";
  const [detail] = Object.values(params).filter((value) => typeof value === "string" && !message?.includes(value));
  return `${message ?? "is not allowed"}${detail === undefined ? "" : ` (${detail})`}`;
}

function unknownField(name: string): readonly [wrong: string, hint: string | undefined] {
  const wrong = `must not have the field ${JSON.stringify(name)}`;
  if (/^[1-5]xx$/.test(name)) return [`${wrong}: a range of statuses is written ${name.toUpperCase()}`, undefined];
  const nearest = nearestName(name, FIELDS);
  return [wrong, nearest === undefined || nearest === name ? undefined : `Did you mean ${nearest}?`];
}

/** Fields of OpenAPI's objects, except the Schema Object. */
const FIELDS = wordList(`
  openapi info servers paths webhooks components security tags externalDocs title summary description termsOfService contact license
  version url variables schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems get put
  post delete options head patch trace query operationId requestBody deprecated name in required allowEmptyValue style explode
  allowReserved schema example content encoding contentType value externalValue operationRef server type scheme bearerFormat flows
  openIdConnectUrl authorizationUrl tokenUrl refreshUrl scopes swagger host basePath schemes consumes produces definitions
  securityDefinitions collectionFormat
  itemSchema prefixEncoding itemEncoding mediaTypes additionalOperations parent kind dataValue serializedValue defaultMapping
  deviceAuthorization deviceAuthorizationUrl oauth2MetadataUrl
`);

/** Finds keywords of schemas that are one letter or the case away from a known one. JSON Schema allows every keyword, so no other check reports them. */
function misspeltKeywords({ document, locate }: ApiDescription): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  walkReferences(document, "object", {
    reference: () => undefined,
    schema(schema, pointer) {
      for (const name of Object.keys(schema)) {
        const meant = KEYWORDS.has(name) || name.length < 5 ? undefined : nearestName(name, [...KEYWORDS]);
        if (meant === undefined || editDistance(meant.toLowerCase(), name.toLowerCase()) > 1) continue;
        found.push({
          severity: "warning",
          code: "invalid-document",
          message: `${pointer()} has the keyword ${JSON.stringify(name)}, which means nothing.`,
          location: locate(`#${pointer()}`),
          hint: `Did you mean ${meant}?`,
        });
      }
    },
  });
  return found;
}

/** Keywords of JSON Schema, since draft 4, and of OpenAPI's Schema Objects. */
const KEYWORDS: ReadonlySet<string> = new Set(
  wordList(`
    $ref $id $schema $anchor $dynamicRef $dynamicAnchor $defs $comment $vocabulary id definitions dependencies additionalItems type format
    enum const title description default deprecated readOnly writeOnly example examples nullable discriminator xml externalDocs
    properties patternProperties additionalProperties unevaluatedProperties propertyNames required dependentRequired dependentSchemas
    minProperties maxProperties items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems
    minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf allOf anyOf oneOf not if then else
    contentEncoding contentMediaType contentSchema collectionFormat
  `),
);

/** Keywords whose violations repeat a diagnostic of `api.diagnostics` at the same value. */
const OF_VALUES = new Set(["type", "enum", "format"]);

/** Keywords whose violations only repeat those of inner schemas. */
const COMBINING = new Set(["oneOf", "anyOf", "allOf", "if", "else", "then"]);

/**
 * Keeps the first fault at each place. It is about the actual object there, and not about a Reference Object that would
 * also be allowed.
 */
function innermost(faults: readonly SchemaFault[]): SchemaFault[] {
  const byPath = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const known = byPath.get(fault.instancePath);
    if (!known || COMBINING.has(known.keyword)) byPath.set(fault.instancePath, fault);
  }
  const paths = [...byPath.keys()];
  return [...byPath.values()].filter(
    ({ instancePath, keyword }) =>
      !COMBINING.has(keyword) || !paths.some((path) => path.startsWith(`${instancePath}/`)),
  );
}

function isFault(value: unknown): value is SchemaFault {
  return isObject(value) && typeof value.instancePath === "string" && isObject(value.params);
}
