import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Controller, Get, Module, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig } from '../../dist/platform/settings/config.js';
import { serveRequests, SERVICE_SETTINGS } from '../processes.mjs';
import { BareConnection } from './bare-connection.mjs';
import { readsOn } from './reads.mjs';

/**
 * The limits for reads: servers that do nothing beside one read (`readsOn`), with the driver's own pool of the service's size.
 * They send the service's headers, but neither count, limit, measure nor log a request.
 */

const SERVERS = {
  async 'node:http'({ answer }, headers) {
    const fixed = Object.entries(headers);
    const server = createServer((request, response) => {
      answer(askedIn(request)).then(
        (record) => {
          const body = JSON.stringify(record);
          for (const [name, value] of fixed) response.setHeader(name, value);
          response.setHeader('Content-Type', 'application/json; charset=utf-8');
          response.setHeader('Content-Length', Buffer.byteLength(body));
          response.end(body);
        },
        (error) => response.writeHead(500).end(error.stack),
      );
    });
    return server;
  },

  /** A handler as everyone would write it, with nothing around it. Express gives its answers an ETag. */
  async 'Nest + Express'({ route, answer }, headers) {
    class Reads {
      read(request, response) {
        response.set(headers);
        return answer(askedIn(request));
      }
    }
    const handler = Object.getOwnPropertyDescriptor(Reads.prototype, 'read');
    Req()(Reads.prototype, 'read', 0);
    Res({ passthrough: true })(Reads.prototype, 'read', 1);
    Get(route)(Reads.prototype, 'read', handler);
    Controller()(Reads);
    class Bare {}
    Module({ controllers: [Reads] })(Bare);
    const app = await NestFactory.create(Bare, { logger: ['error'], bodyParser: false });
    await app.init();
    return app.getHttpServer();
  },
};

/** The token and the path. Both servers read them alike, so that they differ in their frameworks alone. */
function askedIn({ headers, url }) {
  return { token: headers.authorization.slice('Bearer '.length), path: url };
}

serveRequests(async ({ databaseUrl, options, framework, read, headers }) => {
  const connection = new BareConnection({ databaseUrl, options });
  const config = readConfig({ ...SERVICE_SETTINGS, DATABASE_URL: databaseUrl });
  const server = await SERVERS[framework](readsOn(connection, config)[read], headers);
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port };
});
