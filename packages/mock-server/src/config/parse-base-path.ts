/** `/api` of `api`, `/api/` and `/api`; `""` of `/`; `undefined` of what is no path. */
export function parseBasePath(text: string): string | undefined {
  if (text.trim() === "" || /[\s?#]|:\/\//.test(text)) return undefined;
  const segments = text.split("/").filter((segment) => segment !== "");
  return segments.length === 0 ? "" : `/${segments.join("/")}`;
}
