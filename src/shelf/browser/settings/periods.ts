import { needsDecision } from '../actions/fields.js';
import { type Action, type ActionField, actionsOf, type PatronRecord } from '../http/records.js';

/** How long the patron may keep titles of a format, and the action that changes it. */
interface Period {
  readonly formatType: string;
  readonly days: number;
  readonly name: string;
  /** Its form begins with the days in effect. */
  readonly action: Action;
}

/** The action presets the format and only lists the days: those in effect stand beside it. */
export function periodsOf(patron: PatronRecord): Period[] {
  return actionsOf(patron).flatMap(([name, action]) => {
    const { fields = [] } = action;
    const formatClass = fields.find((field) => !needsDecision(field))?.value;
    const period = patron.lendingPeriods.find(({ formatType }) => formatType === formatClass);
    if (period === undefined) return [];
    const { formatType, lendingPeriod: days } = period;
    const begun = (field: ActionField): ActionField =>
      needsDecision(field) ? { ...field, value: String(days) } : field;
    return [{ formatType, days, name, action: { ...action, fields: fields.map(begun) } }];
  });
}
