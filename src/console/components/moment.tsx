import type { VNode } from 'preact';

interface MomentProps {
  readonly at: Date;
  /** An IANA time zone; the service's own answers are in UTC. */
  readonly timeZone?: string;
}

/** A point in time, to the minute and with its zone. */
export function Moment({ at, timeZone = 'UTC' }: MomentProps): VNode {
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at);
  return <time datetime={at.toISOString()}>{text}</time>;
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
