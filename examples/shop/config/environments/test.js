// Overrides the other files of config/ in tests.
export default {
  app: {
    log: { level: "silent" },
    validateResponses: "error",
  },
  database: {
    storage: ":memory:",
  },
  shop: { tokens: ["test-token"] },
};
