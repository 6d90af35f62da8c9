// What differs in production. Wins over the other files of config/.
export default {
  app: {
    host: process.env.HOST ?? "0.0.0.0",
  },
};
