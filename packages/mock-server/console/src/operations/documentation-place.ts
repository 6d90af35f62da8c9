/** The facts of an operation that its place in the documentation depends on. */
export interface Documented {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
}

/** The name of a tag in addresses of the documentation: letters and digits of ASCII only. */
export function tagSlug(name: string): string {
  return encodeURIComponent(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

/** Where the documentation shows an operation, as the fragment of its address. */
export function documentationPlace({ method, path, tags }: Documented): string {
  const [tag] = tags;
  return `${tag === undefined ? "" : `tag/${tagSlug(tag)}/`}${method}${path}`;
}
