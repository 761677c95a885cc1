import type { VNode } from 'preact';
import { textsIn } from '../form-texts.js';
import type { Link } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { formatsByKind } from '../titles/kinds.js';
import { say, textFor } from '../words/say.js';
import type { SearchParameters } from '../views.js';

/** How a search can be sorted, besides by how well a title fits. */
const ORDERS = ['title', 'author', 'dateadded:desc', 'popularity:desc'];

function orders(): (readonly [value: string, label: string])[] {
  const names = ORDERS.map((each) => [each, textFor('orders', each) ?? each] as const);
  return [['', textFor('orders', 'relevance') ?? ''], ...names];
}

interface SearchFormProps {
  readonly template: Link;
  readonly asked: SearchParameters;
  readonly onAsk: (asked: SearchParameters) => void;
}

/** A field for each variable of the template that patrons have a use for. */
export function SearchForm({ template, asked, onAsk }: SearchFormProps): VNode {
  const { formats } = useShelf();
  const has = (name: string): boolean => template.href.includes(`{${name}}`);
  const kinds = formatsByKind(formats).map(([kind, ids]) => [ids, kind] as const);
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    onAsk(textsIn(event.currentTarget as HTMLFormElement));
  };
  return (
    <form class="search" role="search" onSubmit={search}>
      <label class="field">
        <span>{say('keyword')}</span>
        <input name="keyword" type="search" defaultValue={asked.keyword ?? ''} />
      </label>
      {has('formats') && kinds.length > 1 && (
        <Choice
          name="formats"
          label={say('kind')}
          options={[['', say('allKinds')], ...kinds]}
          chosen={asked.formats}
        />
      )}
      {has('sort') && <Choice name="sort" label={say('order')} options={orders()} chosen={asked.sort} />}
      {has('availability') && (
        <label class="check">
          <input
            name="availability"
            value="true"
            type="checkbox"
            defaultChecked={asked.availability === 'true'}
          />{' '}
          {say('onlyFree')}
        </label>
      )}
      <button class="primary">{say('searchNow')}</button>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly chosen: string | undefined;
}

function Choice({ name, label, options, chosen = '' }: ChoiceProps): VNode {
  return (
    <label class="field short">
      <span>{label}</span>
      <select name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
