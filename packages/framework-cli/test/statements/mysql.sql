-- get
SELECT `id`, `name` FROM `authors` WHERE `id` = ?
   [7]
-- get of a paranoid model, fields
SELECT `id`, `price` FROM `books` WHERE `id` = ? AND `deleted_at` IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- find all
SELECT `id`, `name` FROM `authors` ORDER BY `id`
-- pages
SELECT `id`, `name` FROM `authors` ORDER BY `id` LIMIT 20
SELECT `id`, `name` FROM `authors` ORDER BY `name` DESC, `id` LIMIT 20 OFFSET 40
SELECT `id`, `name` FROM `authors` ORDER BY `id` LIMIT 18446744073709551615 OFFSET 40
-- order of nullable fields
SELECT `id` FROM `books` WHERE `deleted_at` IS NULL ORDER BY `pages` IS NULL, `pages`, `text` DESC, `at` DESC, `id`
-- comparisons
SELECT COUNT(*) AS n FROM `books` WHERE `title` = ? AND `title` <> ? AND `title` > ? AND `title` <= ? AND `text` = ? AND `text` >= ? AND `pages` > ? AND `pages` <> ? AND `sold` = CAST(? AS SIGNED) AND `price` < CAST(? AS DECIMAL(65,30)) AND `in_print` = ? AND `at` >= ? AND `id` = ? AND `deleted_at` IS NULL
   ["a", "b", "c", "d", "a", "b", 3, 9999999999, "1152921504606846976", "10.50", 1, "2026-01-31 12:30:00.000", "00000000-0000-4000-8000-000000000001"]
-- lists
SELECT COUNT(*) AS n FROM `books` WHERE `pages` IN (?, ?, ?, ?) AND `price` IN (CAST(? AS DECIMAL(65,30))) AND `title` NOT IN (?, ?) AND 1 = 0 AND 1 = 1 AND `deleted_at` IS NULL
   [1, 2, 3, 3, "1.50", "a", "b"]
-- texts
SELECT COUNT(*) AS n FROM `books` WHERE `title` LIKE ? COLLATE utf8mb4_bin ESCAPE '|' AND `title` LIKE ? ESCAPE '|' AND `text` LIKE ? COLLATE utf8mb4_bin ESCAPE '|' AND `id` LIKE ? COLLATE utf8mb4_bin ESCAPE '|' AND `deleted_at` IS NULL
   ["%50|%|_[||%", "50|%|_[||%", "%x%", "%a%"]
-- and, or, not, null
SELECT COUNT(*) AS n FROM `books` WHERE ((`pages` IS NULL) OR (((`text` IS NOT NULL) AND (1 = 1)))) AND CASE WHEN `pages` = ? THEN 0 ELSE 1 END = 1 AND `deleted_at` IS NULL
   [3]
-- create with a counted key
INSERT INTO `authors` (`name`) VALUES (?)
   ["Austen"]
-- create with a given one
INSERT INTO `authors` (`id`, `name`) VALUES (?, ?)
   [7, "Austen"]
-- create
INSERT INTO `books` (`id`, `title`, `text`, `pages`, `sold`, `price`, `in_print`, `at`, `cover`, `extra`, `author_id`, `deleted_at`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ["00000000-0000-4000-8000-000000000001", "Emma", null, null, "1152921504606846976", "9.50", 1, "2026-01-31 12:30:00.120", null, null, null, null]
-- createMany
SELECT @@auto_increment_increment AS step
INSERT INTO `authors` (`name`) VALUES (?), (?)
   ["a", "b"]
-- update
UPDATE `books` SET `title` = ?, `cover` = ?, `extra` = ? WHERE `id` = ? AND `deleted_at` IS NULL
   ["b", null, "{\"a\":1}", "00000000-0000-4000-8000-000000000001"]
SELECT `id`, `title`, `text`, `pages`, `sold`, `price`, `in_print`, `at`, `cover`, CAST(`extra` AS CHAR) AS `extra`, `author_id`, `deleted_at` FROM `books` WHERE `id` = ? AND `deleted_at` IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- updateMany
UPDATE `authors` SET `name` = ? WHERE `name` LIKE ? ESCAPE '|'
   ["b", "a%"]
-- remove
DELETE FROM `authors` WHERE `id` = ?
   [7]
-- removeMany
DELETE FROM `authors` WHERE `id` > ?
   [7]
-- upsert
UPDATE `authors` SET `name` = ? WHERE `id` = ?
   ["a", 7]
SELECT `id`, `name` FROM `authors` WHERE `id` = ?
   [7]
-- include
SELECT `id`, `title`, `author_id` FROM `books` WHERE `deleted_at` IS NULL ORDER BY `id`
SELECT `id`, `name` FROM `authors` WHERE `id` IN (?) ORDER BY `id`
   [7]
SELECT `id`, `book_id`, `tag_id` FROM `taggings` WHERE `book_id` IN (?) ORDER BY `id`
   ["00000000-0000-4000-8000-000000000001"]
SELECT `name` FROM `tags` WHERE 1 = 0 ORDER BY `name`
