import { TOKENS } from '../access/access.openapi.js';
import { CATALOG } from '../catalog/catalog.openapi.js';
import { CHANGES_OPERATIONS } from '../changes/changes.openapi.js';
import { CHECKOUTS } from '../checkouts/checkouts.openapi.js';
import { COVERS } from '../covers/covers.openapi.js';
import { HEALTH_OPERATIONS } from '../health/health.openapi.js';
import { HOLDS } from '../holds/holds.openapi.js';
import type { TagDescription } from '../http/openapi/describe-operations.js';
import { OPERATOR } from '../operator/operator.openapi.js';
import { PATRONS } from '../patrons/patrons.openapi.js';
import { SANDBOX } from '../sandbox/sandbox.openapi.js';
import { SHELF } from '../shelf/shelf.openapi.js';
import { SUSPENSIONS } from '../suspensions/suspensions.openapi.js';
import { WELCOME_OPERATIONS } from '../welcome/welcome.openapi.js';
import { DOCS_OPERATIONS } from './docs/docs.openapi.js';
import { OPENAPI_OPERATIONS } from './openapi.openapi.js';

const PROCESS: TagDescription = {
  name: 'Process',
  description: 'What a balancer, an operator and a reader ask of a process. Open to all.',
  controllers: [WELCOME_OPERATIONS, HEALTH_OPERATIONS, OPENAPI_OPERATIONS, DOCS_OPERATIONS],
};

/** In the order in which a newcomer reads them. */
export const TAGS: readonly TagDescription[] = [
  { ...PATRONS, controllers: [...PATRONS.controllers, CHANGES_OPERATIONS] },
  HOLDS,
  SUSPENSIONS,
  CHECKOUTS,
  CATALOG,
  COVERS,
  TOKENS,
  OPERATOR,
  SANDBOX,
  SHELF,
  PROCESS,
];
