import { describeOperations } from '../http/openapi/describe-operations.js';
import { WelcomeController } from './welcome.controller.js';

export const WELCOME_OPERATIONS = describeOperations(WelcomeController, {
  page: {
    operationId: 'readWelcome',
    summary: 'Read what this is, in a browser',
    description: 'For requests whose `Accept` names `text/html`. Any other request is 404.',
    mediaTypes: ['text/html'],
    refusals: ['NotFound'],
  },
});
