// The least a server made from a description can do: read it, be up, answer one operation.
import { readFileSync } from "node:fs";
import Fastify from "fastify";

const [file, route] = process.argv.slice(2);
const description = JSON.parse(readFileSync(file, "utf8"));
const app = Fastify();
app.get(route, async () => ({ title: description.info.title }));
console.log(`Address ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
