// Overrides the other files of config/ in tests.
export default {
  app: {
    log: { level: "error" },
  },
  database: {
    url: process.env.TEST_DATABASE_URL ?? "{{testUrl}}",
  },
};
