export default {
  dialect: "{{dialect}}",
  url: process.env.DATABASE_URL ?? "{{url}}",
};
