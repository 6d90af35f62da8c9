// The server. Environment variables override these values.
export default {
  name: "Bookshop",
  host: process.env.HOST ?? "127.0.0.1",
  port: Number(process.env.PORT ?? 1337),
};
