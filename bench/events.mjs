#!/usr/bin/env node
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLibraries, restore, withSession } from './library/load.mjs';
import { REALISTIC_LIBRARY } from './library/plan.mjs';
import { Targets } from './library/targets.mjs';
import { CONNECTIONS } from './measure.mjs';
import { distribute, OPERATIONS, requestOf } from './operations.mjs';
import { memoryOf, SERVICE_SETTINGS, startHelper, startService } from './processes.mjs';
import { median } from './report/median.mjs';

/**
 * Events and what they cost, on the quick libraries. Needs a build.
 *
 *   node bench/events.mjs --only streams      memory of 2,000 open streams, and until all are told (--streams)
 *   node bench/events.mjs --only feed         a reader a million events behind (--events)
 *   node bench/events.mjs --only growth       webhooks and a small library's page, as the feed grows (--sizes)
 *   node bench/events.mjs --only placements   placements while 1,000 events a second are written (--turns, --seconds)
 */

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    streams: { type: 'string', default: '2000' },
    events: { type: 'string', default: '1000000' },
    sizes: { type: 'string', default: '10000,5000000' },
    turns: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '3' },
  },
});

const MEASURED = {
  streams: measureStreams,
  feed: measureFeed,
  growth: measureGrowth,
  placements: measurePlacements,
};
const PAGE = 1_000;
const PLACE = 'place + remove, random titles';
const EVENTS_PER_SECOND = 1_000;
const EVENTS_AT_ONCE = 10;
const WEBHOOKS = 20;
const ROUNDS = 10;

/** One hold event each of patrons, who may be the same again. */
const WRITE = `
  INSERT INTO patron_event_outbox (website_id, type, subject)
  SELECT ${REALISTIC_LIBRARY}, 'hold.suspended', patron_id::text FROM unnest($1::int[]) AS patron_id`;

const FORGET_EVENTS = [
  'TRUNCATE event, patron_event_outbox, title_event_outbox',
  'UPDATE event_stream SET last_position = 0, shuffled_to = 0, purged_to = 0',
];

/** Half of patrons and half of titles, as one worker would have published them. */
const FILL_FEED = [
  ...FORGET_EVENTS,
  `INSERT INTO event (stream, position, website_id, type, patron_id, reserve_id, detail, moment)
   SELECT CASE number % 2 WHEN 0 THEN 'patrons' ELSE 'titles' END, number / 2 + 1, ${REALISTIC_LIBRARY},
     CASE number % 2 WHEN 0 THEN 'hold.placed' ELSE 'title.changed' END,
     CASE number % 2 WHEN 0 THEN number % 10000 + 1 END, CASE number % 2 WHEN 1 THEN md5((number % 5000)::text)::uuid END,
     '{}', date_trunc('hour', now())
   FROM generate_series(0, $1::int - 1) AS number`,
  'UPDATE event_stream SET last_position = $1::int / 2',
  'ANALYZE event',
];

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
      for (const statement of FORGET_EVENTS) await session.query(statement);
      await measure(session);
    }
    for (const statement of FORGET_EVENTS) await session.query(statement);
  });
} finally {
  await database.release();
}

async function measureStreams(session) {
  const count = Number(options.streams);
  const patrons = await new Targets(session).readers(count);
  const service = await startService(database.url, [], { settings: { ROLE: 'all' } });
  const lists = startHelper('./load/generator.mjs');
  const { targets, requests } = operationNamed('list');
  await lists.ask(workload('list', requests, await targets(new Targets(session), 200), service));
  // A process that has worked has the memory that it keeps.
  await lists.ask({ task: 'closed', name: 'list', seconds: 10 });
  await lists.stop();
  await sleep(5_000);
  const before = memoryOf(service.pid).now;
  const streams = [];
  for (const { token } of patrons) {
    streams.push(openStream(service.port, token));
    if (streams.length % 50 === 0) await toldAll(streams, 1);
  }
  await toldAll(streams, 1);
  const opened = memoryOf(service.pid).now;
  const written = performance.now();
  await session.query(WRITE, [patrons.map(({ patronId }) => patronId)]);
  await toldAll(streams, 2);
  const seconds = (performance.now() - written) / 1000;
  // Longer than until the next comment of each.
  await sleep(20_000);
  const after = memoryOf(service.pid).now;
  console.log(
    `${streams.length} streams: ${opened - before} MiB when they are open, ${after - before} MiB later (${before} MiB without); all told ${seconds.toFixed(2)} s after ${streams.length} events were written`,
  );
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
  const total = Number(options.events);
  for (const statement of FILL_FEED)
    await session.query(statement, statement.includes('$1') ? [total] : undefined);
  const service = await startService(database.url);
  const headers = { Authorization: `Bearer ${SERVICE_SETTINGS.OPERATOR_TOKEN}` };
  const started = performance.now();
  let [read, iterator, isDone] = [0, '', false];
  while (!isDone) {
    const query = `limit=${PAGE}${iterator && `&iterator=${iterator}`}`;
    const answer = await fetch(`http://127.0.0.1:${service.port}/operator/v1/events?${query}`, { headers });
    const page = await answer.json();
    [read, iterator, isDone] = [read + page.data.length, page.iterator, page.done];
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`feed: ${read} of ${total} events in ${seconds.toFixed(1)} s, ${perSecond(read, seconds)}`);
  await service.stop();
}

