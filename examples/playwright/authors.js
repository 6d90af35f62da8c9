const [alert, list, form] = ["p", "ul", "form"].map((name) => document.querySelector(name));

async function call(init) {
  const response = await fetch("/api/authors", init);
  const body = await response.json();
  if (response.ok) return body;
  throw new Error([body.error, ...(body.details ?? []).map(({ path, message }) => `${path} ${message}`)].join("; "));
}

async function show() {
  const authors = await call();
  list.replaceChildren(
    ...authors.map(({ name, country }) => {
      const item = document.createElement("li");
      item.textContent = `${name} (${country})`;
      return item;
    }),
  );
}

function report(error) {
  alert.textContent = error.message;
  alert.hidden = false;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  alert.hidden = true;
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  await call({ method: "POST", headers: { "content-type": "application/json" }, body })
    .then(show)
    .catch(report);
});
show().catch(report);
