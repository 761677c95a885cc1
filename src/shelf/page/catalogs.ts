import type { LanguageCode } from '../../domain/languages.js';
import { catalog as ar } from '../words/ar.js';
import type { Catalog } from '../words/catalog.js';
import { catalog as de } from '../words/de.js';
import { catalog as en } from '../words/en.js';
import { catalog as es } from '../words/es.js';
import { catalog as fr } from '../words/fr.js';

const CATALOGS: Readonly<Record<LanguageCode, Catalog>> = { ar, de, en, es, fr };

/** The script's texts, of which the frame has some before the script runs. */
export function catalogOf(code: LanguageCode): Catalog {
  return CATALOGS[code];
}
