export default {
  dialect: "sqlite",
  storage: process.env.DATABASE_FILE ?? "data/development.sqlite",
};
