import { asObject, asText } from "./json.js";
import { joinPointer, type RawDocument } from "./raw-document.js";

/** A security scheme, with the place that its credential is sent in. */
export interface RawSecurityScheme {
  readonly name: string;
  readonly in: "header" | "query" | "cookie";
  /** Name of the header, query parameter or cookie. */
  readonly key: string;
  /** The word in front of the credential: `Bearer`. `""`: none. */
  readonly prefix: string;
  /** True for `user:password`, which is sent in Base64. */
  readonly isBasic: boolean;
}

/** The security schemes that a request can satisfy. `mutualTLS` is left out, since it depends on the connection. */
export function rawSecuritySchemes(raw: RawDocument): ReadonlyMap<string, RawSecurityScheme> {
  const found = new Map<string, RawSecurityScheme>();
  for (const name of Object.keys(asObject(asObject(raw.root.components).securitySchemes))) {
    const scheme = asObject(raw.follow(joinPointer("/components/securitySchemes", name)).value);
    const type = asText(scheme.type);
    const header = { name, in: "header", key: "authorization", isBasic: false } as const;
    if (type === "apiKey") {
      const place = asText(scheme.in);
      if (place !== "header" && place !== "query" && place !== "cookie") continue;
      found.set(name, { name, in: place, key: asText(scheme.name) ?? name, prefix: "", isBasic: false });
    } else if (type === "oauth2" || type === "openIdConnect") found.set(name, { ...header, prefix: "Bearer" });
    else if (type === "http") {
      const kind = asText(scheme.scheme) ?? "Bearer";
      const isBasic = kind.toLowerCase() === "basic";
      const prefix = isBasic ? "Basic" : kind.toLowerCase() === "bearer" ? "Bearer" : kind;
      found.set(name, { ...header, prefix, isBasic });
    }
  }
  return found;
}
