import { brokenInvariants } from '../../../support/invariants.js';
import { IS_LONG_RUN } from '../../../support/runs/long-run.js';
import { SeededRandom } from '../../../support/seeded-random.js';
import type { ServiceUnderTest } from '../../../support/service.js';
import { restoreFixture, sessionsAreIdle, storedRows } from './fixture.js';
import type { CutPoint, StatementProxy } from '../../support/servers/statement-proxy.js';

/** Something whose connection is cut at each of its statements. */
export interface Attempt {
  readonly name: string;
  /** @returns the outcome as its caller sees it */
  perform(): Promise<string>;
}

/** An attempt without a cut. */
export interface Baseline {
  readonly statements: readonly string[];
  readonly rowsBefore: readonly string[];
  readonly rowsAfter: readonly string[];
  readonly outcome: string;
}

export interface KillPoint extends CutPoint {
  /** For messages. */
  readonly description: string;
  readonly isCommit: boolean;
}

export interface CutResult {
  readonly outcome: string;
  /** The change is stored. Also true of an attempt that changes nothing. */
  readonly isDone: boolean;
}

/** The short run cuts at one statement of so many. */
const SHORT_RUN = 16;

/** Performs attempts on the fixture, on connections that can be cut. */
export class KillPoints {
  private readonly chance = new SeededRandom();

  constructor(
    private readonly fixture: ServiceUnderTest,
    private readonly proxy: StatementProxy,
  ) {}

  /** Performs the attempt twice: the first use of a connection can have statements of its own. */
  async learn({ perform }: Attempt): Promise<Baseline> {
    await restoreFixture(this.fixture.database);
    await perform();
    await restoreFixture(this.fixture.database);
    const rowsBefore = await this.storedRows();
    this.proxy.watch();
    const outcome = await perform();
    const statements = [...this.proxy.seen];
    return { statements, rowsBefore, rowsAfter: await this.storedRows(), outcome };
  }

  /** Before and after each statement, COMMIT included; in the short run each COMMIT, and some of the others. */
  pointsOf({ name }: Attempt, { statements }: Baseline): KillPoint[] {
    const points = statements.flatMap((statement, index) =>
      (['before', 'after'] as const).map((when) => ({
        index,
        when,
        isCommit: statement === 'COMMIT',
        description: `${name}: cut ${when} ${index + 1} of ${statements.length}, ${statement}`,
      })),
    );
    if (IS_LONG_RUN) return points;
    return points.filter(({ isCommit }) => isCommit || this.chance.integerBelow(SHORT_RUN) === 0);
  }

  /** Expects that all of the change is stored or nothing of it. */
  async cutAt(point: KillPoint, attempt: Attempt, { rowsBefore, rowsAfter }: Baseline): Promise<CutResult> {
    const { outcome, rows } = await this.cut(point, attempt);
    const { description } = point;
    const isDone = JSON.stringify(rows) === JSON.stringify(rowsAfter);
    if (!isDone) expect({ description, rows }).toEqual({ description, rows: rowsBefore });
    return { outcome, isDone };
  }

  /** Expects that every invariant of `holdfast doctor` holds, and that no hold was overtaken. */
  async cut(point: KillPoint, { perform }: Attempt): Promise<{ outcome: string; rows: readonly string[] }> {
    const { database } = this.fixture;
    const { description } = point;
    await restoreFixture(database);
    this.proxy.watch(point);
    const outcome = await perform();
    expect({ description, hasCut: this.proxy.hasCut }).toEqual({ description, hasCut: true });
    this.proxy.watch();
    await sessionsAreIdle(database);
    const broken = await brokenInvariants(database);
    expect({ description, broken }).toEqual({ description, broken: [] });
    return { outcome, rows: await this.storedRows() };
  }

  storedRows(): Promise<string[]> {
    return storedRows(this.fixture.database);
  }
}
