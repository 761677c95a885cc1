import { numberOf } from '../engine/earlier-records.js';
import type { CsvRecord } from './csv-mapping.js';

/** As many as titles of a file of copies. */
const MAX_LICENCES = 250_000;

/** The rows of a file of licences, each of which is another licence: the last one of several would replace the others. */
export class LicenceRows {
  readonly areCounted = false;
  private readonly rows = new Map<number, number>();

  constructor(private readonly maxLicences = MAX_LICENCES) {}

  /** @returns the row's record as text, or why the row is rejected */
  lineOf(row: number, record: CsvRecord): { readonly text: string } | { readonly rejection: string } {
    const collection = typeof record.collectionId === 'string' ? record.collectionId.toLowerCase() : '';
    const key = numberOf(JSON.stringify([collection, record.licenceId]));
    const known = this.rows.get(key);
    if (known !== undefined)
      return {
        rejection: `names a licence again: row ${known} has it. One row must have the number of all its copies, or a column tells the licences apart (licenceId)`,
      };
    if (this.rows.size === this.maxLicences)
      return {
        rejection: `names one more licence than the ${this.maxLicences} that a file may have: put this one into another file`,
      };
    this.rows.set(key, row);
    return { text: JSON.stringify(record) };
  }
}
