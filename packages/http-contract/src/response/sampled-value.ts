import type { BodyPlan } from "../model/body-plan.js";
import { smallestFile } from "./binary-files.js";
import type { FitOptions, Fitting } from "./fitting.js";

/** A whole value for a body: the description's example where it is valid, else made from the seed. */
export function sampledValue(
  fitting: Fitting,
  body: BodyPlan,
  seed: string,
  { examples = true }: Pick<FitOptions, "examples"> = {},
): unknown {
  const [example] = body.examples;
  if (body.schema) return textOf(body, fitting.fit(body.schema, example, { seed, optional: true, examples }));
  if (example !== undefined) return example;
  return body.kind === "json" || body.kind === "json-lines" ? {} : "";
}

/** A page or a document where the schema allows any text. */
function textOf(body: BodyPlan, value: unknown): unknown {
  if (typeof value !== "string" || body.examples.length > 0) return value;
  const json = body.schema?.json;
  const isOpen = typeof json === "object" && !json.pattern && !json.enum && json.maxLength === undefined;
  if (!isOpen || smallestFile(body.type)) return value;
  if (body.type === "text/html")
    return `<!doctype html>\n<title>${escapeHtml(value)}</title>\n<p>${escapeHtml(value)}</p>\n`;
  if (body.kind === "xml") return `<?xml version="1.0" encoding="UTF-8"?>\n<root>${escapeHtml(value)}</root>`;
  return value;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
