import { Readable } from 'node:stream';
import { chooseMapping } from '../../src/records/csv/csv-columns.js';
import { CsvFile } from '../../src/records/csv/csv-file.js';
import { readHead, refusalOf } from '../../src/records/csv/csv-head.js';
import type { CsvKind } from '../../src/records/csv/csv-members.js';

/** A CSV file by what its columns most likely are, on the 31st of March 2026. */
export async function csvFileOf(kind: CsvKind, open: () => Readable): Promise<CsvFile> {
  const head = await readHead(open(), { kind, encoding: undefined });
  const chosen = chooseMapping(kind, head);
  return new CsvFile(open(), {
    ...{ kind, websiteId: 37, encoding: undefined, findCopies: () => Promise.resolve([]) },
    ...{ columns: head.columns, mapping: chosen.mapping, refusal: refusalOf(kind, head, chosen) },
    today: '2026-03-31',
  });
}
