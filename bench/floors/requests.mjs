// What a person would write by hand for the bookshop's authors: Fastify, a Map, and ajv for what comes in. Nothing is kept.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import Fastify from "fastify";

const properties = {
  name: { type: "string", minLength: 1, maxLength: 120 },
  country: { type: "string", pattern: "^[A-Z]{2}$" },
  bornOn: { type: ["string", "null"], format: "date" },
  website: { type: "string", format: "uri" },
  biography: { type: "string", maxLength: 2000 },
};
const ajv = addFormats.default(new Ajv.default({ allErrors: true, allowUnionTypes: true }));
const isAuthor = ajv.compile({ type: "object", required: ["name"], properties });
const isChange = ajv.compile({ type: "object", properties });
const authors = new Map();
let last = 0;
// The records to begin with, in a JSON file, where the command line names one.
for (const author of process.argv[2] === undefined ? [] : JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  authors.set(author.id, author);
  last = Math.max(last, author.id);
}

// The same rules for both servers: ours checks and compiles its own way.
const app = Fastify({ exposeHeadRoutes: false });
app.setValidatorCompiler(() => () => true);
app.get("/authors", async ({ query }) => {
  const page = Number(query.page ?? 1);
  const limit = Number(query.limit ?? 20);
  const found = [];
  for (const author of authors.values())
    if (query.country === undefined || author.country === query.country) found.push(author);
  return { data: found.slice((page - 1) * limit, page * limit), page, limit, total: found.length };
});
app.get("/authors/:id", async ({ params }, reply) => {
  const author = authors.get(Number(params.id));
  return author ?? reply.code(404).send({ error: "Not found", details: [] });
});
app.post("/authors", async ({ body }, reply) => {
  if (!isAuthor(body)) return reply.code(400).send({ error: "Validation failed", details: isAuthor.errors });
  last += 1;
  const author = { ...body, id: last, createdAt: new Date().toISOString() };
  authors.set(last, author);
  return reply.code(201).header("location", `/authors/${last}`).send(author);
});
app.patch("/authors/:id", async ({ params, body }, reply) => {
  const author = authors.get(Number(params.id));
  if (author === undefined) return reply.code(404).send({ error: "Not found", details: [] });
  if (!isChange(body)) return reply.code(400).send({ error: "Validation failed", details: isChange.errors });
  const changed = { ...author, ...body };
  authors.set(author.id, changed);
  return changed;
});
// An operation that has no state to speak of.
const settings = {
  currency: "EUR",
  vatRate: 0.19,
  shippingCost: 490,
  freeShippingFrom: 5000,
  supportEmail: "help@bookshop.example",
};
app.get("/settings", async () => settings);
console.log(`Address ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
