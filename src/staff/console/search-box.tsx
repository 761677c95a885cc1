import type { VNode } from 'preact';
import { isOpenTo } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { searchAddress } from '../addresses/addresses.js';
import { useFormBefore } from './components/kept-form.js';

interface SearchBoxProps {
  readonly staff: StaffPrincipal;
  readonly websiteId: number;
  /** The searched text. */
  readonly sought: string | undefined;
}

/** Finds a title from every page, and a patron for staff who may see one. It is a POST, which keeps card numbers out of addresses. */
export function SearchBox({ staff, websiteId, sought }: SearchBoxProps): VNode {
  const action = searchAddress(websiteId);
  const typed = useFormBefore(action)?.typed.sought;
  const findsPatrons = isOpenTo(staff, 'desk', websiteId);
  return (
    <search>
      <form method="post" action={action}>
        <label class="for-readers" for="search-box">
          {findsPatrons ? 'A patron or a title' : 'A title'}
        </label>
        <input
          id="search-box"
          name="sought"
          type="search"
          value={typed ?? sought}
          placeholder={findsPatrons ? 'Card, e-mail, title or ISBN' : 'Title, author or ISBN'}
          autocomplete="off"
          required
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
