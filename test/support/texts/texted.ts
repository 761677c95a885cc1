import { mustSucceed } from '../client.js';
import { ME } from '../paths.js';
import type { TestLibrary, TestPatron, TestTitle } from '../test-library.js';

export const NOTICES = `${ME}/notices`;

/** A patron who gets text messages. */
export interface Texted {
  readonly patron: TestPatron;
  readonly phone: string;
}

let numbers = 0;

/** A patron with a number that the library has confirmed. The library needs a gateway. */
export async function addTexted(
  library: TestLibrary,
  by: 'text' | 'both' = 'text',
  members: object = {},
): Promise<Texted> {
  const phone = `+4915120000${String(++numbers).padStart(3, '0')}`;
  const patron = await library.addPatron({ phone, ...members });
  await mustSucceed(patron.put(NOTICES, { daily: false, by }));
  return { patron, phone };
}

export const WITHOUT_ADDRESS = { ignoreHoldEmail: 'true' };

/** A ready hold, by default without an address. */
export async function readyFor(
  library: TestLibrary,
  { patron }: Texted,
  values: Readonly<Record<string, string>> = WITHOUT_ADDRESS,
): Promise<TestTitle> {
  const title = await library.addTitle(1);
  await mustSucceed(patron.place(title, values));
  return title;
}
