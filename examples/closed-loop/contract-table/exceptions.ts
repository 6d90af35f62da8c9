/** Rows that the mock and applications answer differently for a good reason. `<group>: <row>` */
export const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  [
    "records: an unknown property",
    "The schema lets it pass. The mock stores it; an application has no column for it and ignores it.",
  ],
  [
    "records: an unknown property in an object",
    "As above: an application keeps what the description declares, at any depth.",
  ],
  [
    "paths of servers: without the server's path",
    "The mock answers with and without it, so that any base URL works. An application has it as `prefix` in `config/routes.js`.",
  ],
]);
