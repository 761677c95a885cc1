import ts from 'typescript';

/** Attributes whose text people read or hear. */
const READ_ALOUD = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/**
 * Words of its own in the source of a component, which patrons would read in English whatever their language. Those of errors that
 * only developers see are left out.
 */
export function ownWordsIn(source: string, fileName = 'component.tsx'): string[] {
  const found: string[] = [];
  const add = (texts: readonly string[]): void => {
    found.push(...texts.filter((text) => /\p{L}/u.test(text)).map((text) => text.trim()));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'Error') return;
    if (ts.isJsxText(node)) add([node.text]);
    else if (ts.isJsxAttribute(node)) {
      if (READ_ALOUD.has(node.name.getText(file))) add(textsThatMayBe(node.initializer));
    } else if (ts.isJsxExpression(node)) add(textsThatMayBe(node));
    else add(textsOf(node).filter(isSentence));
    node.forEachChild(visit);
  };
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  visit(file);
  return [...new Set(found)];
}

/** Operators whose result is one of their sides, or both of them. */
const MAY_BE_A_SIDE = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

/** The texts that an expression may have for a value. What is handed to a function is none. */
function textsThatMayBe(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  // A child of an element, or the value of an attribute that people read: others are looked at by themselves.
  if (ts.isJsxExpression(node)) {
    const isShown = !ts.isJsxAttribute(node.parent) || READ_ALOUD.has(node.parent.name.getText());
    return isShown ? textsThatMayBe(node.expression) : [];
  }
  if (ts.isParenthesizedExpression(node)) return textsThatMayBe(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsThatMayBe);
  if (ts.isBinaryExpression(node))
    return MAY_BE_A_SIDE.has(node.operatorToken.kind) ? [node.left, node.right].flatMap(textsThatMayBe) : [];
  return textsOf(node);
}

function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** A text that is not shown where it stands may be handed on and shown elsewhere: it reads like a sentence. */
function isSentence(text: string): boolean {
  return /^\s*\p{Lu}\p{Ll}* \p{Ll}+|\p{Ll}{2}\s?[.…]$/u.test(text);
}

/** The names of the sentences that a source shows. */
export function sentencesSaidIn(source: string): string[] {
  return [...source.matchAll(/\bsay\(\s*'(\w+)'/g)].map(([, name = '']) => name);
}