/** Until 20 receivers have heard of an event, and a library with one event has its page, beside ever more events of a large library. */
async function measureGrowth(session) {
  let heard = 0;
  const receiver = createServer((request, response) => {
    heard += 1;
    request.resume();
    response.writeHead(204).end();
  }).listen(0);
  const url = `http://127.0.0.1:${receiver.address().port}/`;
  const [{ patronId }] = await new Targets(session).readers(1);
  for (const size of options.sizes.split(',').map(Number)) {
    for (const statement of FILL_FEED)
      await session.query(statement, statement.includes('$1') ? [size] : undefined);
    await session.query(SMALL_LIBRARY);
    const settings = { ROLE: 'all', OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1' };
    const service = await startService(database.url, [], { settings });
    const ask = (path, init) =>
      fetch(`http://127.0.0.1:${service.port}/operator/v1${path}`, {
        ...init,
        headers: {
          Authorization: `Bearer ${SERVICE_SETTINGS.OPERATOR_TOKEN}`,
          'Content-Type': 'application/json',
        },
      });
    const body = JSON.stringify({ fields: [{ name: 'url', value: url }] });
    for (let index = 0; index < WEBHOOKS; index++)
      await ask(`/libraries/${REALISTIC_LIBRARY}/webhooks`, { method: 'POST', body });
    const tell = await medianOf(async () => {
      heard = 0;
      await session.query(WRITE, [[patronId]]);
      while (heard < WEBHOOKS) await sleep(5);
    });
    const page = await medianOf(async () => (await ask(`/events?websiteId=${SMALL}`)).text());
    console.log(
      `growth: beside ${size.toLocaleString('en')} events, ${WEBHOOKS} webhooks are told in ${tell} ms, and a small library has its page in ${page} ms`,
    );
    await service.stop();
    await session.query('DELETE FROM webhook');
  }
  receiver.close();
}

async function medianOf(work) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.round(median(times));
}

/** In turns, so that other load on the machine affects both. A worker publishes in the same process. */
async function measurePlacements(session) {
  const service = await startService(database.url, [], { settings: { ROLE: 'all' } });
  const generator = startHelper('./load/generator.mjs');
  const { targets, requests } = operationNamed(PLACE);
  await generator.ask(workload(PLACE, requests, await targets(new Targets(session), 400), service));
  const turn = async (seconds) => {
    const {
      steps,
      count,
      seconds: taken,
      failed,
    } = await generator.ask({ task: 'closed', name: PLACE, seconds });
    if (failed > 0) throw new Error(`${failed} requests failed.`);
    return { rate: count / taken, p50: steps[0].p50 };
  };
  const patrons = (await new Targets(session).readers(1_000)).map(({ patronId }) => patronId);
  const [alone, beside] = [[], []];
  await turn(2);
  for (let index = 0; index < Number(options.turns); index++) {
    alone.push(await turn(Number(options.seconds)));
    const writing = write(session, patrons);
    beside.push(await turn(Number(options.seconds)));
    await writing.stop();
  }
  const ratios = beside.map(({ rate }, index) => rate / alone[index].rate);
  console.log(
    `placements: ${Math.round(median(alone.map(({ rate }) => rate)))}/s, and ${Math.round(median(beside.map(({ rate }) => rate)))}/s beside ${EVENTS_PER_SECOND} events/s: ${Math.round(median(ratios) * 100)} % in the median of ${ratios.length} pairs`,
  );
  await generator.stop();
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

function operationNamed(wanted) {
  return OPERATIONS.find(({ name }) => name === wanted);
}

function workload(name, requests, targets, { port }) {
  const streams = distribute(targets, CONNECTIONS).map((part) =>
    part.flatMap((target) => requests.map((make) => requestOf(make, target))),
  );
  return { task: 'prepare', name, port, streams, unit: requests.length, once: false };
}

function perSecond(count, seconds) {
  return `${Math.round(count / seconds).toLocaleString('en')} events/s`;
}
