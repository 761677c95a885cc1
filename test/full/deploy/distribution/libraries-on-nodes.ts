import pg from 'pg';
import { PatronClient } from '../../../support/client.js';
import { copies, emptyLibrary, patron, type TestRecord, title } from '../../../support/records.js';
import type { WorkerDeployment } from '../../support/servers/worker-deployment.js';

/** So many that each of two nodes has some. */
export const LIBRARIES = [1, 2, 3, 4, 5, 6, 7, 8];

/** Nobody has copies of the first title, and each library has one of the other two. */
const TITLES = [1, 2, 3];
/** The first two patrons of a library want titles 2 and 3, the third also wants title 2, and the last asks all the time. */
const PATRONS = [1, 2, 3, 4];

export const patronOf = (websiteId: number, number: number): number => websiteId * 10 + number;
export const addressOf = (websiteId: number, number: number): string =>
  `patron-${patronOf(websiteId, number)}@example.org`;

export function recordsOfLibraries(): TestRecord[] {
  const ofLibrary = (websiteId: number): TestRecord[] => [
    ...emptyLibrary(websiteId, { missedPickup: 'cancel' }),
    { record: 'settings', websiteId, notices: { reminderHours: 24 } },
    ...TITLES.map((number) => ({ ...copies(number, number === 1 ? 0 : 1), websiteId })),
    ...PATRONS.map((number) => patron(patronOf(websiteId, number), { websiteId })),
  ];
  return [...TITLES.map((number) => title(number)), ...LIBRARIES.flatMap(ofLibrary)];
}

/** The numbers of the libraries, by the ports of the nodes that have them. */
export async function librariesByNode(session: pg.Client): Promise<Map<number, number[]>> {
  const { rows } = await session.query<{ port: number; libraries: number[] }>(
    `SELECT nodeport AS port, array_agg(website_id ORDER BY website_id) AS libraries
     FROM unnest($1::int[]) AS website_id
     JOIN pg_dist_shard_placement ON shardid = get_shard_id_for_distribution_column('library', website_id)
     GROUP BY 1 ORDER BY 1`,
    [LIBRARIES],
  );
  return new Map(rows.map(({ port, libraries }) => [port, libraries]));
}

/** It gets every answer, also 503. */
export async function clientOf(
  service: WorkerDeployment,
  websiteId: number,
  number: number,
): Promise<PatronClient> {
  return new PatronClient(service.apis[0]!.url, await service.tokenOf(patronOf(websiteId, number)));
}

/** The clients of the patrons who ask all the time, by library. */
export async function busyClients(service: WorkerDeployment): Promise<Map<number, PatronClient>> {
  const clients = new Map<number, PatronClient>();
  for (const websiteId of LIBRARIES) clients.set(websiteId, await clientOf(service, websiteId, 4));
  return clients;
}
