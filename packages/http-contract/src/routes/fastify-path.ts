/** A path template in the notation of Fastify's router. */
export interface FastifyPath {
  /** `/books/:bookId`, the whole template with its base. */
  readonly url: string;
  /** Indexes of the segments that are parameters. */
  readonly parameters: readonly number[];
}

/**
 * Converts a template to Fastify's syntax. `undefined` if Fastify's router would match it differently from OpenAPI:
 * parameters inside a segment, characters that are special to Fastify, empty segments.
 */
export function fastifyPath(base: string, template: string): FastifyPath | undefined {
  const segments = `${base}${template}`.split("/").slice(1);
  const parameters: number[] = [];
  const parts: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const name = /^\{([A-Za-z_]\w*)\}$/.exec(segment)?.[1];
    if (name !== undefined) {
      parameters.push(index);
      parts.push(`:${name}`);
    } else if (PLAIN.test(segment)) parts.push(segment.replaceAll(":", "::"));
    else return undefined;
  }
  return {
    url: `/${parts.join("/")}`,
    parameters,
  };
}

/** True if some path matches both templates. Only one router can then choose between them. */
export function overlaps(one: string, other: string): boolean {
  const left = one.split("/");
  const right = other.split("/");
  if (left.length !== right.length) return false;
  return left.every((segment, index) => {
    const opposite = right[index] ?? "";
    return segment === opposite || segment.includes("{") || opposite.includes("{");
  });
}

/** RFC 3986, `pchar` without percent-encoding and the router's own characters. */
const PLAIN = /^[\w.~!$&',;=@:+-]+$/;
