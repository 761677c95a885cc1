import pg from 'pg';

/** A column of a statement's result, as PostgreSQL describes it before the statement runs. */
export interface DescribedColumn {
  readonly name: string;
  /** The type's number in `pg_type`. */
  readonly type: number;
}

interface Described {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** What the driver calls for a query: the messages Parse and Describe, without Bind and Execute. */
class Describe {
  private columns: DescribedColumn[] = [];

  constructor(
    private readonly text: string,
    private readonly done: (failure: Error | null, columns: DescribedColumn[]) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: Described): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
  }

  handleError(error: Error): void {
    this.done(error, []);
  }

  handleReadyForQuery(): void {
    this.done(null, this.columns);
  }
}

/** The columns of the result; none for a statement that returns no rows. Nothing is executed. */
export function describe(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    const query = new Describe(text, (failure, columns) => (failure ? reject(failure) : resolve(columns)));
    client.query(query as unknown as pg.Submittable);
  });
}
