-- Staff merge a patron into another, and lists of the library's system go on naming the first: the names are kept as hashes, to tell for whom the
-- list means it. The former release neither reads nor writes the table: there, such a list brings the merged patron back.
--
-- Locks: the reference of the new table takes a lock of "patron" for a moment that writes wait for.
CREATE TABLE "merged_name" (
    "website_id" INTEGER NOT NULL,
    "name_hash" BYTEA NOT NULL,
    "patron_id" INTEGER NOT NULL,

    CONSTRAINT "merged_name_pkey" PRIMARY KEY ("website_id", "name_hash"),
    CONSTRAINT "merged_name_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "merged_name_by_patron" ON "merged_name" ("website_id", "patron_id");
