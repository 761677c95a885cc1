import { parse as parseJsonc, type ParseError, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod';
import type { Scenario, TrialRequest } from '../waits/policy-trials.js';
import { MISSED_PICKUP } from '../domain/holds/hold.js';
import { parseTitleId, type TitleId } from '../domain/titles/title-id.js';
import type { CopiesToBuy, PolicyChanges } from '../domain/waits/policies/policy.js';
import {
  DEFAULT_DAYS,
  DEFAULT_SEED,
  MAX_COPIES_PER_TITLE,
  MAX_DAYS,
  MAX_HOLD_LIMIT,
  MAX_PERCENT_OF_COPIES,
  MAX_PICKUP_HOURS,
  MAX_RUNS,
  MAX_SCENARIOS,
  MAX_SEED,
  MAX_TITLES,
} from '../domain/waits/policies/trial-limits.js';
import { memberAt } from '../records/engine/record-reader.js';
import * as is from '../records/engine/schema-rules.js';
import { somePeriods } from '../records/kinds/library/library.schema.js';

/** The file cannot be used. Each line of the message names a member, and the allowed values. */
export class ScenarioProblems extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ScenarioProblems';
  }
}

const MAX_PROBLEMS = 5;
const MAX_NAME_LENGTH = 60;
const DEFAULT_NAME = 'Changed';

const copiesMessage = is.mustBe('an object with either perTitle or percent');

const copies = is
  .strict(
    {
      perTitle: is.optional(is.wholeNumber(0, MAX_COPIES_PER_TITLE), undefined),
      percent: is.optional(is.numberBetween(0, MAX_PERCENT_OF_COPIES), undefined),
    },
    'an object with either perTitle or percent',
  )
  .refine(({ perTitle, percent }) => (perTitle === undefined) !== (percent === undefined), copiesMessage)
  .transform(({ perTitle, percent }): CopiesToBuy =>
    perTitle === undefined ? { percent: percent ?? 0 } : { perTitle },
  );

const changes = is
  .strict(
    {
      pickupHours: is.optional(is.wholeNumber(1, MAX_PICKUP_HOURS), undefined),
      lendingDays: is.optional(somePeriods, undefined),
      copies: is.optional(copies, undefined),
      missedPickup: is.optional(is.oneOf(MISSED_PICKUP), undefined),
      holdLimit: is.optional(is.wholeNumber(0, MAX_HOLD_LIMIT), undefined),
      renew: is.optional(is.trueOrFalse, undefined),
    },
    'an object with any of pickupHours, lendingDays, copies, missedPickup, holdLimit, renew',
  )
  .transform((given) => is.withoutAbsent(given) as PolicyChanges);

const scenario = is.strict({ name: is.text(MAX_NAME_LENGTH), changes }, 'an object with name and changes');

const titleMessage = is.mustBe("a title's reserveId or crossRefId");
const title = z.union([z.string(), z.number()], titleMessage).transform((value, context): TitleId => {
  const named = parseTitleId(String(value));
  if (named !== undefined) return named;
  context.addIssue({ code: 'custom', message: titleMessage.error({ input: value }) });
  return z.NEVER;
});

const allMessage = is.mustBe(
  `true, or a whole number from 1 to ${MAX_TITLES}: that of the most wanted titles`,
);
const all = z
  .union([z.literal(true), z.number()], allMessage)
  .refine(
    (value) => value === true || (Number.isInteger(value) && value >= 1 && value <= MAX_TITLES),
    allMessage,
  )
  .transform((value) => ({ mostWanted: value === true ? MAX_TITLES : value }));

const file = is.strict(
  {
    websiteId: is.id,
    title: is.optional(title, undefined),
    all: is.optional(all, undefined),
    days: is.optional(is.wholeNumber(1, MAX_DAYS), DEFAULT_DAYS),
    runs: is.optional(is.wholeNumber(1, MAX_RUNS), undefined),
    seed: is.optional(is.wholeNumber(0, MAX_SEED), DEFAULT_SEED),
    changes: is.optional(changes, undefined),
    scenarios: is.optional(is.list(scenario, MAX_SCENARIOS), undefined),
  },
  'an object with websiteId, title or all, and changes or scenarios',
);

/**
 * Reads a file of scenarios: JSON, in which comments and commas at the end of a list are allowed.
 * @throws ScenarioProblems
 */
export function readScenarios(text: string): TrialRequest {
  const parsed = file.safeParse(parse(text));
  if (!parsed.success)
    throw new ScenarioProblems(
      parsed.error.issues
        .slice(0, MAX_PROBLEMS)
        .map(({ path, message }) => `${memberAt(path) || 'The file'} ${message}`),
    );
  const { websiteId, days, runs, seed, ...given } = parsed.data;
  const titles = given.title ?? given.all;
  if (titles === undefined || (given.title !== undefined && given.all !== undefined))
    throw new ScenarioProblems(['The file must have either title or all']);
  return { websiteId, titles, days, runs, seed, scenarios: scenariosOf(given) };
}

function scenariosOf(given: {
  readonly changes: PolicyChanges | undefined;
  readonly scenarios: readonly Scenario[] | undefined;
}): readonly Scenario[] {
  const scenarios = given.scenarios ?? [];
  if ((given.changes !== undefined) === scenarios.length > 0)
    throw new ScenarioProblems(['The file must have either changes, or scenarios, and at least one of them']);
  const names = scenarios.map(({ name }) => name);
  if (new Set(names).size < names.length)
    throw new ScenarioProblems(['scenarios must each have a name of their own']);
  return given.changes === undefined ? scenarios : [{ name: DEFAULT_NAME, changes: given.changes }];
}

function parse(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return value;
  const line = text.slice(0, error.offset).split('\n').length;
  throw new ScenarioProblems([`Line ${line} is not valid JSON: ${printParseErrorCode(error.error)}.`]);
}
