import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';

/** The page's time zone, an IANA name: the layout sets it, and names it once. */
export const TimeZone = createContext('UTC');

interface MomentProps {
  readonly at: Date;
}

/** A point in time, to the minute, in the page's zone; in UTC on hover and for programs. */
export function Moment({ at }: MomentProps): VNode {
  const text = momentText(at, useContext(TimeZone));
  const utc = at.toISOString();
  return (
    <time datetime={utc} title={`${utc.slice(0, 16).replace('T', ' ')} UTC`}>
      {text}
    </time>
  );
}

/** Such as "24 Dec 2026, 18:00". */
export function momentText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(at);
}

/** @param day `2026-12-24` */
export function dayText(day: string): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(`${day}T00:00Z`));
}

/** After the end of a suspension: why the library has suspended the hold. */
export function closureText(closure: string): string {
  return ` (the library is closed: ${closure})`;
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** A length of time in its largest unit, such as "3 hours". */
export function durationOf(seconds: number): string {
  const [size, unit] = UNITS.find(([unitSeconds]) => seconds >= unitSeconds) ?? ([1, 'second'] as const);
  return counted(Math.floor(seconds / size), unit);
}

/** A number with its noun, such as "1 copy" and "1,200 copies". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
