import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { THEME } from '../../platform/html/theme.js';
import { CONSOLE } from '../addresses/addresses.js';

/** The style of all pages, read once. */
export const STYLESHEET = THEME + readFileSync(new URL('console.css', import.meta.url), 'utf8');

export const STYLESHEET_HASH = createHash('sha256').update(STYLESHEET).digest('hex').slice(0, 16);

/** Changes with the content, so that browsers may cache it forever. */
export const STYLESHEET_ADDRESS = `${CONSOLE}/console-${STYLESHEET_HASH}.css`;
