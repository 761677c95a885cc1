import type { PatronKey } from '../../domain/patron.js';
import { type IdentifiedTitle, names, type TitleId } from '../../domain/titles/title-id.js';
import { patronAddress } from '../console/addresses.js';
import { Redirect } from '../console/page.js';

/** Also if a hold or a checkout is gone: it ends by itself, too, while staff look at the page. */
export function redirectToPatron({ websiteId, patronId }: PatronKey, message?: string): Redirect {
  return new Redirect(patronAddress(websiteId, patronId), message);
}

/** Which of a patron's holds or checkouts is on this title. */
export function ofTitle<Item extends IdentifiedTitle>(
  items: readonly Item[],
  title: TitleId,
): Item | undefined {
  return items.find((each) => names(title, each));
}
