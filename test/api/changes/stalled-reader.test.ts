import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import express, { type Response } from 'express';
import { ChangeStream } from '../../../src/events/stream/change-stream.js';

/** What Node keeps of an answer before it says that the client does not take it, and one event more. */
const MAX_KEPT_BYTES = 64 * 1024 + 200;
/** More than the network takes without a reader. */
const MAX_EVENTS = 1_000_000;
const EVENTS_AT_ONCE = 100;

let server: Server;
let client: Socket;
let response: Response;
let stream: ChangeStream;
beforeEach(async () => {
  const answer = Promise.withResolvers<Response>();
  server = createServer(express().use((_, begun) => answer.resolve(begun))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  response = await answer.promise;
  stream = new ChangeStream({ websiteId: 37, patronId: 1 }, { endsAt: Infinity }, response, undefined);
});
afterEach(async () => {
  stream.end();
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** @returns the most bytes that were kept for the client at any time */
async function tell(events: number): Promise<number> {
  let kept = 0;
  for (let told = 0; told < events && !response.destroyed; told++) {
    stream.tell(`event ${told}`);
    kept = Math.max(kept, response.writableLength);
    if (told % EVENTS_AT_ONCE === 0) await turn();
  }
  return kept;
}

test('a client that has stopped reading is cut off, before much is kept for it', async () => {
  client.pause();
  expect(await tell(MAX_EVENTS)).toBeLessThan(MAX_KEPT_BYTES);
  expect(response.destroyed).toBe(true);
  stream.beat();
});

test('one that reads is not', async () => {
  client.resume();
  await tell(MAX_EVENTS / 10);
  expect(response.destroyed).toBe(false);
});
