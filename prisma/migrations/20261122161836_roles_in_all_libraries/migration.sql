-- Roles of staff in all libraries, also those that are added later. The former release does not know them: in its processes such
-- staff have only the roles that name a library.
--
-- Locks: creates a table. Its reference to "staff" takes a lock of it that holds off writers for a moment.
CREATE TABLE "staff_role_in_all_libraries" (
    "staff_id" UUID NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "staff_role_in_all_libraries_pkey" PRIMARY KEY ("staff_id", "role"),
    CONSTRAINT "staff_role_in_all_libraries_is_known" CHECK ("role" IN ('desk', 'collections', 'admin')),
    CONSTRAINT "staff_role_in_all_libraries_staff_fkey" FOREIGN KEY ("staff_id")
        REFERENCES "staff" ("staff_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
