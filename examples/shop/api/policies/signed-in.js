import { HttpError } from "@onespec/framework-cli";

/** `Authorization: Bearer <token>` (RFC 6750) with a token of `config/shop.js`. */
export default (request, services) => {
  const [scheme, token] = String(request.headers.authorization ?? "").split(" ");
  const isBearer = scheme.toLowerCase() === "bearer";
  if (isBearer && services.tokens.isKnown(token)) return;
  // RFC 6750, section 3.1: who sent no token is not told that it was wrong.
  const challenge = `Bearer realm="Bookshop"${isBearer ? ', error="invalid_token"' : ""}`;
  throw new HttpError(401, "Unauthorized", {
    details: [{ in: "security", path: "", message: "A bearer token is needed." }],
    headers: { "www-authenticate": challenge },
  });
};
