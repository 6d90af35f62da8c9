// Overrides the other files of config/ in tests.
export default {
  app: {
    log: { level: "silent" },
  },
  database: {
    url: process.env.TEST_DATABASE_URL ?? "{{testUrl}}",
  },
};
