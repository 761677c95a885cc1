/**
 * What is known of how a title can be read, heard or seen: Readium's accessibility metadata (`a11y.schema.json`), with the further terms of the
 * schema.org vocabulary that it is made from.
 */

const SENSES = 'auditory tactile textual visual';
const NO_HAZARDS = 'noFlashingHazard noMotionSimulationHazard noSoundHazard';

/** The members whose values are terms. */
const TERMS = {
  accessMode: `${SENSES} chartOnVisual chemOnVisual colorDependent diagramOnVisual mathOnVisual musicOnVisual textOnVisual`,
  accessModeSufficient: SENSES,
  feature:
    'annotations ARIA bookmarks index pageBreakMarkers pageNavigation printPageNumbers readingOrder structuralNavigation ' +
    'tableOfContents taggedPDF alternativeText audioDescription captions closedCaptions describedMath longDescription ' +
    'openCaptions signLanguage transcript displayTransformability synchronizedAudioText timingControl unlocked ChemML latex ' +
    'latex-chemistry MathML MathML-chemistry ttsMarkup highContrastAudio highContrastDisplay largePrint braille ' +
    'tactileGraphic tactileObject fullRubyAnnotations horizontalWriting rubyAnnotations verticalWriting ' +
    'withAdditionalWordSegmentation withoutAdditionalWordSegmentation none unknown',
  hazard:
    `flashing motionSimulation sound ${NO_HAZARDS} unknownFlashingHazard unknownMotionSimulationHazard ` +
    'unknownSoundHazard none unknown',
  /** Why a publisher need not make it accessible, by the European Accessibility Act. */
  exemption: 'eaa-disproportionate-burden eaa-fundamental-alteration eaa-microenterprise',
};

export type TermMember = keyof typeof TERMS;

export const accessibilityTerms = (member: TermMember): string[] => TERMS[member].split(' ');

/** The term as the vocabulary writes it, of text in any case; undefined for another. */
export function termOf(member: TermMember, text: string): string | undefined {
  const lower = text.toLowerCase();
  return accessibilityTerms(member).find((term) => term.toLowerCase() === lower);
}

/** Whether these hazards say of one that it is there and that it is not: a reader whom light can harm would be told both. */
export function contradict(hazards: readonly string[]): boolean {
  const absent = hazards.flatMap((each) => (each === 'none' ? NO_HAZARDS.split(' ') : [each]));
  return hazards.some((each) =>
    absent.some((other) => other.toLowerCase() === `no${each}hazard`.toLowerCase()),
  );
}

/** Only members that say something. `accessMode`, `accessModeSufficient`, `feature`, `hazard` and `exemption` have terms of the vocabulary. */
export interface Accessibility {
  /** Addresses of the standards that it meets. */
  readonly conformsTo?: readonly string[];
  readonly certification?: Certification;
  /** The senses for which something is in it. */
  readonly accessMode?: readonly string[];
  /** Each is one way to take in all of it: the senses that suffice together. */
  readonly accessModeSufficient?: readonly (readonly string[])[];
  readonly feature?: readonly string[];
  readonly hazard?: readonly string[];
  /** What the publisher says of it. */
  readonly summary?: string;
  readonly exemption?: readonly string[];
}

/** Who has checked that it is accessible. */
export interface Certification {
  readonly certifiedBy?: string;
  readonly credential?: string;
  /** Addresses of reports. */
  readonly report?: readonly string[];
}

/** What says that nothing is there, or nothing is known. */
const SAYS_NOTHING = /^(?:none$|unknown)/;

/** A term that titles are looked for by, of text in any case; undefined: no title can be looked for by it. */
export function soughtTerm(text: string): string | undefined {
  if (SAYS_NOTHING.test(text.toLowerCase())) return undefined;
  return termOf('accessModeSufficient', text) ?? termOf('feature', text) ?? termOf('hazard', text);
}

/**
 * What a reader may look for: a sense that alone suffices for all of the title, a feature, or a hazard. A title without any hazard is without
 * each.
 */
export function accessibleBy({
  accessModeSufficient = [],
  feature = [],
  hazard = [],
}: Accessibility): string[] {
  const senses = accessModeSufficient.flatMap((each) => (new Set(each).size === 1 ? each : []));
  const hazards = hazard.flatMap((each) => (each === 'none' ? NO_HAZARDS.split(' ') : [each]));
  return [...new Set([...senses, ...feature, ...hazards])].filter((term) => !SAYS_NOTHING.test(term));
}
