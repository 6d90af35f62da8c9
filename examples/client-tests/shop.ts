import type { Book, Client } from "../bookshop/sdk/index.js";
import { ApiError } from "../bookshop/sdk/index.js";

/** The cheapest books with the names of their authors. */
export async function cheapestBooks(client: Client, count: number): Promise<string[]> {
  const books = await client.books.find().sort("price").limit(count).populate("author");
  return books.map(({ title, author }) => `${title} by ${author?.name ?? "an unknown author"}`);
}

/** Adds a book, and says what the shop answered. */
export async function addBook(client: Client, title: string): Promise<Book | string> {
  try {
    return await client.books.create({ title, authorId: 1, genre: "fiction", price: 1299 });
  } catch (error) {
    if (error instanceof ApiError) return `The shop rejected it: ${error.status}`;
    throw error;
  }
}
