import type { BookInput } from "../../bookshop/sdk/index.js";

/** The authors of the catalogue, in the order in which they are added. */
export const AUTHORS = [
  { name: "Ursula K. Le Guin", country: "US", bornOn: "1929-10-21", website: "https://www.ursulakleguin.com" },
  { name: "Stanisław Lem", country: "PL", bornOn: "1921-09-12", biography: "Wrote “Solaris”. 🪐" },
  { name: "Homer", bornOn: null },
  { name: "Matsuo Bashō", country: "JP", bornOn: null },
] as const;

export interface CatalogueBook extends Omit<BookInput, "authorId"> {
  readonly title: string;
  /** Which of AUTHORS. */
  readonly by: number;
}

/** Books that the queries look for: with and without optional fields, with texts that patterns trip over. */
export const BOOKS: readonly CatalogueBook[] = [
  {
    title: "A Wizard of Earthsea",
    by: 0,
    genre: "children",
    price: 1000,
    tags: ["sea", "magic"],
    pages: 205,
    publishedOn: "1968-11-01",
    isbn: "9780547773742",
  },
  {
    title: "The Dispossessed",
    by: 0,
    genre: "fiction",
    price: 1299,
    tags: ["utopia", "physics"],
    pages: 387,
    publishedOn: "1974-05-01",
  },
  {
    title: "the word for world is forest",
    by: 0,
    genre: "fiction",
    price: 899,
    publishedOn: "1972-03-01",
    inStock: false,
  },
  { title: "Solaris", by: 1, genre: "fiction", price: 1150, tags: ["sea"], pages: 204, publishedOn: "1961-06-01" },
  {
    title: "Summa Technologiae",
    by: 1,
    genre: "science",
    price: 2850,
    pages: 448,
    publishedOn: "1964-01-01",
    tags: [],
  },
  { title: "Ὀδύσσεια", by: 2, genre: "poetry", price: 500, tags: ["sea", "long"], pages: 541 },
  { title: "Iliad 100%", by: 2, genre: "poetry", price: 501, tags: ["long"], pages: 704 },
  { title: "odd_ones\\and others", by: 3, genre: "travel", price: 100 },
  { title: 'Oku no "Hosomichi"', by: 3, genre: "travel", price: 750, pages: 96, publishedOn: "1702-01-01" },
];
