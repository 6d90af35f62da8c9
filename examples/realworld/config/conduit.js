export default ({ environment, env }) => {
  if (environment === "production" && !env.JWT_SECRET) throw new Error("Set JWT_SECRET: it signs the tokens.");
  return { jwtSecret: env.JWT_SECRET ?? "only-for-development-and-tests" };
};
