import type { Line } from '../engine/lines.js';
import { parseLine } from '../engine/line-json.js';
import { ownSource } from '../naming/title-source.js';
import { type Json, listIn, objectIn } from './json.js';
import { licenceMembers, type OdlTarget, openAccess } from './odl-licence.js';
import { externalIdOf, isOpenAccess, titleMembers } from './odl-title.js';
import { publicationsIn } from './publications.js';

/** Links name what they lead to in several steps. */
const MAX_NESTING = 32;
const MAX_NAME = 100;

/** A line without its numbers. */
type Record = { readonly subject: string } & ({ readonly text: string } | { readonly rejection: string });

/**
 * The titles and licences of an OPDS 2 feed with `licenses` (ODL 1.0), as lines of records. What else ODL is for, to lend from the distributor's
 * server, is no part of it.
 */
export class OdlFeed {
  /** The number of publications that have neither a licence nor open access. */
  leftOut = 0;

  constructor(
    private readonly input: AsyncIterable<Buffer>,
    private readonly target: OdlTarget,
  ) {}

  async *lines(): AsyncGenerator<Line> {
    let number = 0;
    for await (const { number: place, endsAt, subject, ...read } of publicationsIn(this.input))
      for (const record of this.recordsOf(subject ?? `publication ${place}`, read))
        yield { number: ++number, endsAt, ...record };
  }

  /** One after the other, because a publication may have thousands of licences. */
  private *recordsOf(
    subject: string,
    read: { readonly text: string } | { readonly rejection: string },
  ): Generator<Record> {
    const parsed = 'text' in read ? parseLine(read.text, MAX_NESTING) : { problem: read.rejection };
    if ('problem' in parsed) {
      yield { subject, rejection: parsed.problem };
      return;
    }
    const publication = objectIn(parsed.value);
    const licences = listIn(publication.licenses);
    const isFree = isOpenAccess(publication);
    if (licences.length === 0 && !isFree) {
      this.leftOut += 1;
      return;
    }
    const { availability } = publication;
    const metadata = { availability, ...objectIn(publication.metadata) };
    const externalId = externalIdOf(metadata);
    if (externalId === undefined) {
      yield { subject, rejection: 'has no identifier' };
      return;
    }
    const name = { externalId, source: ownSource(this.target.websiteId) };
    const title = titleMembers(publication);
    yield {
      subject: called(subject, title.title),
      text: JSON.stringify({ record: 'title', ...name, ...title }),
    };
    for (const licence of licences)
      yield this.licence(subject, name, licenceMembers(objectIn(licence), metadata, this.target));
    if (isFree) yield this.licence(subject, name, openAccess(externalId));
  }

  private licence(publication: string, title: Json, members: Json): Record {
    const { websiteId, collectionId } = this.target;
    const subject = `${publication}, ${called('licence', members.licenceId)}`;
    if (members.licenceId === undefined) return { subject, rejection: 'has no identifier' };
    return {
      subject,
      text: JSON.stringify({ record: 'licence', websiteId, collectionId, ...title, ...members }),
    };
  }
}

function called(what: string, name: unknown): string {
  return typeof name === 'string'
    ? `${what} ${JSON.stringify(name.slice(0, MAX_NAME).toWellFormed())}`
    : what;
}
