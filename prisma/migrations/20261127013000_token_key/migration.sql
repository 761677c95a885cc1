-- The key by which the service's own tokens show that they are its own (decision 25), where TOKEN_KEY names none: one row, so that all
-- processes have the same. Its two GUIDs have 244 random bits.
--
-- Locks: makes a table. The former release neither reads nor writes it, and finds tokens of the new form by their hash.
CREATE TABLE "token_key" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "key" TEXT NOT NULL,

    CONSTRAINT "token_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "token_key_is_one_row" CHECK ("id")
);
INSERT INTO "token_key" ("key") VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
