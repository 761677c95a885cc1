/**
 * Turns traced statements, the token's check included, into a pattern for other patrons and titles. Each value that identifies the traced patron, title
 * or ticket becomes a placeholder, filled from the target or from a row of an earlier statement.
 */
export function patternOf(statements, target) {
  return statements.map((statement, index, all) => ({
    name: statement.name,
    text: statement.text,
    values: statement.values.map((value) => placeholderFor(value, target, all.slice(0, index)) ?? { value }),
  }));
}

function placeholderFor(value, target, earlier) {
  if (Buffer.isBuffer(value)) return { fromTarget: 'tokenHash' };
  for (const name of ['patronId', 'reserveId']) if (value === target[name]) return { fromTarget: name };
  const isList = Array.isArray(value) && value.length === 1;
  const ticket = isList ? value[0] : value;
  if (!Number.isInteger(ticket)) return undefined;
  // A single number may also be a library's. The only ticket among single numbers is that of a new hold.
  const key = isList ? /ticket/i : /^nextTicket$/;
  for (let step = earlier.length - 1; step >= 0; step--) {
    const path = pathTo(ticket, key, earlier[step].rows);
    if (path !== undefined) return { fromStep: step, path, isList };
  }
  return undefined;
}

/** The path to a ticket with such a key within the rows, such as [0, 'waiting', 0, 'ticket']. */
function pathTo(ticket, wanted, within) {
  if (within === null || typeof within !== 'object' || within instanceof Date) return undefined;
  for (const [key, value] of Object.entries(within)) {
    if (value === ticket && wanted.test(key)) return [key];
    const rest = pathTo(ticket, wanted, value);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/** @param {object[]} rowsOfSteps the rows of the earlier statements */
export function fill({ fromTarget, fromStep, path, isList, value }, target, rowsOfSteps) {
  if (fromTarget !== undefined) return target[fromTarget];
  if (fromStep === undefined) return value;
  const ticket = path.reduce((within, key) => within?.[key], rowsOfSteps[fromStep]);
  return isList ? [ticket] : ticket;
}
