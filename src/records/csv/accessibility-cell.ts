import { termOf, type TermMember } from '../../domain/titles/accessibility.js';
import { type CellReader, isNothing, piecesOf } from './csv-cells.js';

/** Terms of the vocabulary, each in the member that has it. A text that is none of them is taken for a feature, and refused. */
export const accessibility: CellReader = (cell) => {
  const terms = piecesOf(cell.replaceAll(',', ';')).filter((each) => !isNothing(each));
  if (terms.length === 0) return undefined;
  const of = (member: TermMember): string[] => terms.flatMap((each) => termOf(member, each) ?? []);
  const [senses, hazard] = [of('accessModeSufficient'), of('hazard')];
  const others = terms.filter((each) => !isIn([...senses, ...hazard], each));
  const feature = others.map((each) => termOf('feature', each) ?? each);
  return { accessModeSufficient: senses.map((each) => [each]), feature, hazard };
};

const isIn = (terms: readonly string[], text: string): boolean =>
  terms.some((term) => term.toLowerCase() === text.toLowerCase());
