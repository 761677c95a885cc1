import { describeOperations } from '../http/openapi/describe-operations.js';
import { WelcomeController } from './welcome.controller.js';

export const WELCOME_OPERATIONS = describeOperations(WelcomeController, {
  page: {
    operationId: 'readWelcome',
    summary: 'Read what this is, and which addresses there are',
    description:
      'A page for requests whose `Accept` names `text/html`, as browsers do; otherwise a short text. Requests that take neither get 404.',
    mediaTypes: ['text/html', 'text/plain'],
    refusals: ['NotFound'],
  },
});
