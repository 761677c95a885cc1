/** The token's check is the service's, not the limit's, unless nothing else is there. */
export function withoutTokenCheck(statements) {
  const others = statements.filter(({ name }) => !name?.startsWith('tokens-'));
  return others.length > 0 ? others : statements;
}

/**
 * The statements as a pattern for other patrons and titles: each value that stands for the traced patron, title or ticket is
 * a hole. `steps` are the statements; a hole is filled from the target, or from a row of an earlier step.
 */
export function patternOf(statements, target) {
  return withoutTokenCheck(statements).map((statement, index, all) => ({
    name: statement.name,
    text: statement.text,
    values: statement.values.map((value) => holeFor(value, target, all.slice(0, index)) ?? { value }),
  }));
}

function holeFor(value, target, earlier) {
  if (Buffer.isBuffer(value)) return { filledBy: 'tokenHash' };
  for (const name of ['patronId', 'reserveId']) if (value === target[name]) return { filledBy: name };
  const ticket = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  if (!Number.isInteger(ticket)) return undefined;
  for (let step = earlier.length - 1; step >= 0; step--) {
    const path = pathTo(ticket, earlier[step].rows);
    if (path !== undefined) return { inStep: step, path };
  }
  return undefined;
}

/** Where in the rows a ticket stands, such as [0, 'waiting', 0, 'ticket']. */
function pathTo(ticket, within) {
  if (within === null || typeof within !== 'object' || within instanceof Date) return undefined;
  for (const [key, value] of Object.entries(within)) {
    if (value === ticket && /ticket/i.test(key)) return [key];
    const rest = pathTo(ticket, value);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/** @param {object[]} rowsOfSteps the rows of the steps before */
export function fill({ filledBy, inStep, path, value }, target, rowsOfSteps) {
  if (filledBy !== undefined) return target[filledBy];
  if (inStep === undefined) return value;
  return [path.reduce((within, key) => within?.[key], rowsOfSteps[inStep])];
}
