/** The environment that commands work in: what is asked for, else `NODE_ENV`, else `development`. */
export function appEnvironment(asked?: string): string {
  const { env } = process;
  return asked ?? (env.NODE_ENV || "development");
}
