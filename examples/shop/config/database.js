export default {
  dialect: "sqlite",
  // Without it, each environment has its own file: data/development.sqlite, data/production.sqlite.
  storage: process.env.DATABASE_FILE,
};
