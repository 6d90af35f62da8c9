import { basePaths } from "@onespec/http-contract";
import type { FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { Call } from "../../model/mock-context.js";
import { SELF_ORIGIN } from "../../response/own-address.js";
import { requestOrigin } from "../../response/request-origin.js";
import { after } from "../../store/record-store.js";

/** Shows the addresses of records under the name by which the client reached the server. */
export const ownAddresses: FastifyPluginAsync = fp(
  async (fastify) => {
    const { api } = fastify.mock;
    const bases = basePaths(api);
    const origin = ({ target }: Call): string => {
      const base = bases.find((path) => target.path.startsWith(`${path}/`));
      return `${requestOrigin(target)}${base ?? ""}`;
    };
    // Looks at the text of each answer: to know the descriptions that need it, all their resources would have to be read at the start.
    fastify.mock.wrap(
      (_, __, behave) => (call) =>
        after(behave(call), (answer) =>
          typeof answer.body === "string" && answer.body.includes(SELF_ORIGIN)
            ? { ...answer, body: answer.body.replaceAll(SELF_ORIGIN, origin(call)) }
            : answer,
        ),
    );
  },
  { name: "mock-own-addresses" },
);
