import { REASONS, SUSPENSION_ENDS } from '../patron-titles/change.pages.js';
import { SETTING_LABELS } from '../settings/settings.page.js';

/** What the fields of the console's forms are called: a form that comes back says what each value is. */
const LABELS: Readonly<Record<string, string>> = {
  patron: 'Card number, patron number, library’s number or e-mail address',
  sought: 'Patron or title',
  cardNumber: 'Number of the card to keep',
  confirmation: 'Number of the patron',
  category: 'Category',
  emailAddress: 'E-mail address',
  suspensionType: 'Until',
  numberOfDays: 'Number of days',
  reason: 'Reason',
  owned: 'Copies owned',
  to: 'Title to which the holds are moved',
  name: 'Name',
  email: 'E-mail address at your organization',
  days: 'Days until it ends',
  url: 'Address',
  types: 'Events',
  since: 'Send again since',
  until: 'Until',
  viewer: 'Role viewer',
  desk: 'Role desk',
  collections: 'Role collections',
  admin: 'Role admin',
  ...SETTING_LABELS,
};

/** What choices are called. */
const CHOICES: ReadonlyMap<string, string> = new Map([...REASONS, ...SUSPENSION_ENDS]);

/** What was typed or chosen, as the form has called it. What nobody has typed is left out. */
export function toldFields(
  fields: readonly (readonly [name: string, value: string])[],
): (readonly [label: string, value: string])[] {
  return fields.flatMap(([name, value]) => {
    const label = LABELS[name];
    return label === undefined ? [] : [[label, CHOICES.get(value) ?? value] as const];
  });
}
