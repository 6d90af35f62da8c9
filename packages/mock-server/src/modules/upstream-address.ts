/** The address of an upstream without user and password. */
export function upstreamAddress(upstream: string | URL): string {
  const { origin, pathname } = new URL(upstream);
  return `${origin}${pathname.replace(/\/$/, "")}`;
}
