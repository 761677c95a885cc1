-- Which licence of a library begins or ends first: every command and read asks it, and would read all licences of the library.
--
-- Release 0.3.0 does not read the table.
--
-- Locks: "licence", for a moment.
CREATE INDEX IF NOT EXISTS "licence_turn_in_library" ON "licence" ("website_id", "turns_at") WHERE "turns_at" IS NOT NULL;

-- Next transaction
-- A title has few licences: "licence_of_copies" finds them.
DROP INDEX IF EXISTS "licence_turn_in_queue";
