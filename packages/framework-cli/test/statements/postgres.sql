-- get
SELECT "id", "name" FROM "authors" WHERE "id" = $1::bigint
   [7]
-- get of a paranoid model, fields
SELECT "id", "price" FROM "books" WHERE "id" = $1 AND "deleted_at" IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- find all
SELECT "id", "name" FROM "authors" ORDER BY "id"
-- pages
SELECT "id", "name" FROM "authors" ORDER BY "id" LIMIT $1
   [20]
SELECT "id", "name" FROM "authors" ORDER BY "name" COLLATE "C" DESC, "id" LIMIT $1 OFFSET $2
   [20, 40]
SELECT "id", "name" FROM "authors" ORDER BY "id" OFFSET $1
   [40]
-- order of nullable fields
SELECT "id" FROM "books" WHERE "deleted_at" IS NULL ORDER BY "pages", "text" COLLATE "C" DESC NULLS LAST, "at" DESC NULLS LAST, "id"
-- comparisons
SELECT COUNT(*) AS n FROM "books" WHERE "title" = $1 AND "title" <> $2 AND "title" COLLATE "C" > $3 AND "title" COLLATE "C" <= $4 AND "text" = $5 AND "text" COLLATE "C" >= $6 AND "pages" > $7::bigint AND "pages" <> $8::bigint AND "sold" = $9::bigint AND "price" < $10 AND "in_print" = $11 AND "at" >= $12 AND "id" = $13 AND "deleted_at" IS NULL
   ["a", "b", "c", "d", "a", "b", 3, 9999999999, "1152921504606846976", "10.50", true, "2026-01-31T12:30:00.000Z", "00000000-0000-4000-8000-000000000001"]
-- lists
SELECT COUNT(*) AS n FROM "books" WHERE "pages" = ANY($1::bigint[]) AND "price" = ANY($2) AND "title" <> ALL($3) AND 1 = 0 AND 1 = 1 AND "deleted_at" IS NULL
   [[1,2,3], ["1.50"], ["a","b"]]
-- texts
SELECT COUNT(*) AS n FROM "books" WHERE STRPOS("title", $1) > 0 AND "title" COLLATE "C" >= $2 AND "title" COLLATE "C" < $3 AND STRPOS("text", $4) > 0 AND STRPOS(CAST("id" AS TEXT), $5) > 0 AND "deleted_at" IS NULL
   ["50%_[|", "50%_[|", "50%_[}", "x", "a"]
-- and, or, not, null
SELECT COUNT(*) AS n FROM "books" WHERE (("pages" IS NULL) OR ((("text" IS NOT NULL) AND (1 = 1)))) AND CASE WHEN "pages" = $1::bigint THEN 0 ELSE 1 END = 1 AND "deleted_at" IS NULL
   [3]
-- create with a counted key
INSERT INTO "authors" ("name") VALUES ($1) RETURNING "id"
   ["Austen"]
-- create with a given one
INSERT INTO "authors" ("id", "name") VALUES ($1, $2)
   [7, "Austen"]
SELECT setval(pg_get_serial_sequence($1, $2), GREATEST((SELECT MAX("id") FROM "authors"), 1))
   ["\"authors\"", "id"]
-- create
INSERT INTO "books" ("id", "title", "text", "pages", "sold", "price", "in_print", "at", "cover", "extra", "author_id", "deleted_at") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   ["00000000-0000-4000-8000-000000000001", "Emma", null, null, "1152921504606846976", "9.50", true, "2026-01-31T12:30:00.120Z", null, null, null, null]
-- createMany
INSERT INTO "authors" ("name") VALUES ($1), ($2) RETURNING "id"
   ["a", "b"]
-- update
UPDATE "books" SET "title" = $1, "cover" = $2, "extra" = $3 WHERE "id" = $4 AND "deleted_at" IS NULL RETURNING "id", "title", "text", "pages", "sold", "price", "in_print", "at", "cover", "extra", "author_id", "deleted_at"
   ["b", null, "{\"a\":1}", "00000000-0000-4000-8000-000000000001"]
-- updateMany
UPDATE "authors" SET "name" = $1 WHERE "name" COLLATE "C" >= $2 AND "name" COLLATE "C" < $3
   ["b", "a", "b"]
-- remove
DELETE FROM "authors" WHERE "id" = $1::bigint
   [7]
-- removeMany
DELETE FROM "authors" WHERE "id" > $1::bigint
   [7]
-- upsert
INSERT INTO "authors" ("id", "name") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "name" = $3 RETURNING "id", "name"
   [7, "a", "a"]
-- include
SELECT "id", "title", "author_id" FROM "books" WHERE "deleted_at" IS NULL ORDER BY "id"
SELECT "id", "name" FROM "authors" WHERE "id" = ANY($1::bigint[]) ORDER BY "id"
   [[7]]
SELECT "id", "book_id", "tag_id" FROM "taggings" WHERE "book_id" = ANY($1) ORDER BY "id"
   [["00000000-0000-4000-8000-000000000001"]]
SELECT "name" FROM "tags" WHERE 1 = 0 ORDER BY "name" COLLATE "C"
