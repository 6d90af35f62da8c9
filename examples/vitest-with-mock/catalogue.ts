/** The code under test: it knows where the bookshop's API is, and nothing of mocks. */
export const API = "https://api.bookshop.example";

export interface Author {
  readonly id: number;
  readonly name: string;
}

/** @throws Error with what the API says when it rejects */
export async function addAuthor(name: string, country: string): Promise<Author> {
  const response = await fetch(`${API}/authors`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, country }),
  });
  if (!response.ok) throw new Error(`The author was not added: ${response.status}`);
  return (await response.json()) as Author;
}

export async function findAuthor(id: number): Promise<Author | undefined> {
  const response = await fetch(`${API}/authors/${id}`);
  return response.ok ? ((await response.json()) as Author) : undefined;
}
