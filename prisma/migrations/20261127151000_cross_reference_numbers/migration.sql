-- The crossRefIds of titles whose records give none: far from those that collections give themselves.
CREATE SEQUENCE "cross_ref_number" AS INTEGER START WITH 1000000000;
