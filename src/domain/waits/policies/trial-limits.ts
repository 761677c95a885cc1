/** The limits of a trial. */
export const MAX_DAYS = 731;
export const DEFAULT_DAYS = 90;
export const MAX_RUNS = 500;
export const MAX_TITLES = 2_000;
export const MAX_SCENARIOS = 10;
export const MAX_SEED = 2_147_483_647;
export const DEFAULT_SEED = 1;

/** The largest changes. For rules they are what a library may set. */
export const MAX_PICKUP_HOURS = 8_760;
export const MAX_COPIES_PER_TITLE = 1_000;
export const MAX_PERCENT_OF_COPIES = 1_000;
export const MAX_HOLD_LIMIT = 1_000_000;
