import type { VNode } from 'preact';
import { textsIn } from '../form-texts.js';
import type { Link } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { formatsByKind } from '../titles/kinds.js';
import type { SearchParameters } from './search-parameters.js';

const SORTS: readonly (readonly [value: string, label: string])[] = [
  ['', 'Best match'],
  ['title', 'Title'],
  ['author', 'Author'],
  ['dateadded:desc', 'Newest first'],
  ['popularity:desc', 'Most popular'],
];

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
        <span>Title, author or subject</span>
        <input name="keyword" type="search" defaultValue={asked.keyword ?? ''} />
      </label>
      {has('formats') && kinds.length > 1 && (
        <Choice name="formats" label="Kind" options={[['', 'All'], ...kinds]} chosen={asked.formats} />
      )}
      {has('sort') && <Choice name="sort" label="Order" options={SORTS} chosen={asked.sort} />}
      {has('availability') && (
        <label class="check">
          <input
            name="availability"
            value="true"
            type="checkbox"
            defaultChecked={asked.availability === 'true'}
          />{' '}
          Only what is free now
        </label>
      )}
      <button class="primary">Search</button>
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
