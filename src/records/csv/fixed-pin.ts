import { Refusal } from '../../domain/errors.js';
import { ANY, type CsvMapping } from './csv-mapping.js';
import { isSecret } from './csv-members.js';

/** Replaces a mapping's PINs where it is shown. It cannot be a PIN. */
const MASK = '****';
const MASKED = { [ANY]: MASK };

/** Hides the PIN, or the hash of one, that a mapping gives to every row. */
export function withoutFixedPin(mapping: CsvMapping): CsvMapping {
  return mapping.map((each) => (hasFixedPin(each) ? { ...each, values: MASKED } : each));
}

/**
 * @param given the mapping as it was shown, perhaps changed: hidden PINs are taken from `kept`. @throws Refusal `InvalidFieldValue` if it has none
 */
export function withFixedPinOf(kept: CsvMapping, given: CsvMapping): CsvMapping {
  return given.map((each) => {
    if (!isSecret(each.member) || !Object.values(each.values).includes(MASK)) return each;
    const { values } = kept.find((own) => own.member === each.member && hasFixedPin(own)) ?? {};
    if (values === undefined || Object.keys(each.values).length > 1)
      throw new Refusal(
        'InvalidFieldValue',
        `In values of ${each.member}, ${MASK} stands for PINs that are kept here: give the PINs.`,
      );
    return { ...each, values };
  });
}

/** @param chosen a mapping from a form, which shows no PINs: the fixed PIN stays, unless another column has PINs */
export function withKeptPin(kept: CsvMapping, chosen: CsvMapping): CsvMapping {
  const fixed = kept.find(hasFixedPin);
  if (fixed === undefined) return chosen;
  const own = chosen.find(({ member }) => isSecret(member));
  if (own === undefined) return fixed.column === null ? [...chosen, fixed] : chosen;
  return chosen.map((each) => (each === own && own.column === fixed.column ? fixed : each));
}

function hasFixedPin({ member, values }: CsvMapping[number]): boolean {
  return isSecret(member) && Object.keys(values).length > 0;
}
