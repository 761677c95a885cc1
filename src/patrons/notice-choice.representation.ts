import { type Action, type ActionField, REQUEST_TYPE } from '../http/answers/action.representation.js';
import type { Addresses, Link } from '../http/answers/addresses.js';
import { NOTICE_CHANNELS, type NoticeChannels } from '../domain/texts.js';
import type { NoticeChoice } from './notice-choice.store.js';

/** How a patron's notices come. @see contract: #choose-how-notices-come */
export interface NoticeChoiceRecord {
  /** Those of a day in one mail, at the library's hour. */
  readonly daily: boolean;
  /** The patron is told when a title is likely to be ready soon. Absent where the library tells nobody. */
  readonly soon?: boolean;
  /** By mail, as text messages, or both. Absent where the library sends no text messages. */
  readonly by?: NoticeChannels;
  /** Text messages go to this number, which the patron or the library has confirmed. Absent where there is none. */
  readonly phone?: string;
  /** A number that waits for the code which was sent to it. */
  readonly pendingPhone?: string;
  /** False: as the library has it. */
  readonly isOwnChoice: boolean;
  /** Its own address, the patron information, and the browsers that take push messages, where the library offers these. */
  readonly links: { readonly self: Link; readonly patron: Link; readonly pushSubscriptions?: Link };
  /** Those about a number are offered where the library sends text messages to numbers that patrons give here. */
  readonly actions: {
    readonly chooseNotices: Action;
    readonly resetNotices?: Action;
    readonly sendPhoneCode?: Action;
    readonly confirmPhone?: Action;
    readonly removePhone?: Action;
  };
}

export function representNoticeChoice(choice: NoticeChoice, addresses: Addresses): NoticeChoiceRecord {
  const { daily, soon, texts, by, phone, pendingPhone, offersPush, isOwnChoice } = choice;
  const { notices } = addresses;
  const fields = [
    yesOrNo('daily', daily),
    ...(soon === null ? [] : [yesOrNo('soon', soon)]),
    ...(texts === 'patronId' || (texts === 'phone' && phone !== null) ? [byField(by)] : []),
  ];
  return {
    daily,
    ...(soon !== null && { soon }),
    ...(texts !== null && { by }),
    ...(phone !== null && { phone }),
    ...(pendingPhone !== null && { pendingPhone }),
    isOwnChoice,
    links: {
      self: addresses.circulationLink(notices),
      patron: addresses.circulationLink(addresses.patron),
      ...(offersPush && { pushSubscriptions: addresses.circulationLink(addresses.pushSubscriptions) }),
    },
    actions: {
      chooseNotices: { href: notices, type: REQUEST_TYPE, method: 'put', fields },
      ...(isOwnChoice && { resetNotices: { href: notices, method: 'delete' } }),
      ...phoneActions(choice, addresses.phone),
    },
  };
}

function phoneActions(
  { texts, phone, pendingPhone }: NoticeChoice,
  href: string,
): Partial<NoticeChoiceRecord['actions']> {
  const isKnown = phone !== null || pendingPhone !== null;
  const asked = (name: string): ActionField => ({ name, type: 'text', optional: false });
  return {
    ...(texts === 'phone' && {
      sendPhoneCode: { href, type: REQUEST_TYPE, method: 'post', fields: [asked('phone')] },
    }),
    ...(pendingPhone !== null && {
      confirmPhone: { href, type: REQUEST_TYPE, method: 'put', fields: [asked('code')] },
    }),
    ...(isKnown && { removePhone: { href, method: 'delete' } }),
  };
}

function byField(value: NoticeChannels): ActionField {
  return { name: 'by', type: 'text', value, options: NOTICE_CHANNELS, optional: false };
}

function yesOrNo(name: string, value: boolean): ActionField {
  return { name, type: 'text', value: String(value), options: ['false', 'true'], optional: false };
}
