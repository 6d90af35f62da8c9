/** `NODE_ENV`, else `development`. */
export function environmentName(): string {
  const { env } = process;
  return env.NODE_ENV || "development";
}
