-- get
SELECT "id", "name" FROM "authors" WHERE "id" = :1
   [7]
-- get of a paranoid model, fields
SELECT "id", "price" FROM "books" WHERE "id" = :1 AND "deleted_at" IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- find all
SELECT "id", "name" FROM "authors" ORDER BY "id"
-- pages
SELECT "id", "name" FROM "authors" ORDER BY "id" FETCH NEXT :1 ROWS ONLY
   [20]
SELECT "id", "name" FROM "authors" ORDER BY "name" DESC, "id" OFFSET :1 ROWS FETCH NEXT :2 ROWS ONLY
   [40, 20]
SELECT "id", "name" FROM "authors" ORDER BY "id" OFFSET :1 ROWS
   [40]
-- order of nullable fields
SELECT "id" FROM "books" WHERE "deleted_at" IS NULL ORDER BY "pages", DBMS_LOB.SUBSTR("text", 1000, 1) DESC NULLS LAST, "at" DESC NULLS LAST, "id"
-- comparisons
SELECT COUNT(*) AS "n" FROM "books" WHERE "title" = :1 AND "title" <> :2 AND "title" > :3 AND "title" <= :4 AND DBMS_LOB.COMPARE("text", TO_CLOB(:5)) = 0 AND DBMS_LOB.COMPARE("text", TO_CLOB(:6)) >= 0 AND "pages" > :7 AND "pages" <> :8 AND "sold" = :9 AND "price" < :10 AND "in_print" = :11 AND "at" >= :12 AND "id" = :13 AND "deleted_at" IS NULL
   ["a", "b", "c", "d", "a", "b", 3, 9999999999, "1152921504606846976", "10.50", 1, Date(2026-01-31T12:30:00.000Z), "00000000-0000-4000-8000-000000000001"]
-- lists
SELECT COUNT(*) AS "n" FROM "books" WHERE "pages" IN (:1, :2, :3, :4) AND "price" IN (:5) AND "title" NOT IN (:6, :7) AND 1 = 0 AND 1 = 1 AND "deleted_at" IS NULL
   [1, 2, 3, 3, "1.50", "a", "b"]
-- texts
SELECT COUNT(*) AS "n" FROM "books" WHERE INSTR("title", :1) > 0 AND "title" LIKE :2 ESCAPE '|' AND INSTR("text", :3) > 0 AND INSTR("id", :4) > 0 AND "deleted_at" IS NULL
   ["50%_[|", "50|%|_[||%", "x", "a"]
-- and, or, not, null
SELECT COUNT(*) AS "n" FROM "books" WHERE (("pages" IS NULL) OR ((("text" IS NOT NULL) AND (1 = 1)))) AND CASE WHEN "pages" = :1 THEN 0 ELSE 1 END = 1 AND "deleted_at" IS NULL
   [3]
-- create with a counted key
INSERT INTO "authors" ("name") VALUES (:1) RETURNING "id" INTO :counted
   ["Austen"]
-- create with a given one
INSERT INTO "authors" ("id", "name") VALUES (:1, :2)
   [7, "Austen"]
-- create
INSERT INTO "books" ("id", "title", "text", "pages", "sold", "price", "in_print", "at", "cover", "extra", "author_id", "deleted_at") VALUES (:1, :2, :3, :4, :5, :6, :7, :8, :9, :10, :11, :12)
   ["00000000-0000-4000-8000-000000000001", "Emma", null, null, "1152921504606846976", "9.50", 1, Date(2026-01-31T12:30:00.120Z), null, null, null, null]
-- createMany
INSERT INTO "authors" ("name") VALUES (:1) RETURNING "id" INTO :counted
   ["a"]
INSERT INTO "authors" ("name") VALUES (:1) RETURNING "id" INTO :counted
   ["b"]
-- update
UPDATE "books" SET "title" = :1, "cover" = :2, "extra" = :3 WHERE "id" = :4 AND "deleted_at" IS NULL
   ["b", null, "{\"a\":1}", "00000000-0000-4000-8000-000000000001"]
SELECT "id", "title", "text", "pages", "sold", "price", "in_print", "at", "cover", "extra", "author_id", "deleted_at" FROM "books" WHERE "id" = :1 AND "deleted_at" IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- updateMany
UPDATE "authors" SET "name" = :1 WHERE "name" LIKE :2 ESCAPE '|'
   ["b", "a%"]
-- remove
DELETE FROM "authors" WHERE "id" = :1
   [7]
-- removeMany
DELETE FROM "authors" WHERE "id" > :1
   [7]
-- upsert
UPDATE "authors" SET "name" = :1 WHERE "id" = :2
   ["a", 7]
SELECT "id", "name" FROM "authors" WHERE "id" = :1
   [7]
-- include
SELECT "id", "title", "author_id" FROM "books" WHERE "deleted_at" IS NULL ORDER BY "id"
SELECT "id", "name" FROM "authors" WHERE "id" IN (:1) ORDER BY "id"
   [7]
SELECT "id", "book_id", "tag_id" FROM "taggings" WHERE "book_id" IN (:1) ORDER BY "id"
   ["00000000-0000-4000-8000-000000000001"]
SELECT "name" FROM "tags" WHERE 1 = 0 ORDER BY "name"
