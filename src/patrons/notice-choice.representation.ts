import { type Action, type ActionField, REQUEST_TYPE } from '../http/answers/action.representation.js';
import type { Addresses, Link } from '../http/answers/addresses.js';
import type { NoticeChoice } from './notice-choice.store.js';

/** How a patron's notices come. @see contract: #choose-how-notices-come */
export interface NoticeChoiceRecord {
  /** Those of a day in one mail, at the library's hour. */
  readonly daily: boolean;
  /** The patron is told when a title is likely to be ready soon. Absent where the library tells nobody. */
  readonly soon?: boolean;
  /** False: as the library has it. */
  readonly isOwnChoice: boolean;
  /** Its own address, and the patron information. */
  readonly links: { readonly self: Link; readonly patron: Link };
  readonly actions: { readonly chooseNotices: Action; readonly resetNotices?: Action };
}

export function representNoticeChoice(
  { daily, soon, isOwnChoice }: NoticeChoice,
  addresses: Addresses,
): NoticeChoiceRecord {
  const { notices } = addresses;
  const fields = [yesOrNo('daily', daily), ...(soon === null ? [] : [yesOrNo('soon', soon)])];
  return {
    daily,
    ...(soon !== null && { soon }),
    isOwnChoice,
    links: {
      self: addresses.circulationLink(notices),
      patron: addresses.circulationLink(addresses.patron),
    },
    actions: {
      chooseNotices: { href: notices, type: REQUEST_TYPE, method: 'put', fields },
      ...(isOwnChoice && { resetNotices: { href: notices, method: 'delete' } }),
    },
  };
}

function yesOrNo(name: string, value: boolean): ActionField {
  return { name, type: 'text', value: String(value), options: ['false', 'true'], optional: false };
}
