/** What a caller who may do everything sends. */
export const SIGNED_IN = { authorization: "Bearer test-token" };

/** An author and a book, as a signed-in caller makes them. */
export async function makeBook(app, fields = {}) {
  const author = await app.request("POST", "/authors", { name: "Ursula K. Le Guin" }, SIGNED_IN);
  const book = { title: "The Dispossessed", authorId: author.body.id, genre: "fiction", price: 1299, ...fields };
  return (await app.request("POST", "/books", book, SIGNED_IN)).body;
}

export async function makeCustomer(app) {
  const customer = { name: "Odo Laia", email: "odo@anarres.example", password: "no-walls-no-gates" };
  return (await app.request("POST", "/customers", customer, SIGNED_IN)).body;
}
