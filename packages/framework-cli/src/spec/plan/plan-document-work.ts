import type { Operation, SchemaRegistry, SingletonRole } from "@onespec/spec-core";
import { aroundPlaces, sampleAnswer } from "./around.js";
import type { ActionWork, DocumentPlan } from "./contract-plan.js";
import { replySchema } from "./record-schemas.js";
import { selectSuccess } from "./select-success.js";

/** What the handler of an operation on a single document does: the same calls as on a record. @param document where it is kept */
export function planDocumentWork(
  schemas: SchemaRegistry,
  operation: Operation,
  { part, body, reply }: SingletonRole,
  document: DocumentPlan | undefined,
): ActionWork {
  const { status, response } = selectSuccess(operation);
  const schema = replySchema(operation);
  const sent = operation.requestBody?.content ?? [];
  const isJson = sent.length === 0 || sent.some(({ type }) => /[/+]json\b/.test(type) || type === "*/*");
  // Pictures and files are not what a model holds.
  const isOpaque = schema === undefined && (response?.content.length ?? 0) > 0 && status !== 204;
  if (document === undefined || !isJson || isOpaque) return { kind: "stub" };
  const isEmpty = status === 204 || status === 205 || schema === undefined;
  const first = operation.responses.find((one) => one.status.startsWith("2"))?.status.replace("XX", "00") ?? "200";
  const shown = isEmpty ? undefined : reply;
  return {
    kind: part,
    service: document.name,
    body,
    status,
    reply: shown,
    around: isEmpty
      ? undefined
      : shown === undefined
        ? sampleAnswer(schemas, schema)
        : shown.length === 0
          ? {}
          : aroundPlaces(schemas, schema, [shown]),
    ...(Number(first) !== status && { isTold: true }),
  };
}
