import { readFileSync } from 'node:fs';

/** The style that all pages share, read once. */
export const THEME = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
