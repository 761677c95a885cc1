-- The database from which notices are sent, so that a restored copy sends none until somebody says so. The first worker
-- writes the row; a copy of the database brings it along, and it does not match there.
CREATE TABLE "mail_origin" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "database_identity" TEXT NOT NULL,
    "recovery" TEXT NOT NULL,

    CONSTRAINT "mail_origin_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_origin_is_one_row" CHECK ("id")
);
