import { accessibleBy, soughtTerm } from '../../../../src/domain/titles/accessibility.js';

test.each([
  [{}, []],
  [
    { accessModeSufficient: [['textual'], ['visual', 'visual'], ['auditory', 'tactile'], []] },
    ['textual', 'visual'],
  ],
  [{ accessMode: ['textual'] }, []],
  [{ feature: ['none'], hazard: ['unknown', 'unknownSoundHazard'] }, []],
  [{ hazard: ['none', 'noSoundHazard'] }, ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard']],
  [{ hazard: ['flashing'], feature: ['braille'] }, ['braille', 'flashing']],
] as const)('a title with %j is found by %j', (accessibility, terms) => {
  expect(accessibleBy(accessibility)).toEqual(terms);
  for (const term of terms) expect(soughtTerm(term.toUpperCase())).toBe(term);
});

test.each(['', 'none', 'None', 'unknown', 'unknownSoundHazard', 'mathOnVisual', 'constructor', 'text'])(
  'no title is looked for by %j',
  (text) => expect(soughtTerm(text)).toBeUndefined(),
);
