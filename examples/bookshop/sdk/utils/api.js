/** The description's first server and its security schemes. */
export const api = { defaultBaseUrl: "https://api.bookshop.example", schemes: { bearerAuth: {"type":"http","scheme":"bearer"} }, resources: {}, security: [["bearerAuth"]] };
