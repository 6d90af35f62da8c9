import type { Header } from "@onespec/spec-core";
import type { PageFacts } from "./list-envelope.js";

/** The headers in which a list tells about its page: counters and `Link` (RFC 8288), where the description documents them. */
export function listHeaders(
  documented: readonly Header[],
  facts: PageFacts,
  query: string,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, required } of documented) {
    const text =
      name.toLowerCase() === "link" ? linkText(facts, required ? query : undefined) : counterText(name, facts);
    if (text !== undefined) headers[name.toLowerCase()] = text;
  }
  return headers;
}

function linkText(facts: PageFacts, self: string | undefined): string | undefined {
  const { links } = facts;
  const relations = [
    ["first", links.first],
    ["prev", links.previous],
    ["next", links.next],
    ["last", links.last],
  ] as const;
  const parts = relations.flatMap(([relation, link]) =>
    link ? [`<${facts.url(link.query)}>; rel="${relation}"`] : [],
  );
  if (parts.length === 0 && self !== undefined) return `<${facts.url(self)}>; rel="self"`;
  return parts.length === 0 ? undefined : parts.join(", ");
}

function counterText(name: string, facts: PageFacts): string | undefined {
  const { total, count, start, asked } = facts;
  const words = name.toLowerCase().replace(/[^a-z]/g, "");
  const size = asked.limit ?? Math.max(1, total);
  // Rate limits count requests, not records.
  if (words.includes("rate")) return undefined;
  if (/total.?pages|page.?count|pages$/.test(words)) return String(Math.ceil(total / size));
  if (words === "contentrange") return `items ${count === 0 ? "*" : `${start}-${start + count - 1}`}/${total}`;
  if (/next(?:page)?(?:cursor|token|offset)$/.test(words)) return facts.links.next && String(facts.links.next.value);
  if (/nextpage$/.test(words)) return facts.links.next && String(facts.links.next.value);
  if (/prev(?:ious)?page$/.test(words)) return facts.links.previous && String(facts.links.previous.value);
  if (/total|^x?count$|itemcount|resultcount|recordcount/.test(words)) return String(total);
  if (/perpage|pagesize|limit$/.test(words)) return String(asked.limit ?? count);
  if (/offset$/.test(words)) return String(start);
  if (/^x?(?:pagination)?(?:current)?page(?:number)?$/.test(words)) return String(asked.page);
  if (/hasmore$|hasnext(?:page)?$/.test(words)) return String(facts.links.next !== undefined);
  return undefined;
}
