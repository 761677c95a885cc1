import type { Chapter } from './operation-words.js';

export const PROCESS: Chapter = {
  name: 'Process',
  description: 'What a balancer, an operator and a reader ask of a process. Open to all.',
  operations: {
    'GET /health/live': {
      id: 'isAlive',
      summary: 'See whether the process runs',
      description: 'True also while the database is away.',
    },
    'GET /health/ready': { id: 'isReady', summary: 'See whether the process can do its work' },
    'GET /metrics': {
      id: 'readMetrics',
      summary: 'Read the metrics of the process',
      produces: 'text/plain',
    },
    'GET /openapi.json': {
      id: 'readDescription',
      summary: 'Read this description',
      produces: 'application/json',
    },
    'GET /docs': { id: 'readDocs', summary: 'Read this description as a page', produces: 'text/html' },
  },
};
