// Overrides the other files of config/ in production.
export default {
  app: {
    host: process.env.HOST ?? "0.0.0.0",
  },
};
