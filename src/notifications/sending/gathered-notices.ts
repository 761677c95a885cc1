import { chunksOf } from '../../platform/chunks.js';
import { channelOf, newMailId, type Notice } from '../notice-types/notice.js';
import {
  jobOfOne,
  jobOfSeveral,
  type NoticeJob,
  type NoticeOfRecipient,
  type WrittenNotice,
} from './notice-jobs.store.js';

/** More would be hard to read. Further ones are another mail. */
const MAX_NOTICES_OF_MAIL = 20;

export interface GatheredNotices {
  /** They were decided earlier, by a worker that died before it deleted their notices. */
  readonly decided: readonly NoticeJob[];
  readonly undecided: readonly NoticeJob[];
}

/**
 * Makes one job of all that waits for one patron at one address, or by another channel.
 * @param due notices of one library
 * @param ofRecipients all that wait for the patrons of these notices, at the same addresses
 */
export function gather(
  due: readonly WrittenNotice[],
  ofRecipients: readonly NoticeOfRecipient[],
): GatheredNotices {
  const withPatron = new Set(ofRecipients.map(identityOf));
  const alone = due.filter((notice) => !withPatron.has(identityOf(notice)));
  const waiting = [...ofRecipients, ...alone];
  const decided = Map.groupBy(
    waiting.filter(({ jobKey }) => jobKey !== null),
    ({ jobKey }) => jobKey!,
  );
  const together = ofRecipients.filter(({ jobKey }) => jobKey === null);
  return {
    decided: [...decided].map(([key, notices]) => ({ key, notices })),
    undecided: [
      ...alone.filter(({ jobKey }) => jobKey === null).map(jobOfOne),
      ...jobsOfMails(together, newMailId),
    ],
  };
}

/**
 * One job, and so one message, for each recipient; more for who has very many notices. Gateways pass on one message with the same id
 * once, so what is sent again as a text message has an id of its own.
 */
export function jobsOfMails<Told extends Notice & Pick<NoticeOfRecipient, 'recipient'>>(
  notices: readonly Told[],
  mailIdOf: (notices: readonly Told[]) => string,
): NoticeJob[] {
  const together = [...Map.groupBy(notices, ({ recipient }) => recipient).values()];
  return together
    .flatMap((own) => chunksOf(own, MAX_NOTICES_OF_MAIL))
    .map((own) => {
      const [first, ...others] = own;
      const isAlone = first !== undefined && others.length === 0 && channelOf(first) === 'mail';
      return isAlone ? jobOfOne(first) : jobOfSeveral(own, mailIdOf(own));
    });
}

function identityOf({ reserveId, ticket, occasion: noticeType, expiresAt, channel }: Notice): string {
  return [reserveId, ticket, noticeType, expiresAt, channel ?? ''].join(' ');
}
