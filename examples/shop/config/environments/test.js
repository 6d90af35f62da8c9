// What differs in tests. Wins over the other files of config/.
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
