import { describeOperations } from '../../http/openapi/describe-operations.js';
import { DocsController } from './docs.controller.js';

export const DOCS_OPERATIONS = describeOperations(DocsController, {
  page: {
    operationId: 'readDocs',
    summary: 'Read this description as a page',
    description: 'Operations can be tried on it.',
    mediaTypes: ['text/html'],
  },
  file: {
    operationId: 'readDocsFile',
    summary: 'Read a file that the page loads',
    mediaTypes: ['text/javascript', 'text/css', 'image/png', 'text/plain'],
    refusals: ['NotFound'],
  },
});
