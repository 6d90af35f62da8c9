-- get
SELECT "id", "name" FROM "authors" WHERE "id" = ?
   [7]
-- get of a paranoid model, fields
SELECT "id", "price" FROM "books" WHERE "id" = ? AND "deleted_at" IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- find all
SELECT "id", "name" FROM "authors" ORDER BY "id"
-- pages
SELECT "id", "name" FROM "authors" ORDER BY "id" LIMIT ?
   [20]
SELECT "id", "name" FROM "authors" ORDER BY "name" DESC, "id" LIMIT ? OFFSET ?
   [20, 40]
SELECT "id", "name" FROM "authors" ORDER BY "id" LIMIT -1 OFFSET ?
   [40]
-- order of nullable fields
SELECT "id" FROM "books" WHERE "deleted_at" IS NULL ORDER BY "pages" NULLS LAST, "text" DESC, "at" DESC, "id"
-- comparisons
SELECT COUNT(*) AS n FROM "books" WHERE "title" = ? AND "title" <> ? AND "title" > ? AND "title" <= ? AND "text" = ? AND "text" >= ? AND "pages" > ? AND "pages" <> ? AND "sold" = ? AND "price" < ? AND "in_print" = ? AND "at" >= ? AND "id" = ? AND "deleted_at" IS NULL
   ["a", "b", "c", "d", "a", "b", 3, 9999999999, 1152921504606846976n, "10.50", 1, "2026-01-31 12:30:00.000 +00:00", "00000000-0000-4000-8000-000000000001"]
-- lists
SELECT COUNT(*) AS n FROM "books" WHERE "pages" IN (?, ?, ?, ?) AND "price" IN (?) AND "title" NOT IN (?, ?) AND 1 = 0 AND 1 = 1 AND "deleted_at" IS NULL
   [1, 2, 3, 3, "1.50", "a", "b"]
-- texts
SELECT COUNT(*) AS n FROM "books" WHERE INSTR("title", ?) > 0 AND "title" >= ? AND "title" < ? AND INSTR("text", ?) > 0 AND INSTR("id", ?) > 0 AND "deleted_at" IS NULL
   ["50%_[|", "50%_[|", "50%_[}", "x", "a"]
-- and, or, not, null
SELECT COUNT(*) AS n FROM "books" WHERE (("pages" IS NULL) OR ((("text" IS NOT NULL) AND (1 = 1)))) AND CASE WHEN "pages" = ? THEN 0 ELSE 1 END = 1 AND "deleted_at" IS NULL
   [3]
-- create with a counted key
INSERT INTO "authors" ("name") VALUES (?)
   ["Austen"]
-- create with a given one
INSERT INTO "authors" ("id", "name") VALUES (?, ?)
   [7, "Austen"]
-- create
INSERT INTO "books" ("id", "title", "text", "pages", "sold", "price", "in_print", "at", "cover", "extra", "author_id", "deleted_at") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ["00000000-0000-4000-8000-000000000001", "Emma", null, null, 1152921504606846976n, "9.50", 1, "2026-01-31 12:30:00.120 +00:00", null, null, null, null]
-- createMany
INSERT INTO "authors" ("name") VALUES (?)
   ["a"]
INSERT INTO "authors" ("name") VALUES (?)
   ["b"]
-- update
UPDATE "books" SET "title" = ?, "cover" = ?, "extra" = ? WHERE "id" = ? AND "deleted_at" IS NULL RETURNING "id", "title", "text", "pages", "sold", "price", "in_print", "at", "cover", "extra", "author_id", "deleted_at"
   ["b", null, "{\"a\":1}", "00000000-0000-4000-8000-000000000001"]
-- updateMany
UPDATE "authors" SET "name" = ? WHERE "name" >= ? AND "name" < ?
   ["b", "a", "b"]
-- remove
DELETE FROM "authors" WHERE "id" = ?
   [7]
-- removeMany
DELETE FROM "authors" WHERE "id" > ?
   [7]
-- upsert
INSERT INTO "authors" ("id", "name") VALUES (?, ?) ON CONFLICT ("id") DO UPDATE SET "name" = ? RETURNING "id", "name"
   [7, "a", "a"]
-- include
SELECT "id", "title", "author_id" FROM "books" WHERE "deleted_at" IS NULL ORDER BY "id"
SELECT "id", "name" FROM "authors" WHERE "id" IN (?) ORDER BY "id"
   [7]
SELECT "id", "book_id", "tag_id" FROM "taggings" WHERE "book_id" IN (?) ORDER BY "id"
   ["00000000-0000-4000-8000-000000000001"]
SELECT "name" FROM "tags" WHERE 1 = 0 ORDER BY "name"
