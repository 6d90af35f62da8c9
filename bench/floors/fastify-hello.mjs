// The floor: Fastify with one route.
import Fastify from "fastify";

const app = Fastify();
app.get("/books", async () => [{ id: 1, title: "Emma" }]);
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => app.close());
