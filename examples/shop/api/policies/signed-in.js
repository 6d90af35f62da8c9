import { HttpError } from "@onespec/framework-cli";

/** `Authorization: Bearer <token>` (RFC 6750) with a token of `config/shop.js`. */
export default (request, services) => {
  const [scheme, token] = String(request.headers.authorization ?? "").split(" ");
  if (scheme.toLowerCase() === "bearer" && services.tokens.isKnown(token)) return;
  throw new HttpError(401, "A bearer token is needed.", { headers: { "www-authenticate": "Bearer" } });
};
