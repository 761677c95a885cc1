import { statement } from './statement.js';

/**
 * Citus (`holdfast distribute`, docs/operations/scaling.md): which statements have a form of their own for it. All of them run on one
 * PostgreSQL too, where a plainer form would do; `test/api/distribution` reads every statement for what Citus refuses.
 *
 * | statements                                      | their form                                    | because Citus                                       |
 * | ----------------------------------------------- | --------------------------------------------- | --------------------------------------------------- |
 * | an UPDATE to what columns or the time give      | `inQuery`                                     | refuses other functions of columns and the time     |
 * | an upsert of the time                           | `readServiceTime` before, as a parameter      | refuses functions in what an upsert writes          |
 * | an upsert of settings                           | its key is not among the columns that it sets | refuses a change of the library, also to the same   |
 * | a claim of reminders                            | a query of what the UPDATE returns            | refuses functions in RETURNING                      |
 * | what is due of all libraries (`groupSearch`)    | for the libraries of one node at a time       | answers nothing while any node that it asks is down |
 * | some lost copies of each library                | numbered rows in place of LIMIT               | refuses a LIMIT for each library                    |
 * | a placement                                     | statements sent together, no INSERT in a WITH | would not leave the whole to the library's node     |
 * | events about holds                              | tables of the library joined by its column    | refuses an INSERT that reads two of them by $1      |
 * | such events, which look into the hold's trace   | a query of its own in FROM, by OFFSET 0       | refuses functions of columns in an INSERT           |
 * | copies bought                                   | read first, then written                      | the same                                            |
 * | a withdrawn title is remembered                 | copies read first, then written               | counts a write that reads titles as of all shards   |
 * | a title is removed                              | its libraries are found before                | changes no title after a search of all shards       |
 * | titles of a page                                | none for no title; -1 for no patron           | cannot plan for nothing, nor for null               |
 * | notices that still tell something               | two joins in place of an outer one            | would fetch all holds                               |
 * | uses of a collection, which Prisma counts       | one count for each table                      | would count those of all libraries with it          |
 * | part of an array                                | both bounds, `a[1:3]`; in an UPDATE `inQuery` | ends the coordinator's process without them         |
 * | holds that are ready soon                       | `ANY` of an array; found first, then marked   | refuses the rows of a column's array in a subquery  |
 * | the clock of a sandbox                          | moved before the pickups of all libraries     | changes no function after work on several shards    |
 * | the lock of an `Idempotency-Key`                | taken with the patron's row                   | has locks of each node                              |
 */

/** SQL that computes an UPDATE's value from columns or the time in a subquery, into which Citus does not look. */
export const inQuery = (expression: string): string => `(SELECT ${expression})`;

/** The version of Citus, such as `13.2-1`; no row on a plain PostgreSQL. */
export const CLUSTER_VERSION = statement<{ version: string }>(
  'citus-version',
  `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
);
