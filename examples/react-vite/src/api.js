/** All calls of the API. They work the same against the mock and against the real server. */
export async function listAuthors() {
  const { data } = await call("/authors?limit=100");
  return data;
}

export function addAuthor(author) {
  return call("/authors", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(author),
  });
}

async function call(path, init) {
  const response = await fetch(`/api${path}`, init);
  const body = response.status === 204 ? undefined : await response.json();
  if (response.ok) return body;
  const details = body.details?.map(({ path, message }) => `${path} ${message}`) ?? [];
  throw new Error([body.error, ...details].join("; "));
}
