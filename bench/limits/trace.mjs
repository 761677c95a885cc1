import { request } from 'node:http';
import pg from 'pg';
import { createApplication } from '../../dist/application.js';
import { readConfig } from '../../dist/platform/settings/config.js';
import { Database } from '../../dist/platform/database/database.js';
import { SERVICE_SETTINGS } from '../processes.mjs';

const CLIENT_SETTINGS = `
  SELECT name, setting FROM pg_settings
  WHERE source = 'client' AND name NOT IN ('application_name', 'client_encoding')`;

/**
 * Records the statements and the answer of a request. It runs the service in this process and records the queries of its
 * driver, so the limits always run the service's current statements.
 */
export class Tracer {
  #app;
  #port;
  #recorded = [];
  #databaseUrl;

  static async start(databaseUrl) {
    const tracer = new Tracer();
    tracer.#recordQueries();
    tracer.#databaseUrl = databaseUrl;
    const config = readConfig({
      ...SERVICE_SETTINGS,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    tracer.#app = await createApplication(config, new Database({ url: databaseUrl, poolSize: 2 }));
    await tracer.#app.listen(0, '127.0.0.1');
    tracer.#port = tracer.#app.getHttpServer().address().port;
    return tracer;
  }

  close() {
    return this.#app.close();
  }

  /** @returns the answer, and the statements in order, each with its values and rows */
  async trace({ method, path, headers, body }) {
    this.#recorded = [];
    const answer = await this.#ask({ method, path, headers, body });
    return { ...answer, statements: this.#recorded };
  }

  /**
   * The service's session settings, such as timeouts and the plan cache mode, as a connection option. The limits must use
   * the same settings.
   */
  async connectionOptions() {
    const database = new Database({ url: this.#databaseUrl, poolSize: 2 });
    const rows = await database.run({ name: 'bench-settings', text: CLIENT_SETTINGS });
    await database.close();
    return rows.map(({ name, setting }) => `-c ${name}=${setting}`).join(' ');
  }

  #ask({ method, path, headers, body }) {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, method, path, headers };
      const asked = request(options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      asked.once('error', reject);
      asked.end(body);
    });
  }

  #recordQueries() {
    const query = pg.Client.prototype.query;
    const record = (statement) => this.#recorded.push(statement);
    pg.Client.prototype.query = function recordingQuery(config, values, callback) {
      const text = typeof config === 'string' ? config : config?.text;
      if (text === undefined) return query.call(this, config, values, callback);
      const given = config.values ?? (Array.isArray(values) ? values : []);
      const statement = { name: config.name, text, values: given, rows: [] };
      record(statement);
      const saveRows = (result) => (statement.rows = result?.rows ?? []);
      const done = typeof values === 'function' ? values : callback;
      if (done === undefined) return query.call(this, config, values).then((r) => (saveRows(r), r));
      const callbackWithRows = (error, result) => {
        saveRows(result);
        done(error, result);
      };
      return typeof values === 'function'
        ? query.call(this, config, callbackWithRows)
        : query.call(this, config, values, callbackWithRows);
    };
  }
}
