import type { BrandMarkProps } from '../../platform/html/brand-mark.js';
import type { View } from '../views.js';

/** What the shelf showed last in this browser. It is no secret, and gives no right: the page comes with its frame because of it. */
export interface Remembered {
  /** The patron's library. */
  readonly websiteId: number;
  readonly loans: number;
  readonly holds: number;
}

/** What the page can show before it has read anything. */
export interface FirstFrame extends Pick<Remembered, 'loans' | 'holds'> {
  readonly brand?: BrandMarkProps | undefined;
}

/** The name of its cookie, which ends with the patron's session. */
export const FRAME_COOKIE = 'shelf-frame';

const WRITTEN = /^(\d{1,10})-(\d{1,4})-(\d{1,4})$/;

export function readRemembered(text = ''): Remembered | undefined {
  const [, websiteId, loans, holds] = (WRITTEN.exec(text) ?? []).map(Number);
  if (websiteId === undefined || loans === undefined || holds === undefined) return undefined;
  return { websiteId, loans, holds };
}

export function writeRemembered({ websiteId, loans, holds }: Remembered): string {
  return [websiteId, loans, holds].join('-');
}

/** What a patron has come for whose address names no view. */
export function firstViewOf({ loans }: FirstFrame): View {
  return loans > 0 ? 'loans' : 'holds';
}
