// What differs in tests. Wins over the other files of config/.
export default {
  app: {
    log: { level: "silent" },
  },
  database: {
    url: process.env.TEST_DATABASE_URL ?? "{{testUrl}}",
  },
};
