import pg from 'pg';

const CONNECTIONS = 10;

/**
 * The driver's own pool, in the form in which the service's stores take a connection: it adds nothing to the driver, no
 * retries, no pipelining and no measurement.
 */
export class BareConnection {
  #pool;

  constructor({ databaseUrl, options }) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, options, max: CONNECTIONS });
  }

  run(statement, values = []) {
    return runOn(this.#pool, statement, values);
  }

  longRead(work) {
    return this.transaction(work);
  }

  async transaction(work) {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work({ run: (statement, values = []) => runOn(client, statement, values) });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }
}

async function runOn(client, { name, text }, values) {
  return (await client.query({ name, text, values })).rows;
}
