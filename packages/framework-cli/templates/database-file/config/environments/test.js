// Overrides the other files of config/ in tests.
export default {
  app: {
    log: { level: "error" },
  },
  database: {
    storage: ":memory:",
  },
};
