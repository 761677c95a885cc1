import type { VNode } from 'preact';
import { isOpenTo } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { libraryAddress, type LibraryPage, MENUS, pageAddress } from '../addresses/addresses.js';

/** The part of the console to which a page belongs. */
export type Section = 'today' | LibraryPage;

interface NavigationProps {
  readonly staff: StaffPrincipal;
  readonly websiteId: number;
  readonly section: Section | undefined;
}

/** Links to the pages that these staff may open, by menu. A phone shows them behind one button. */
export function Navigation({ staff, websiteId, section }: NavigationProps): VNode {
  const current = (own: Section): 'page' | undefined => (own === section ? 'page' : undefined);
  const today = (
    <li>
      <a href={libraryAddress(websiteId)} aria-current={current('today')}>
        Today
      </a>
    </li>
  );
  const menus = Object.entries(MENUS).map(([name, pages]) => ({
    name,
    links: pages
      .filter(([, , role]) => isOpenTo(staff, role, websiteId))
      .map(([page, text]) => (
        <li key={page}>
          <a href={pageAddress(websiteId, page)} aria-current={current(page)}>
            {text}
          </a>
        </li>
      )),
  }));
  return (
    <nav aria-label="Library">
      <details>
        <summary>Menu</summary>
        <div class="menus">
          {menus
            .filter(({ links }) => links.length > 0)
            .map(({ name, links }, index) => (
              <div key={name} class="menu">
                <p id={`menu-${name}`}>{name}</p>
                <ul aria-labelledby={`menu-${name}`}>
                  {index === 0 && today}
                  {links}
                </ul>
              </div>
            ))}
        </div>
      </details>
    </nav>
  );
}
