import { readFile } from 'node:fs/promises';
import { AppModule } from '../../dist/app.module.js';
import { controllersIn } from '../../dist/openapi/endpoint.js';
import { readConfig } from '../../dist/platform/settings/config.js';
import { permissionsOf } from '../../dist/staff/permissions/staff-routes.js';

const BEGIN = '<!-- Made from the routes by `npm run openapi`. -->\n';
const END = '\n<!-- Here it ends. -->';

const LIBRARY = {
  path: 'in the library of the address',
  patron: 'in the patron’s library',
  query: 'in the library of the query, or in their own',
  body: 'in the library of each record',
  own: 'in their own libraries',
};

/** Who may use each route of staff, as its handler says. */
export async function staffPermissions() {
  return permissionsOf(await controllersIn(AppModule.of(readConfig({}), undefined)));
}

/** docs/staff.md with the table of permissions as the routes are. */
export async function staffPage() {
  const page = await readFile('docs/staff.md', 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest.slice(rest.indexOf(END));
  return before + BEGIN + table(await staffPermissions()) + after;
}

/** One list for all requests that the same roles may send in the same library. */
function table(permissions) {
  const lists = new Map();
  for (const [route, { library, roles }] of Object.entries(permissions)) {
    const who =
      library === 'open'
        ? 'Anybody:'
        : `${roles.map((role) => `\`${role}\``).join(', ')}, ${LIBRARY[library]}:`;
    lists.set(who, [...(lists.get(who) ?? []), route]);
  }
  return [...lists]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([who, routes]) => `\n${who}\n\n\`\`\`\n${routes.sort(byPath).join('\n')}\n\`\`\`\n`)
    .join('');
}

/** What belongs together stands together. */
function byPath(one, other) {
  return pathIn(one) < pathIn(other) ? -1 : 1;
}

function pathIn(route) {
  const [method, path] = route.split(' ');
  return `${path} ${method}`;
}
