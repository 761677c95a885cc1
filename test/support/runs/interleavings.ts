import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../src/platform/database/database.js';
import { type Connection, type Statement, statement } from '../../../src/platform/database/statement.js';

const OWN_SESSION = statement<{ session: number }>('own-session', 'SELECT pg_backend_pid() AS session');
const IS_BLOCKED = statement<{ blocked: boolean }>(
  'is-blocked',
  'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked',
);

/**
 * A database whose transactions, while `stepped` is true, stop before each statement and before COMMIT until `step` is
 * called.
 */
export class SteppedDatabase extends Database {
  stepped = false;
  private session = 0;
  private resume: (() => void) | undefined;

  override transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    if (!this.stepped) return super.transaction(work);
    return super.transaction(async (connection) => {
      this.session = (await connection.run(OWN_SESSION))[0]?.session ?? 0;
      let last: Promise<unknown> = Promise.resolve();
      const result = await work({
        prisma: connection.prisma,
        // Statements that are sent together take their turns one after the other.
        run: <Row>(statement: Statement<Row>, values?: readonly unknown[]) => {
          const own = last
            .catch(() => undefined)
            .then(() => this.stop())
            .then(() => connection.run(statement, values));
          last = own;
          return own;
        },
      });
      await this.stop();
      return result;
    });
  }

  get isStopped(): boolean {
    return this.resume !== undefined;
  }

  step(): void {
    this.resume?.();
    this.resume = undefined;
  }

  /** Whether the current statement waits for another session's lock. */
  async isBlocked(observer: Database): Promise<boolean> {
    const [row] = await observer.run(IS_BLOCKED, [this.session]);
    return row?.blocked === true;
  }

  private stop(): Promise<void> {
    return new Promise((resolve) => (this.resume = resolve));
  }
}

export interface SteppedOperation {
  readonly database: SteppedDatabase;
  execute(): Promise<unknown>;
}

/** The results of the operations, and the order of their steps, such as `0010111`. */
export interface Interleaving {
  readonly results: readonly unknown[];
  readonly steps: string;
}

/**
 * Runs the operations once for every order in which their statements can take turns. An operation that waits for a lock
 * takes no turns until it has the lock.
 * @param resetTables restores the data before each run
 */
export async function* everyInterleaving(
  operations: readonly SteppedOperation[],
  observer: Database,
  resetTables: () => Promise<void>,
): AsyncGenerator<Interleaving> {
  let choices: Choice[] | undefined = [];
  while (choices !== undefined) {
    await resetTables();
    const interleaving = await runOnce(operations, observer, choices);
    yield interleaving;
    choices = nextChoices(interleaving.choices);
  }
}

/** Which of several stopped operations took the turn. */
interface Choice {
  readonly taken: number;
  readonly of: number;
}

/** Changes the last choice that has an alternative left. Undefined if all were tried. */
function nextChoices(choices: readonly Choice[]): Choice[] | undefined {
  const last = choices.findLastIndex(({ taken, of }) => taken + 1 < of);
  const turn = choices[last];
  return turn && [...choices.slice(0, last), { ...turn, taken: turn.taken + 1 }];
}

async function runOnce(
  operations: readonly SteppedOperation[],
  observer: Database,
  planned: readonly Choice[],
): Promise<Interleaving & { choices: Choice[] }> {
  const running = new Set(operations);
  for (const { database } of operations) database.stepped = true;
  const results = Promise.all(
    operations.map((operation) => operation.execute().finally(() => running.delete(operation))),
  );
  const choices: Choice[] = [];
  let steps = '';
  for (;;) {
    const stopped = await stoppedOf(running, observer);
    if (running.size === 0) break;
    const taken = stopped.length > 1 ? (planned[choices.length]?.taken ?? 0) : 0;
    if (stopped.length > 1) choices.push({ taken, of: stopped.length });
    const operation = stopped[taken];
    if (operation === undefined) continue; // All wait for each other: the database will end the deadlock.
    steps += operations.indexOf(operation);
    operation.database.step();
  }
  for (const { database } of operations) database.stepped = false;
  return { results: await results, steps, choices };
}

/** Waits until every running operation has stopped or is blocked. @returns those that have stopped */
async function stoppedOf(
  running: ReadonlySet<SteppedOperation>,
  observer: Database,
): Promise<SteppedOperation[]> {
  for (const { database } of running) {
    const isRunning = (): boolean =>
      !database.isStopped && [...running].some((one) => one.database === database);
    while (isRunning() && !(await database.isBlocked(observer))) await sleep(0.2);
  }
  return [...running].filter(({ database }) => database.isStopped);
}
