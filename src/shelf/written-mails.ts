import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** A mail that was written to a file. */
export interface WrittenMail {
  readonly writtenAt: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const MAX_MAILS = 20;

/** The latest mails in `folder`, the newest first. Their files' names begin with the time. */
export async function readWrittenMails(folder: string): Promise<WrittenMail[]> {
  // Nothing has been written yet when there is no folder.
  const names = await readdir(folder).catch(() => []);
  const latest = names
    .filter((name) => /^\d.*\.eml$/.test(name))
    .sort()
    .reverse()
    .slice(0, MAX_MAILS);
  return Promise.all(latest.map((name) => readMail(folder, name)));
}

async function readMail(folder: string, name: string): Promise<WrittenMail> {
  const { to = [], subject = '', text = '' } = await PostalMime.parse(await readFile(join(folder, name)));
  return {
    writtenAt: timeIn(name),
    to: to.map(({ address = '' }) => address).join(', '),
    subject,
    text: text.trimEnd(),
  };
}

/** `2026-11-21T09-41-07-123Z-….eml` as `2026-11-21T09:41:07Z`: a file's name has no colons. */
function timeIn(name: string): string {
  return name.replace(/^([^T]*T\d\d)-(\d\d)-(\d\d)-.*$/, '$1:$2:$3Z');
}
