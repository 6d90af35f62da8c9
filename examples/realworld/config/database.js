// PostgreSQL where DATABASE_URL names one, else SQLite.
export default process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL }
  : { dialect: "sqlite", storage: process.env.DATABASE_FILE ?? "data/development.sqlite" };
