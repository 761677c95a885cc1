import type { VNode } from 'preact';
import { textsIn } from '../form-texts.js';
import type { NamedTexts } from '../../words/catalog.js';
import type { Link } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { formatsByKind } from '../titles/kinds.js';
import { say, textFor } from '../words/say.js';
import { searchIn, type SearchParameters } from '../views.js';

/** The bar has the form; what narrows the search stands above what was found. */
export const FORM = 'search-form';

export function searchBy(onAsk: (asked: SearchParameters) => void): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    const asked = textsIn(event.currentTarget as HTMLFormElement);
    // Who searches for words wants the best match first: nobody has chosen the order of what is new.
    onAsk(event.submitter && !searchIn(location.href) ? { ...asked, sort: '' } : asked);
  };
}

/** How a search can be sorted, besides by how well a title fits. */
const ORDERS = ['title', 'author', 'dateadded:desc', 'popularity:desc'];

/** What a search can ask of how titles can be read. */
const WAYS = ['textual', 'displayTransformability', 'alternativeText', 'captions', 'noFlashingHazard'];

const choices = (part: NamedTexts, names: readonly string[]): (readonly [value: string, label: string])[] =>
  names.map((each) => [each, textFor(part, each) ?? each] as const);

function orders(): (readonly [value: string, label: string])[] {
  return [['', textFor('orders', 'relevance') ?? ''], ...choices('orders', ORDERS)];
}

interface FiltersProps {
  readonly template: Link;
  readonly asked: SearchParameters;
  /** On a phone, they are behind a button. */
  readonly isOpen: boolean;
  readonly onFold: () => void;
}

/** A field for each variable of the template that patrons have a use for. Each change searches anew. */
export function Filters({ template, asked, isOpen, onFold }: FiltersProps): VNode {
  const { formats } = useShelf();
  const has = (name: string): boolean => template.href.includes(`{${name}}`);
  const kinds = formatsByKind(formats).map(([kind, ids]) => [ids, kind] as const);
  return (
    <div class={`filters${isOpen ? '' : ' folded'}`}>
      <button type="button" aria-expanded={isOpen} onClick={onFold}>
        {say('filters')}
      </button>
      {has('formats') && kinds.length > 1 && (
        <Choice
          name="formats"
          label={say('kind')}
          options={[['', say('allKinds')], ...kinds]}
          chosen={asked.formats}
        />
      )}
      {has('accessibility') && (
        <Choice
          name="accessibility"
          label={say('accessibility')}
          options={[['', say('allKinds')], ...choices('accessibility', WAYS)]}
          chosen={asked.accessibility}
        />
      )}
      {has('sort') && <Choice name="sort" label={say('order')} options={orders()} chosen={asked.sort} />}
      {has('availability') && (
        <label class="check">
          <input
            form={FORM}
            name="availability"
            value="true"
            type="checkbox"
            defaultChecked={asked.availability === 'true'}
            onChange={searchAnew}
          />{' '}
          {say('onlyFree')}
        </label>
      )}
    </div>
  );
}

function searchAnew({
  currentTarget,
}: {
  readonly currentTarget: HTMLInputElement | HTMLSelectElement;
}): void {
  currentTarget.form?.requestSubmit();
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly chosen: string | undefined;
}

function Choice({ name, label, options, chosen = '' }: ChoiceProps): VNode {
  return (
    <label class="choice">
      <span>{label}</span>
      <select form={FORM} name={name} onChange={searchAnew}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
