/** The facts of an operation that its place in the documentation depends on. */
export interface Documented {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
}

/** The name of a tag in addresses of the documentation. It has only letters and digits of ASCII. */
export function tagSlug(name: string): string {
  return encodeURIComponent(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

/** The fragment of the documentation's address that shows an operation. */
export function documentationPlace({ method, path, tags }: Documented): string {
  const [tag] = tags;
  return `${tag === undefined ? "" : `tag/${tagSlug(tag)}/`}${method}${path}`;
}
