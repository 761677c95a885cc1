import { describeOperations } from '../http/openapi/describe-operations.js';
import { ContentPageController } from './content-page.controller.js';

export const CONTENT_PAGE_OPERATIONS = describeOperations(ContentPageController, {
  read: {
    operationId: 'readContentPage',
    summary: 'Read the built-in content page',
    description:
      'Where content links lead with the embedded database, unless `CONTENT_URL` names a content server. It exists only there. A link that was altered or has ended is `NotFound`.',
    fieldDescriptions: {
      expires: 'When the link ends, in Unix seconds.',
      signature: 'Over the address with its end.',
    },
    refusals: ['NotFound'],
    mediaTypes: ['text/html'],
    hasErrorPages: true,
  },
});
