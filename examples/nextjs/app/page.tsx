import { listAuthors } from "./api";

// Asks the API for each request instead of once at build time, when no mock may be running.
export const dynamic = "force-dynamic";

export default async function Page() {
  const authors = await listAuthors();
  return (
    <main>
      <h1>Authors</h1>
      <ul>
        {authors.map(({ id, name, country }) => (
          <li key={id}>{`${name} (${country})`}</li>
        ))}
      </ul>
    </main>
  );
}
