import { readFile } from 'node:fs/promises';
import { AppModule } from '../../dist/app.module.js';
import { controllersWithin } from '../../dist/openapi/endpoint.js';
import { readConfig } from '../../dist/platform/settings/config.js';
import { permissionsOf } from '../../dist/staff/permissions/staff-routes.js';

const BEGIN = '<!-- Made from the routes by `npm run openapi`. -->\n';
const END = '\n<!-- Here it ends. -->';

const LIBRARY = {
  path: 'in the address',
  patron: 'the patron’s',
  query: 'in the query, or those of staff',
  body: 'in each record',
  own: 'those of staff',
  open: 'none',
};

/** Who may use each route of staff, as its handler says. */
export function staffPermissions() {
  return permissionsOf(controllersWithin(AppModule.of(readConfig({}), undefined)));
}

/** docs/staff.md with the table of permissions as the routes are. */
export async function staffPage() {
  const page = await readFile('docs/staff.md', 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest.slice(rest.indexOf(END));
  return before + BEGIN + table(staffPermissions()) + after;
}

function table(permissions) {
  const rows = Object.entries(permissions).map(([route, { library, roles }]) => {
    const cells = ['viewer', 'desk', 'collections', 'admin'].map((role) =>
      library === 'open' ? 'anybody' : roles.includes(role) ? 'yes' : 'no',
    );
    return [`\`${route}\``, ...cells, LIBRARY[library]];
  });
  rows.sort(([one], [other]) => (pathIn(one) < pathIn(other) ? -1 : 1));
  const head = ['request', 'viewer', 'desk', 'collections', 'admin', 'its library'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** A console's page below its path, so that what belongs together stands together. */
function pathIn(route) {
  const [method, path] = route.replaceAll('`', '').split(' ');
  return `${path} ${method}`;
}
