/** A name without what differs between notations: `dropletId` and `droplet_id` are `dropletid`. */
export function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
