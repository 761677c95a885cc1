import type { ActionField } from '../http/records.js';
import type { Offer } from './offers.js';

/** A field that a person decides about: not one with a single option, nor one that is required, preset and without options. */
export function needsDecision({ value, options, optional }: ActionField): boolean {
  if (options?.length === 1) return false;
  return value === undefined || options !== undefined || optional === true;
}

/**
 * What to send: each field with what was decided, or else its preset value or only option. A field that has none is left out, and
 * the service says if it needs it.
 */
export function valuesOf(
  fields: readonly ActionField[],
  decided: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = needsDecision(field) ? decidedIn(decided, field) : (field.value ?? field.options?.[0]);
      // A date that is emptied is taken away.
      const isLeftOut = value === '' && !(field.type === 'date' && field.value);
      return value === undefined || isLeftOut ? [] : [[field.name, value]];
    }),
  );
}

/** A form has no value of a box that is not ticked. */
function decidedIn(decided: Readonly<Record<string, string>>, field: ActionField): string | undefined {
  return decided[field.name] ?? (isYesOrNo(field) && field.optional !== true ? 'false' : undefined);
}

/**
 * Whether the patron is asked before it is done. To borrow, the patron need not choose a format: what can be read in the browser can
 * be read at once, and a format to download is chosen when it is wanted.
 */
export function needsForm({ actionName, action: { fields = [] } }: Offer): boolean {
  return fields.some(
    (field) => needsDecision(field) && !(actionName === 'checkout' && field.optional === true),
  );
}

/** Names the form of an action: what is preset says what it is done to. */
export function formOf({ actionName, action: { href, fields = [] } }: Offer): string {
  return [actionName, href, ...fields.map(({ value }) => value ?? '')].join(' ');
}

/** A field whose options are yes and no is a box to tick. */
export function isYesOrNo({ options = [] }: ActionField): boolean {
  return options.length === 2 && options.includes('true') && options.includes('false');
}

/** Whether a suspension has an end is said by the button that is pressed, and a hold without e-mail has no address. */
export function isAsked({ name }: ActionField, decided: Readonly<Record<string, string>>): boolean {
  if (name === 'emailAddress') return decided.ignoreHoldEmail !== 'true';
  return name !== 'suspensionType';
}

/** What a field's input shows at first. */
export function presetOf(field: ActionField, known: Readonly<Record<string, string | undefined>>): string {
  const { name, value, options, optional } = field;
  if (value !== undefined) return value;
  if (options !== undefined && optional !== true) return options[0] ?? '';
  return known[name] ?? '';
}

/** The field that a refusal is about: messages and codes call fields by their names. */
export function fieldAtFault(
  fields: readonly ActionField[],
  { code, detail }: { readonly code: string; readonly detail: string },
): string | undefined {
  const text = `${detail} ${code}`.toLowerCase();
  return fields.map(({ name }) => name).find((name) => text.includes(name.toLowerCase()));
}
