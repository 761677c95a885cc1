import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { CoversController } from './covers.controller.js';

export const COVERS: TagDescription = {
  name: 'Covers',
  description:
    'Pictures of titles whose records name none. They need no token, and exist only when `DRAWN_COVERS` is on.',
  controllers: [
    describeOperations(CoversController, {
      cover: {
        operationId: 'getCover',
        summary: 'Get a drawn cover',
        description:
          'An SVG of the title and its first creator. It is the same for everybody and may be cached.',
        mediaTypes: ['image/svg+xml'],
        refusals: ['NotFound'],
      },
    }),
  ],
};
