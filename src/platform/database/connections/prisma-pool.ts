import pg from 'pg';
import { activeTracing } from '../../observability/tracing.js';

/** Sends a statement of Prisma Client. */
export interface PrismaSender {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/**
 * The pool of Prisma Client. It has no connections of its own: a statement goes to the open transaction of the calling code, or else to the
 * database's pool.
 */
export class PrismaPool extends pg.Pool {
  constructor(
    private readonly pool: PrismaSender & Pick<pg.Pool, 'connect'>,
    private readonly openTransaction: () => PrismaSender | undefined,
  ) {
    super();
    this.query = ((query: pg.QueryConfig) => this.send(query)) as typeof this.query;
  }

  private send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const sender = this.openTransaction() ?? this.pool;
    const tracing = activeTracing();
    if (tracing === undefined) return sender.query(query);
    return tracing.inSpan({ name: summaryOf(query), kind: 'statement' }, () => sender.query(query));
  }

  /** Prisma Client asks for a connection to begin a transaction, whose COMMIT would end the open one. */
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: never): void;
  override connect(): Promise<pg.PoolClient> {
    if (this.openTransaction() !== undefined)
      throw new Error(
        'Within a transaction, Prisma Client may not begin another: write its parts as single calls.',
      );
    return this.pool.connect();
  }
}

/** A short form such as `SELECT patron`. */
function summaryOf({ text }: pg.QueryConfig): string {
  const [, verb, table] = /^(\w+) .*?"public"\."(\w+)"/s.exec(text) ?? [];
  return verb === undefined ? 'SQL' : `${verb} ${table}`;
}
