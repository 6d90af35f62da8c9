/** Removes separators and capitals from a name: `dropletId` and `droplet_id` become `dropletid`. */
export function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
