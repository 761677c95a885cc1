import { contradict, termOf, type TermMember } from '../../domain/titles/accessibility.js';
import { isWebAddress, type Json, listIn, longTextIn, objectIn, textIn } from './json.js';

/** What records may have; the rest is left out, as are terms that the vocabulary does not have. */
const MAX_LIST = 200;
const MAX_ADDRESSES = 20;
const MAX_NAME = 1_000;
const MAX_SUMMARY = 20_000;

/** What a publication says of its accessibility, as a title's record has it. */
export function accessibilityIn(given: unknown, language: string): Json {
  const members = objectIn(given);
  const certification = objectIn(members.certification);
  const terms = (member: TermMember): string[] =>
    listIn(members[member], MAX_LIST).flatMap((each) => termIn(member, each) ?? []);
  const hazard = terms('hazard');
  return {
    conformsTo: addressesIn(members.conformsTo),
    certification: {
      certifiedBy: textIn(certification.certifiedBy, MAX_NAME, language),
      credential: textIn(certification.credential, MAX_NAME, language),
      report: addressesIn(certification.report),
    },
    accessMode: terms('accessMode'),
    accessModeSufficient: listIn(members.accessModeSufficient, MAX_LIST).flatMap(wayIn),
    feature: terms('feature'),
    // Which of two that deny each other is true, nobody here knows.
    hazard: contradict(hazard) ? [] : hazard,
    summary: longTextIn(members.summary, MAX_SUMMARY) ?? textIn(members.summary, MAX_SUMMARY, language),
    exemption: terms('exemption'),
  };
}

const termIn = (member: TermMember, given: unknown): string | undefined =>
  typeof given === 'string' ? termOf(member, given.trim()) : undefined;

const addressesIn = (given: unknown): string[] =>
  listIn(given, MAX_LIST).filter(isWebAddress).slice(0, MAX_ADDRESSES);

/** Senses that suffice together: a list, or as EPUB has them, a text with commas. A way with another sense among them is none of these. */
function wayIn(given: unknown): string[][] {
  const parts = listIn(typeof given === 'string' ? given.split(',', MAX_LIST) : given, MAX_LIST);
  const senses = parts.map((each) => termIn('accessModeSufficient', each));
  return senses.includes(undefined) || senses.length === 0 ? [] : [[...new Set(senses as string[])]];
}
