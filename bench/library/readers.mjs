import { createHash } from 'node:crypto';
import { OPERATIONS, requestOf } from '../operations.mjs';
import { Targets } from './targets.mjs';
import { REALISTIC_LIBRARY } from './plan.mjs';

/** Patrons of the bench's own, with as many holds as wanted. */

const FIRST_PATRON = 900_000_001;
const READERS = 5;

const ADD = [
  `INSERT INTO patron_directory (patron_id, website_id) SELECT patron_id, $1 FROM unnest($2::int[]) AS patron_id ON CONFLICT DO NOTHING`,
  `INSERT INTO patron (website_id, patron_id, category, hold_limit) SELECT $1, patron_id, 'adult', 1000 FROM unnest($2::int[]) AS patron_id ON CONFLICT DO NOTHING`,
];
const ADD_TOKEN = `INSERT INTO access_token (token_hash, website_id, patron_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day') ON CONFLICT DO NOTHING`;

const [place, remove] = OPERATIONS.find(({ name }) => name === 'place + remove, random titles').requests;

/** @returns patrons who each have so many holds, which they have placed over HTTP, on random titles */
export async function addReaders(session, { number, port }) {
  const readers = Array.from({ length: READERS }, (_, index) => readerOf(FIRST_PATRON + index));
  for (const statement of ADD)
    await session.query(statement, [REALISTIC_LIBRARY, readers.map(({ patronId }) => patronId)]);
  for (const { tokenHash, patronId } of readers)
    await session.query(ADD_TOKEN, [tokenHash, REALISTIC_LIBRARY, patronId]);
  const titles = await new Targets(session).waiting(number);
  for (const reader of readers) {
    reader.titles = titles.map(({ reserveId, emailAddress }) => ({ ...reader, reserveId, emailAddress }));
    for (const title of reader.titles) await send(place, title, port);
  }
  return readers;
}

export async function removeReaders(session, readers, port) {
  for (const { titles } of readers) for (const title of titles) await send(remove, title, port);
  const patrons = [readers.map(({ patronId }) => patronId)];
  for (const table of ['access_token', 'patron', 'patron_directory'])
    await session.query(`DELETE FROM ${table} WHERE patron_id = ANY ($1)`, patrons);
}

function readerOf(patronId) {
  const token = `bench-token-of-reader-${patronId}`;
  return { patronId, token, tokenHash: createHash('sha256').update(token).digest() };
}

async function send(make, target, port) {
  const { method, path, headers, body, status } = requestOf(make, target);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
  if (answer.status !== status)
    throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
