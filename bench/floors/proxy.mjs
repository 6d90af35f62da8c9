// `node proxy.mjs <upstream>`: @fastify/http-proxy, which passes everything on and looks at nothing.
import proxy from "@fastify/http-proxy";
import Fastify from "fastify";

const app = Fastify();
app.register(proxy, { upstream: process.argv[2] });
await app.listen({ host: "127.0.0.1", port: 0 });
console.log(`http://127.0.0.1:${app.server.address().port}`);
