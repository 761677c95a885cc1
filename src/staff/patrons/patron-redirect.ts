import type { PatronKey } from '../../domain/patron.js';
import { patronAddress } from '../console/addresses.js';
import { Redirect } from '../console/page.js';

/** To the patron's page, where the message is shown. */
export function redirectTo({ websiteId, patronId }: PatronKey, message?: string): Redirect {
  return new Redirect(patronAddress(websiteId, patronId), message);
}
