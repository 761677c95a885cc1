import { mustSucceed } from '../client.js';
import { NOTICES } from '../texts/texted.js';
import type { Answer, PatronClient } from '../client.js';
import type { TestLibrary, TestPatron } from '../test-library.js';
import type { PushBrowser, PushServer } from './push-server.js';

export const SUBSCRIPTIONS = `${NOTICES}/pushSubscriptions`;

/** Adds a browser; `described` is what it says of itself. */
export function subscribe(patron: PatronClient, described: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return patron.send('POST', SUBSCRIPTIONS, { headers, body: JSON.stringify(described) });
}

/** The settings of a library that offers push messages. */
export async function offerPush(library: TestLibrary, notices: object = {}): Promise<void> {
  const { websiteId } = library;
  await library.import({ record: 'settings', websiteId, notices: { push: true, ...notices } });
}

/** A patron with a browser. */
export async function addPushed(
  library: TestLibrary,
  server: PushServer,
  members: object = {},
): Promise<{ readonly patron: TestPatron; readonly browser: PushBrowser }> {
  const patron = await library.addPatron(members);
  const browser = server.newBrowser();
  await mustSucceed(subscribe(patron, browser.describe()));
  return { patron, browser };
}
