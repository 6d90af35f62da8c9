import { Resource, selectToken } from "./http.js";
import { checkAnswer, checkCall, checkOptions } from "./validate.js";

/** The description's first server and its security schemes. */
export const api = { defaultBaseUrl: "https://api.bookshop.example", schemes: { bearerAuth: {"label":"Bearer"} }, credentials: selectToken, security: [["bearerAuth"]], checkOptions, checks: { checkCall, checkAnswer } };

/** Base class of the resources. */
export class ApiResource extends Resource {
  /** @param given the context of the client, or the options of a resource that is used on its own */
  constructor(given, parents) {
    super(given, parents, api);
  }
}
