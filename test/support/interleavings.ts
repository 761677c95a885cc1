import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/platform/database/database.js';
import { type Connection, statement } from '../../src/platform/database/statement.js';

const OWN_SESSION = statement('own-session', 'SELECT pg_backend_pid() AS session');
const IS_BLOCKED = statement('is-blocked', 'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked');

/**
 * A database whose transactions, while they are `stepped`, stop before each statement and before COMMIT until they are
 * told to go on.
 */
export class SteppedDatabase extends Database {
  stepped = false;
  private session = 0;
  private goOn: (() => void) | undefined;

  override transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    if (!this.stepped) return super.transaction(work);
    return super.transaction(async (connection) => {
      this.session = (await connection.run<{ session: number }>(OWN_SESSION))[0]?.session ?? 0;
      const result = await work({
        run: async (statement, values) => {
          await this.stop();
          return connection.run(statement, values);
        },
      });
      await this.stop();
      return result;
    });
  }

  get isStopped(): boolean {
    return this.goOn !== undefined;
  }

  step(): void {
    this.goOn?.();
    this.goOn = undefined;
  }

  /** The statement under way waits for a lock that another session has. */
  async isBlocked(observer: Database): Promise<boolean> {
    const [row] = await observer.run<{ blocked: boolean }>(IS_BLOCKED, [this.session]);
    return row?.blocked === true;
  }

  private stop(): Promise<void> {
    return new Promise((resolve) => (this.goOn = resolve));
  }
}

export interface Performer {
  readonly database: SteppedDatabase;
  perform(): Promise<unknown>;
}

/** What came of one interleaving: each performer's result, and the order of their steps, such as `0010111`. */
export interface Performance {
  readonly results: readonly unknown[];
  readonly steps: string;
}

/**
 * Every order in which the statements of two or more operations can take turns, one after the other. A statement that
 * waits for a lock gives its turn away until it has it.
 * @param setScene puts everything back as it was before the operations
 */
export async function* everyInterleaving(
  performers: readonly Performer[],
  observer: Database,
  setScene: () => Promise<void>,
): AsyncGenerator<Performance> {
  let choices: Choice[] | undefined = [];
  while (choices !== undefined) {
    await setScene();
    const performance = await performOnce(performers, observer, choices);
    yield performance;
    choices = nextChoices(performance.choices);
  }
}

/** Which of several stopped performers went on. */
interface Choice {
  readonly taken: number;
  readonly of: number;
}

/** The last choice that still has an alternative takes it; what follows is open again. Undefined: all were tried. */
function nextChoices(choices: readonly Choice[]): Choice[] | undefined {
  const last = choices.findLastIndex(({ taken, of }) => taken + 1 < of);
  const turn = choices[last];
  return turn && [...choices.slice(0, last), { ...turn, taken: turn.taken + 1 }];
}

async function performOnce(
  performers: readonly Performer[],
  observer: Database,
  planned: readonly Choice[],
): Promise<Performance & { choices: Choice[] }> {
  const under = new Set(performers);
  for (const { database } of performers) database.stepped = true;
  const results = Promise.all(
    performers.map((performer) => performer.perform().finally(() => under.delete(performer))),
  );
  const choices: Choice[] = [];
  let steps = '';
  for (;;) {
    const stopped = await stoppedOf(under, observer);
    if (under.size === 0) break;
    const taken = stopped.length > 1 ? (planned[choices.length]?.taken ?? 0) : 0;
    if (stopped.length > 1) choices.push({ taken, of: stopped.length });
    const performer = stopped[taken];
    if (performer === undefined) continue; // All wait for each other: the database will end that.
    steps += performers.indexOf(performer);
    performer.database.step();
  }
  for (const { database } of performers) database.stepped = false;
  return { results: await results, steps, choices };
}

/** Waits until every performer that is not done has stopped or is blocked; those that have stopped. */
async function stoppedOf(under: ReadonlySet<Performer>, observer: Database): Promise<Performer[]> {
  for (const { database } of under) {
    const isUnderWay = (): boolean =>
      !database.isStopped && [...under].some((one) => one.database === database);
    while (isUnderWay() && !(await database.isBlocked(observer))) await sleep(0.2);
  }
  return [...under].filter(({ database }) => database.isStopped);
}
