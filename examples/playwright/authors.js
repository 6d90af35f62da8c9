const [alert, list, form, header] = ["p", "ul", "form", "header"].map((name) => document.querySelector(name));

async function call(path, init) {
  const response = await fetch(`/api${path}`, init);
  const body = await response.json();
  if (response.ok) return body;
  throw new Error([body.error, ...(body.details ?? []).map(({ path, message }) => `${path} ${message}`)].join("; "));
}

async function show() {
  const authors = await call("/authors");
  list.replaceChildren(
    ...authors.map(({ name, country }) => {
      const item = document.createElement("li");
      item.textContent = `${name} (${country})`;
      return item;
    }),
  );
}

async function showUser() {
  const token = localStorage.getItem("token");
  if (token === null) return;
  const { email } = await call("/me", { headers: { authorization: `Bearer ${token}` } });
  header.textContent = `Signed in as ${email}`;
}

function report(error) {
  alert.textContent = error.message;
  alert.hidden = false;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  alert.hidden = true;
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  await call("/authors", { method: "POST", headers: { "content-type": "application/json" }, body })
    .then(show)
    .catch(report);
});
show().catch(report);
showUser().catch(report);
