#!/usr/bin/env node
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLibraries, restore, withSession } from './library/load.mjs';
import { REALISTIC_LIBRARY } from './library/plan.mjs';
import { Targets } from './library/targets.mjs';
import { OPERATIONS, preparation } from './operations.mjs';
import { memoryOf, SERVICE_SETTINGS, startHelper, startService } from './processes.mjs';
import { median } from './report/median.mjs';

/**
 * Events and what they cost, on the quick libraries: `node bench/events.mjs [--only feed]`. Needs a build.
 *
 * - `streams`: the memory of 2,000 open streams, and until all are told of a change;
 * - `feed`: a reader who is a million events behind;
 * - `growth`: until 20 webhooks are told, and a small library's page, beside ever more events;
 * - `placements`: placements while 1,000 events a second are written, and without.
 */
const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const MEASURED = {
  streams: measureStreams,
  feed: measureFeed,
  growth: measureGrowth,
  placements: measurePlacements,
};
const STREAMS = 2_000;
const EVENTS = 1_000_000;
const PAGE = 1_000;
const EVENTS_PER_SECOND = 1_000;
const EVENTS_AT_ONCE = 10;
const GROWN_TO = [10_000, 1_000_000];
const WEBHOOKS = 20;
const ROUNDS = 10;
const TURNS = 10;
const TURN_SECONDS = 3;

/** One hold event each of patrons, who may be the same again. */
const WRITE = `
  INSERT INTO patron_event_outbox (website_id, type, subject)
  SELECT ${REALISTIC_LIBRARY}, 'hold.suspended', patron_id::text FROM unnest($1::int[]) AS patron_id`;

const FORGET_EVENTS = `
  TRUNCATE event, patron_event_outbox, title_event_outbox;
  UPDATE event_stream SET last_position = 0, shuffled_to = 0, purged_to = 0`;

/** Half of patrons and half of titles, as one worker would have published them. */
const fillFeed = (events) => `
  INSERT INTO event (stream, position, website_id, type, patron_id, reserve_id, detail, moment)
  SELECT CASE number % 2 WHEN 0 THEN 'patrons' ELSE 'titles' END, number / 2 + 1, ${REALISTIC_LIBRARY},
    CASE number % 2 WHEN 0 THEN 'hold.placed' ELSE 'title.changed' END,
    CASE number % 2 WHEN 0 THEN number % 10000 + 1 END, CASE number % 2 WHEN 1 THEN md5((number % 5000)::text)::uuid END,
    '{}', date_trunc('hour', now())
  FROM generate_series(0, ${events} - 1) AS number;
  UPDATE event_stream SET last_position = ${events} / 2;
  ANALYZE event`;

/** A library of its own, whose one event is the last. */
const SMALL = 999_999;
const SMALL_LIBRARY = `
  WITH counted AS (UPDATE event_stream SET last_position = last_position + 1 WHERE stream = 'titles' RETURNING last_position)
  INSERT INTO event (stream, position, website_id, type, reserve_id, detail, moment)
  SELECT 'titles', last_position, ${SMALL}, 'title.changed', gen_random_uuid(), '{}', date_trunc('hour', now()) FROM counted`;

const database = await openLibraries('quick');
try {
  await withSession(database.url, async (session) => {
    await restore(session);
    for (const [name, measure] of Object.entries(MEASURED)) {
      if (!name.includes(options.only)) continue;
      await session.query(FORGET_EVENTS);
      await measure(session, new Targets(session));
    }
    await session.query(FORGET_EVENTS);
  });
} finally {
  await database.release();
}

async function measureStreams(session, targets) {
  const patrons = await targets.readers(STREAMS);
  const service = await startWorkingService();
  const list = await prepareOperation('list', targets, service, 200);
  // A process that has worked has the memory that it keeps.
  await list.run(10);
  await list.stop();
  await sleep(5_000);
  const before = memoryOf(service.pid).now;
  const streams = [];
  for (const { token } of patrons) {
    streams.push(openStream(service.port, token));
    if (streams.length % 50 === 0) await toldAll(streams, 1);
  }
  await toldAll(streams, 1);
  const written = performance.now();
  await session.query(WRITE, [patrons.map(({ patronId }) => patronId)]);
  await toldAll(streams, 2);
  const seconds = (performance.now() - written) / 1000;
  // Longer than until the next comment of each.
  await sleep(20_000);
  const more = memoryOf(service.pid).now - before;
  console.log(`streams: ${streams.length} take ${more} MiB, and all are told after ${seconds.toFixed(2)} s`);
  for (const stream of streams) stream.close();
  await service.stop();
}

/** A client of a patron's changes that counts what it is told. */
function openStream(port, token) {
  const socket = connect(port, '127.0.0.1');
  const stream = { changes: 0, close: () => socket.destroy() };
  const head = ['GET /v1/patrons/me/changes HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`];
  socket.write([...head, '', ''].join('\r\n'));
  socket.setEncoding('latin1').on('data', (text) => {
    stream.changes += text.split('event: changed').length - 1;
  });
  socket.on('error', () => undefined);
  return stream;
}

async function toldAll(streams, times) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(10))
    if (streams.every(({ changes }) => changes >= times)) return;
  throw new Error(`Only ${streams.filter(({ changes }) => changes >= times).length} streams were told.`);
}

