import { createServer } from 'node:http';
import { once } from 'node:events';
import pg from 'pg';
import { serveRequests } from '../processes.mjs';

/**
 * The limit for reads: a plain `node:http` server that runs the service's own prepared statement, with the same driver and
 * number of connections, and sends the service's own answer byte for byte. It checks no token and builds no JSON.
 */

const CONNECTIONS = 10;

serveRequests(async ({ databaseUrl, options, answers }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, options, max: CONNECTIONS });
  const byRequest = new Map(answers.map((answer) => [answer.authorization + answer.path, answer]));
  const server = createServer((request, response) => {
    const { statements, status, rawHeaders, body } = byRequest.get(
      request.headers.authorization + request.url,
    );
    const run = (index) =>
      pool.query(statements[index], (error) => {
        if (error) response.writeHead(500).end();
        else if (index + 1 < statements.length) run(index + 1);
        else response.writeHead(status, rawHeaders).end(body);
      });
    run(0);
  });
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port };
});
