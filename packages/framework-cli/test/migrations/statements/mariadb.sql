-- createTable
CREATE TABLE `books` (
  `id` INT AUTO_INCREMENT NOT NULL PRIMARY KEY,
  `title` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT 'it''s \\ new' NOT NULL,
  `status` VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT 'draft' NOT NULL,
  `notes` LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL COMMENT 'what''s to say',
  `price` DECIMAL(10,2) NOT NULL,
  `in_print` TINYINT(1) DEFAULT 1 NOT NULL,
  `details` JSON NOT NULL,
  `created_at` DATETIME(3) NOT NULL,
  `author_id` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
  UNIQUE KEY `books_title_unique` (`title`),
  KEY `books_author_id` (`author_id`),
  UNIQUE KEY `books_author_unique` (`author_id`),
  CONSTRAINT `books_author_id_fk` FOREIGN KEY (`author_id`) REFERENCES `authors` (`id`) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT `books_status_check` CHECK (`status` IN ('draft', 'it''s out'))
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4;

-- addColumn
ALTER TABLE `books` ADD COLUMN `pages` INT;
UPDATE `books` SET `pages` = 1 WHERE `pages` IS NULL;
ALTER TABLE `books` MODIFY COLUMN `pages` INT NOT NULL;

-- addColumn
ALTER TABLE `books` ADD COLUMN `isbn` VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
UPDATE `books` JOIN (SELECT @onespec_row := 0) counter SET `isbn` = CAST((@onespec_row := @onespec_row + 1) AS CHAR) WHERE `isbn` IS NULL;
ALTER TABLE `books` MODIFY COLUMN `isbn` VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL;

-- alterColumn
UPDATE `books` SET `pages` = 0 WHERE `pages` IS NULL;
ALTER TABLE `books` MODIFY COLUMN `pages` BIGINT DEFAULT 0 NOT NULL;

-- alterColumn
ALTER TABLE `books` MODIFY COLUMN `in_print` VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
UPDATE `books` SET `in_print` = CASE `in_print` WHEN '1' THEN 'true' ELSE 'false' END WHERE `in_print` IN ('0', '1');

-- renameColumn
ALTER TABLE `books` RENAME COLUMN `title` TO `it's a "title"`;

-- renameTable
ALTER TABLE `books` RENAME TO `novels`;

-- dropIndex
DROP INDEX `books_author_id` ON `books`;

-- dropForeignKey
ALTER TABLE `books` DROP FOREIGN KEY `books_author_id_fk`;

-- dropCheck
ALTER TABLE `books` DROP CONSTRAINT `books_status_check`;

-- addCheck
ALTER TABLE `books` ADD CONSTRAINT `books_pages` CHECK (`pages` >= 1 AND `pages` <= 9);

-- dropColumn
ALTER TABLE `books` DROP COLUMN `price`;

-- dropTable
DROP TABLE `books`;
