import type { Parameter } from "@onespec/spec-core";

/**
 * How an order is written where the description lists none: `-` before the name, or the text behind it, as in `price,desc`. The
 * parameter's own text decides, else the framework that gives lists such parameters. `undefined`: neither does. Clients try the
 * spelling before they rely on it.
 */
export function sortSpelling(
  { name, description = "", examples }: Parameter,
  siblings: ReadonlySet<string>,
): string | undefined {
  const text = `${description} ${examples.map(({ value }) => JSON.stringify(value)).join(" ")}`;
  const behind = /\w[)}>\]]?([,:.]| )[([{<]?(?:asc|ASC|desc|DESC)\b(?![ ,]+(?:or|and|order))/.exec(text);
  if (/(?:^|[\s"'`(,[])-[a-z_]\w*/.test(text) || /\b(?:minus|hyphen|dash)\b|["'`(]-["'`)]/i.test(text)) return "-";
  if (behind) return `${behind[1]}${/ASC|DESC/.test(behind[0]) ? "DESC" : "desc"}`;
  const has = (...names: readonly string[]): boolean => names.every((one) => siblings.has(one));
  const begins = (start: string): boolean => [...siblings].some((one) => one.startsWith(start));
  // OData, Ransack, Django REST framework.
  if (name === "$orderby") return " desc";
  if (name === "q[s]") return " desc";
  if (name === "ordering") return "-";
  // NestJS CRUD, Strapi, Spring Data, PostgREST, JSON:API.
  if (has("s", "filter", "join")) return ",DESC";
  if (begins("pagination[") || has("filters", "populate")) return ":desc";
  if (name === "sort" && has("page", "size")) return ",desc";
  if (name === "order" && has("select", "offset", "limit")) return ".desc";
  return begins("page[") || begins("filter[") || begins("fields[") ? "-" : undefined;
}
