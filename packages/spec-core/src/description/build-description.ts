import { checkReferences } from "../document/check-references.js";
import type { SpecVersion } from "../document/detect-version.js";
import type { Documents, SourceFile } from "../document/documents.js";
import type { DescriptionError } from "../errors/description-error.js";
import type { Diagnostic } from "../errors/diagnostic.js";
import { isOverflow, tooDeep } from "../errors/too-large.js";
import type { JsonObject } from "../json/is-object.js";
import { PlaceOrder } from "../json/place-order.js";
import type { ApiDescription, Operation, Tag } from "../model/api-description.js";
import { type InferredResources, type InferredRole, inferResources } from "../resources/infer-resources.js";
import { createSchemaRegistry } from "../schema/schema-registry.js";
import {
  type BuildContext,
  listMembers,
  type ObjectNode,
  objectAt,
  objectMember,
  textMember,
} from "./build-context.js";
import { buildOperations, buildUnsound, operationParts } from "./build-operations.js";
import { buildSecurity, buildSecuritySchemes } from "./build-security.js";
import { buildWebhooks } from "./build-sent-requests.js";
import { buildServers, DEFAULT_SERVERS } from "./build-server.js";

interface DescriptionInput {
  readonly documents: Documents;
  readonly version: SpecVersion;
  /** Path or URL that was loaded. */
  readonly source: string;
  /** The root document as written. */
  readonly original: JsonObject;
  /** The text of every reference, without repetitions. */
  readonly references: ReadonlySet<string>;
  /** For files that could not be read, the error, by URL. */
  readonly failures: ReadonlyMap<string, DescriptionError>;
  /** All files. The root comes first. */
  readonly files: readonly SourceFile[];
}

/** Builds everything that is known about an API from its documents. */
export function buildDescription(input: DescriptionInput): ApiDescription {
  const { documents, version } = input;
  const schemas = createSchemaRegistry(documents);
  const context: BuildContext = { documents, schemas, line: version.line, built: new Map() };
  const sortDiagnostics = (): void => {
    const { diagnostics } = documents;
    const sorted = inDocumentOrder(diagnostics, input.files);
    diagnostics.length = 0;
    append(diagnostics, sorted);
  };
  const root: ObjectNode = { value: documents.root, uri: "#" };
  const info = objectMember(context, root, "info") ?? { value: {}, uri: "#/info" };
  const servers = buildServers(context, root) ?? DEFAULT_SERVERS;
  const securitySchemes = buildSecuritySchemes(context, root);
  let inferred: InferredResources | undefined;
  const infer = (): InferredResources => {
    inferred ??= inferResources(operations, schemas);
    return inferred;
  };
  const security = buildSecurity(context, root) ?? [];
  const roleOf = (operation: Operation): InferredRole => infer().roleOf(operation);
  const built = buildOperations(context, root, { servers, security, roleOf });
  const sources = () => built.map((one) => ({ id: one.operation.id, parts: operationParts(one) }));
  append(documents.diagnostics, checkReferences(documents, input.references, sources, input.failures));
  const isError = ({ severity }: Diagnostic): boolean => severity === "error";
  if (documents.diagnostics.some(isError)) sortDiagnostics();
  const errors = documents.diagnostics.filter(isError);
  const operations = built.map(({ operation }) => operation);
  const known = documents.diagnostics.length;
  let isChecked = false;
  const findProblems = (): void => {
    if (isChecked) return;
    isChecked = true;
    // Diagnostics of schemas come last, in the order in which they are found.
    const ofSchemas = documents.diagnostics.splice(known);
    try {
      buildUnsound(context, built);
    } catch (error) {
      throw isOverflow(error) ? tooDeep(input.source, error) : error;
    }
    sortDiagnostics();
    append(documents.diagnostics, ofSchemas);
  };
  return {
    title: textMember(context, info, "title") ?? "",
    version: textMember(context, info, "version") ?? "",
    summary: textMember(context, info, "summary"),
    openapi: version.text,
    source: input.source,
    files: documents.files,
    servers,
    tags: buildTags(context, root),
    operations,
    get resources() {
      return infer().resources;
    },
    listOf: (operation) => infer().listOf(operation),
    securitySchemes,
    webhooks: buildWebhooks(context, root),
    schemas,
    get diagnostics() {
      findProblems();
      return documents.diagnostics;
    },
    errors,
    document: input.original,
    locate: (uri) => documents.locate(uri),
  };
}

/** There may be more of them than a call can have arguments. */
/** Sorts diagnostics by position: by file, and within a file from beginning to end. */
function inDocumentOrder(things: readonly Diagnostic[], files: readonly SourceFile[]): readonly Diagnostic[] {
  const order = new PlaceOrder();
  const placed = things.map((thing) => {
    const { file: name, pointer } = thing.location;
    const index = files.findIndex((file) => file.name === name);
    return { thing, place: [index, ...order.placeOf(files[index]?.value, pointer)] };
  });
  return placed.sort((a, b) => PlaceOrder.compare(a.place, b.place)).map(({ thing }) => thing);
}

function append(to: Diagnostic[], more: readonly Diagnostic[]): void {
  for (const one of more) to.push(one);
}

/** The list `tags` of the document. */
function buildTags(context: BuildContext, root: ObjectNode): readonly Tag[] {
  return listMembers(context, root, "tags").flatMap((member) => {
    const node = objectAt(context, member);
    const name = node && textMember(context, node, "name");
    return node && name !== undefined ? [{ name, description: textMember(context, node, "description") }] : [];
  });
}
