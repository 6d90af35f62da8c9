import { defineSecurity } from "@onespec/framework-cli";

/** Guards the actions whose security names bearerAuth. */
export default defineSecurity({
  name: "bearerAuth",
  scheme: { type: "http", scheme: "bearer" },
  // The tokens of config/shop.js.
  authenticate: ({ value }, _request, services) => services.tokens.isKnown(value),
});
