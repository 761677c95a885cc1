/** The colours of one cover. Ink is readable on the background and on its shade (WCAG AA, 4.5 to 1). */
export interface Palette {
  readonly background: string;
  /** The colour of the figure behind the text. */
  readonly shade: string;
  readonly accent: string;
  readonly ink: string;
}

export const PALETTES: readonly Palette[] = [
  { background: '#1f2f4a', shade: '#2b4063', accent: '#e0a458', ink: '#f7f3ea' },
  { background: '#5b1f2a', shade: '#702c38', accent: '#e8b298', ink: '#fbf1e8' },
  { background: '#1f3d36', shade: '#2a5047', accent: '#d9b65d', ink: '#f4f1e4' },
  { background: '#3d2a4d', shade: '#4e3861', accent: '#e3a6b3', ink: '#f6eff6' },
  { background: '#2b2d33', shade: '#3a3d46', accent: '#7fb5b5', ink: '#f2f0eb' },
  { background: '#8a3b23', shade: '#7a3320', accent: '#f5d6a8', ink: '#fff6ec' },
  { background: '#f3ead8', shade: '#e7d8bb', accent: '#b5482f', ink: '#2b2420' },
  { background: '#dfe6da', shade: '#cbd7c3', accent: '#3f6b54', ink: '#1f2a24' },
  { background: '#d9e4ea', shade: '#c3d4de', accent: '#a8432f', ink: '#1b2a36' },
  { background: '#e3b657', shade: '#d8a63f', accent: '#7a2f1b', ink: '#2a1c08' },
];

/** Figures behind the text, in the lower right of 300 × 450: the `d` of an SVG path. */
export const FIGURES = [
  'M100 326a118 118 0 1 1 236 0a118 118 0 1 1-236 0z',
  'M300 176v274H42z',
  'M300 450H90a210 210 0 0 1 210-210v52a158 158 0 0 0-158 158h56a102 102 0 0 1 102-102z',
  'M0 306h300v20H0zm0 38h300v14H0zm0 32h300v8H0z',
  'M214 206l86 86v172l-86-86-86 86V292z',
] as const;
