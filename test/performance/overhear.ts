import pg from 'pg';

/** What a request says to the database, statement by statement: by name, or by its text when it has none. */
export interface SaidStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Listener = (statement: SaidStatement, client: pg.Client) => Promise<void> | void;

type Query = (this: pg.Client, ...parameters: unknown[]) => unknown;
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Calls `listener` for every statement on its way to the database through the driver, before it is sent, until the returned
 * function is called. What `listener` itself says is not heard.
 */
export function overhear(listener: Listener): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function overheard(...parameters) {
    const statement = statementIn(parameters);
    if (statement === undefined) return query.apply(this, parameters);
    prototype.query = query;
    const heard = Promise.resolve(listener(statement, this)).finally(() => {
      prototype.query = overheard;
    });
    const callback = parameters.at(-1);
    if (typeof callback !== 'function') return heard.then(() => query.apply(this, parameters));
    heard.then(
      () => query.apply(this, parameters),
      (error: unknown) => (callback as Callback)(error as Error),
    );
    return undefined;
  };
  return () => {
    prototype.query = query;
  };
}

function statementIn([config, values]: unknown[]): SaidStatement | undefined {
  if (typeof config === 'string')
    return { name: undefined, text: config, values: Array.isArray(values) ? values : [] };
  const { name, text, values: own } = config as Partial<SaidStatement>;
  return text === undefined ? undefined : { name, text, values: own ?? [] };
}
