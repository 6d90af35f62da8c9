import { defineSecurity } from "@onespec/framework-cli";

/** Guards the actions whose security names Token. */
export default defineSecurity({
  name: "Token",
  scheme: { type: "http", scheme: "Token", bearerFormat: "JWT" },
  authenticate: ({ value }, _request, services) => services.accounts.ofToken(value),
});
