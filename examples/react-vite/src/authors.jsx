import { useCallback, useEffect, useState } from "react";
import { addAuthor, listAuthors } from "./api.js";

export function Authors() {
  const [authors, setAuthors] = useState([]);
  const [problem, setProblem] = useState("");

  const load = useCallback(() => {
    listAuthors().then(setAuthors, (error) => setProblem(error.message));
  }, []);
  useEffect(load, [load]);

  async function add(form) {
    try {
      setProblem("");
      await addAuthor({ name: form.get("name"), country: form.get("country") });
      load();
    } catch (error) {
      setProblem(error.message);
    }
  }

  return (
    <main>
      <h1>Authors</h1>
      {problem && <p role="alert">{problem}</p>}
      <ul>
        {authors.map(({ id, name, country }) => (
          <li key={id}>
            {name} ({country})
          </li>
        ))}
      </ul>
      <form action={add}>
        <input name="name" aria-label="Name" />
        <input name="country" aria-label="Country" />
        <button type="submit">Add</button>
      </form>
    </main>
  );
}
