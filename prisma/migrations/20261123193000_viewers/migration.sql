-- The role `viewer`, which reads queues, titles to buy and charts. The former release does not know it: in its processes such staff may
-- do nothing.
--
-- Locks: "staff_role" and "staff_role_in_all_libraries", which are small, exclusively for a moment.
ALTER TABLE "staff_role"
    DROP CONSTRAINT "staff_role_is_known",
    ADD CONSTRAINT "staff_role_is_known" CHECK ("role" IN ('viewer', 'desk', 'collections', 'admin'));
ALTER TABLE "staff_role_in_all_libraries"
    DROP CONSTRAINT "staff_role_in_all_libraries_is_known",
    ADD CONSTRAINT "staff_role_in_all_libraries_is_known" CHECK ("role" IN ('viewer', 'desk', 'collections', 'admin'));
