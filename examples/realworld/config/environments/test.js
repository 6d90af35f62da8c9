// What differs in tests. Wins over the other files of config/.
export default {
  app: {
    log: { level: "silent" },
  },
  database: {
    storage: ":memory:",
  },
};
