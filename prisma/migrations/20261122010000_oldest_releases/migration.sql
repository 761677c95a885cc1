-- The oldest release that runs on the schema which each migration leaves. A process reads it when the database has
-- migrations that the process does not know. `holdfast migrate` writes it, from oldest-release.txt beside each migration.sql.
--
-- Locks: creates a table.
CREATE TABLE "_migration_release" (
    "migration_name" TEXT NOT NULL,
    "oldest_release" TEXT NOT NULL,

    CONSTRAINT "_migration_release_pkey" PRIMARY KEY ("migration_name")
);
