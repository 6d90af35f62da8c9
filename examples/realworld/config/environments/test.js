// Overrides the other files of config/ in tests.
export default {
  app: {
    log: { level: "silent" },
  },
  database: {
    storage: ":memory:",
  },
};
