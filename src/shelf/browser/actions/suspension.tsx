import type { VNode } from 'preact';
import type { ActionField } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { dateAfter, daysInWords, daysUntil, farDay } from '../times.js';
import { say } from '../words/say.js';
import { inWords } from './words.js';

/** How long most holds are suspended that have an end. */
const USUAL_DAYS = 7;
/** In days. */
const USUAL_SUSPENSIONS = [7, 14, 30];
/** The service takes days, and patrons choose a date. */
export const DAYS_FIELD = 'numberOfDays';

type Values = Readonly<Record<string, string>>;

/** The days that a field presets, or else the usual ones, as the date on which they are over. */
export function presetDate(values: Values, now: Date): Values {
  const days = values[DAYS_FIELD];
  return days === undefined
    ? values
    : { ...values, [DAYS_FIELD]: dateAfter(Number(days) || USUAL_DAYS, now) };
}

/** What is sent of a form in which the patron chose a date: a suspension that ends in so many days. */
export function untilDate(values: Values, now: Date): Values {
  const date = values[DAYS_FIELD];
  if (date === undefined) return values;
  const days = date === '' ? '' : String(daysUntil(date, now));
  return { ...values, suspensionType: 'limited', [DAYS_FIELD]: days };
}

interface UsualSuspensionsProps {
  readonly fields: readonly ActionField[];
  /** What the patron has to know is said already. */
  readonly isSaid: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => Promise<void>;
}

/** In a form to suspend: what most want, at one touch. Another date is below. */
export function UsualSuspensions({ fields, isSaid, isBusy, onChoose }: UsualSuspensionsProps): VNode | null {
  const { nextHoliday, now } = useShelf();
  if (fields.every(({ name }) => name !== 'suspensionType')) return null;
  const button = (label: string, chosen: Readonly<Record<string, string>>): VNode => (
    <button key={label} type="button" aria-disabled={isBusy} onClick={() => onChoose(chosen)}>
      {label}
    </button>
  );
  return (
    <>
      {!isSaid && <p>{say('whileSuspended')}</p>}
      <div class="buttons">
        {USUAL_SUSPENSIONS.map((days) =>
          button(daysInWords(days), { suspensionType: 'limited', numberOfDays: String(days) }),
        )}
        {nextHoliday !== undefined &&
          button(
            say('untilAfter', {
              day: farDay(new Date(`${nextHoliday.until}T00:00`), now()),
              name: nextHoliday.name,
            }),
            { suspensionType: 'limited', numberOfDays: String(daysUntil(nextHoliday.until, now())) },
          )}
        {button(inWords('indefinite'), { suspensionType: 'indefinite', numberOfDays: '' })}
      </div>
    </>
  );
}
