/** One point of a checklist: done, still to do, or tried and failed. */
export interface Point {
  readonly state: 'done' | 'open' | 'failed';
  readonly text: string;
}

const MARKS = { done: '[x]', open: '[ ]', failed: '[!]' } as const;

export function asLines(points: readonly Point[]): string[] {
  return points.map(({ state, text }) => `  ${MARKS[state]} ${text}`);
}

export const done = (text: string): Point => ({ state: 'done', text });
export const open = (text: string): Point => ({ state: 'open', text });
export const failed = (text: string): Point => ({ state: 'failed', text });
