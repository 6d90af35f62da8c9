interface Author {
  readonly id: number;
  readonly name: string;
  readonly country: string;
}

/** Runs on the server of Next.js, which may call the API by its address; a browser needs no access to it. */
export async function listAuthors(): Promise<readonly Author[]> {
  const url = process.env.API_URL ?? "http://localhost:3000";
  const response = await fetch(`${url}/authors?sort=name&limit=100`, { cache: "no-store" });
  if (!response.ok) throw new Error(`The API answered ${response.status}.`);
  const { data } = (await response.json()) as { data: readonly Author[] };
  return data;
}