async function measureFeed(session) {
  await session.query(fillFeed(EVENTS));
  const service = await startService(database.url);
  const started = performance.now();
  let [read, iterator, isDone] = [0, '', false];
  while (!isDone) {
    const query = `limit=${PAGE}${iterator && `&iterator=${iterator}`}`;
    const page = await (await ask(service, `events?${query}`)).json();
    [read, iterator, isDone] = [read + page.data.length, page.iterator, page.done];
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`feed: ${read} of ${EVENTS} events, ${Math.round(read / seconds)} a second`);
  await service.stop();
}

/** Until all receivers have heard of an event, and until a library with one event has its page, beside those of a large library. */
async function measureGrowth(session, targets) {
  let heard = 0;
  const receiver = createServer((request, response) => {
    heard += 1;
    request.resume();
    response.writeHead(204).end();
  }).listen(0);
  const fields = [{ name: 'url', value: `http://127.0.0.1:${receiver.address().port}/` }];
  const [{ patronId }] = await targets.readers(1);
  for (const events of GROWN_TO) {
    await session.query(FORGET_EVENTS);
    await session.query(fillFeed(events));
    await session.query(SMALL_LIBRARY);
    const service = await startWorkingService({ OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1' });
    for (let webhook = 0; webhook < WEBHOOKS; webhook++)
      await ask(service, `libraries/${REALISTIC_LIBRARY}/webhooks`, {
        method: 'POST',
        body: JSON.stringify({ fields }),
      });
    const told = await medianTime(async () => {
      heard = 0;
      await session.query(WRITE, [[patronId]]);
      while (heard < WEBHOOKS) await sleep(5);
    });
    const page = await medianTime(async () => (await ask(service, `events?websiteId=${SMALL}`)).text());
    console.log(
      `growth: beside ${events} events, ${WEBHOOKS} webhooks are told in ${told} ms, and a small library has its page in ${page} ms`,
    );
    await service.stop();
    await session.query('DELETE FROM webhook');
  }
  receiver.close();
}

/** @returns milliseconds */
async function medianTime(work) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.round(median(times));
}

/** In turns, so that other load on the machine affects both. A worker publishes in the same process. */
async function measurePlacements(session, targets) {
  const service = await startWorkingService();
  const placements = await prepareOperation('place + remove, random titles', targets, service, 400);
  const turn = async (seconds) => {
    const { count, failed, seconds: taken } = await placements.run(seconds);
    if (failed > 0) throw new Error(`${failed} requests failed.`);
    return count / taken;
  };
  const patrons = (await targets.readers(1_000)).map(({ patronId }) => patronId);
  const [alone, beside] = [[], []];
  await turn(2);
  for (let index = 0; index < TURNS; index++) {
    alone.push(await turn(TURN_SECONDS));
    const writing = write(session, patrons);
    beside.push(await turn(TURN_SECONDS));
    await writing.stop();
  }
  const [without, among] = [alone, beside].map((rates) => Math.round(median(rates)));
  const share = Math.round(median(beside.map((rate, index) => rate / alone[index])) * 100);
  console.log(
    `placements: ${without} a second, and ${among} beside ${EVENTS_PER_SECOND} events a second: ${share} %`,
  );
  await placements.stop();
  await service.stop();
}

/** Writes events at a fixed rate until it is stopped, in transactions of a few. */
function write(session, patrons) {
  let isStopped = false;
  const run = async () => {
    const started = performance.now();
    for (let written = 0; !isStopped; written += EVENTS_AT_ONCE) {
      const offset = written % (patrons.length - EVENTS_AT_ONCE);
      await session.query(WRITE, [patrons.slice(offset, offset + EVENTS_AT_ONCE)]);
      await sleep(Math.max(0, started + (written / EVENTS_PER_SECOND) * 1000 - performance.now()));
    }
  };
  const running = run();
  return {
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

/** One process that answers, and publishes events. */
function startWorkingService(settings = {}) {
  return startService(database.url, [], { settings: { ROLE: 'all', ...settings } });
}

function ask({ port }, path, init) {
  const headers = {
    Authorization: `Bearer ${SERVICE_SETTINGS.OPERATOR_TOKEN}`,
    'Content-Type': 'application/json',
  };
  return fetch(`http://127.0.0.1:${port}/operator/v1/${path}`, { ...init, headers });
}

/** What sends an operation's requests for as long as it is asked. */
async function prepareOperation(name, targets, { port }, number) {
  const generator = startHelper('./load/generator.mjs');
  const operation = OPERATIONS.find((each) => each.name === name);
  await generator.ask(preparation(name, operation, await operation.targets(targets, number), port));
  return {
    run: (seconds) => generator.ask({ task: 'closed', name, seconds }),
    stop: () => generator.stop(),
  };
}
