/** One point of a checklist: done, still to do, or tried and failed. */
export interface ChecklistPoint {
  readonly state: 'done' | 'open' | 'failed';
  readonly text: string;
}

const MARKS = { done: '[x]', open: '[ ]', failed: '[!]' } as const;

export function asLines(points: readonly ChecklistPoint[]): string[] {
  return points.map(({ state, text }) => `  ${MARKS[state]} ${text}`);
}

export const done = (text: string): ChecklistPoint => ({ state: 'done', text });
export const open = (text: string): ChecklistPoint => ({ state: 'open', text });
export const failed = (text: string): ChecklistPoint => ({ state: 'failed', text });
