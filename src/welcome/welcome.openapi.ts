import { describeOperations } from '../http/openapi/describe-operations.js';
import { WelcomeController } from './welcome.controller.js';

export const WELCOME_OPERATIONS = describeOperations(WelcomeController, {
  page: {
    operationId: 'readWelcome',
    summary: 'Read what this is, in a browser',
    description: 'For a request whose `Accept` names `text/html`. To any other there is nothing here.',
    mediaTypes: ['text/html'],
    refusals: ['NotFound'],
  },
});
