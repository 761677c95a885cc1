-- What stands in the way of keeping each library on a database node of its own (decision 47): the clock is read from a table,
-- and a token refers to a row of its library.
--
-- Locks: replacing a reference takes a lock of "access_token" that holds off everybody, and one of "patron_directory" that
-- holds off writers, each for a moment. The rows are checked by the next migration, without holding off anybody.

-- ── Time ─────────────────────────────────────────────────────────────────────────────────────────────
-- The function has the offset of "service_clock" in its text, so that it can be computed where the table is not. It also
-- costs less.
CREATE FUNCTION "set_service_now"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION "service_now"() RETURNS TIMESTAMPTZ LANGUAGE sql STABLE PARALLEL SAFE AS %L',
        format('SELECT now() + %L::interval', NEW."ahead"));
    RETURN NULL;
END $$;

CREATE TRIGGER "service_clock_moved" AFTER INSERT OR UPDATE ON "service_clock"
    FOR EACH ROW EXECUTE FUNCTION "set_service_now"();

UPDATE "service_clock" SET "ahead" = "ahead";

-- ── Tokens ───────────────────────────────────────────────────────────────────────────────────────────
-- Every patron is in the directory, and is removed with the entry there.
ALTER TABLE "access_token"
    DROP CONSTRAINT "access_token_patron_fkey",
    ADD CONSTRAINT "access_token_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron_directory" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT NOT VALID;
