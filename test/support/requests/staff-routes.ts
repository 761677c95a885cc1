import { AppModule } from '../../../src/app.module.js';
import { controllersIn } from '../../../src/openapi/endpoint.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { permissionsOf } from '../../../src/staff/permissions/staff-routes.js';

const url = 'postgres://nowhere';

/** Who may use each route of staff, as its handler says. */
export const PERMISSIONS = permissionsOf(
  await controllersIn(AppModule.of(readConfig({ DATABASE_URL: url }), undefined as never)),
);
