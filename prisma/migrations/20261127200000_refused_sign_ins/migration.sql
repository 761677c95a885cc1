-- Why patrons whom a library's own system knows could not sign in, and how often. The former release neither reads nor writes it.
--
-- Locks: the reference to library takes a lock that waits for writers of library for a moment.
CREATE TABLE "refused_sign_ins" (
    "website_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ NOT NULL,
    "last_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "refused_sign_ins_pkey" PRIMARY KEY ("website_id", "reason"),
    CONSTRAINT "refused_sign_ins_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);

CREATE INDEX "refused_sign_ins_by_time" ON "refused_sign_ins" ("last_at");
