-- The calendar of a library: the days on which it is closed, holidays and terms.
--
-- Release 0.3.0 neither reads nor writes it: its pickups end on any day.
--
-- Locks: the strongest lock of "library_settings", for a moment and without rewriting it.
CREATE TABLE IF NOT EXISTS "calendar_entry" (
    "website_id" INTEGER NOT NULL,
    "entry_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "first_day" DATE NOT NULL,
    "last_day" DATE NOT NULL,
    -- Null: not repeated.
    "repeats" TEXT,
    -- Null: repeated without an end.
    "until" DATE,
    "suspends_holds" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "calendar_entry_pkey" PRIMARY KEY ("website_id", "entry_id"),
    CONSTRAINT "calendar_entry_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id")
        ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "calendar_entry_kinds" CHECK ("kind" IN ('closed', 'holiday', 'term') AND "repeats" IN ('weekly', 'yearly')),
    CONSTRAINT "calendar_entry_days" CHECK ("first_day" <= "last_day" AND "first_day" <= "until"
        AND ("repeats" IS NOT NULL OR "until" = "last_day"))
);

-- Next transaction
ALTER TABLE "library_settings" ADD COLUMN IF NOT EXISTS "pickups_end_when_open" BOOLEAN;
