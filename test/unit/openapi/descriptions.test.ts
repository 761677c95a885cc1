import { Controller, Get, Post } from '@nestjs/common';
import {
  type ControllerDescription,
  describeOperations,
} from '../../../src/http/openapi/describe-operations.js';
import { routesOf } from '../../../src/http/routes/routes.js';
import { describedOperations } from '../../../src/openapi/described-operation.js';

@Controller('shelves')
class ShelvesController {
  @Get()
  list(): void {
    return;
  }

  @Post(['', ':id'])
  add(): void {
    return;
  }
}

const LIST = { operationId: 'listShelves', summary: 'List the shelves' };
const ADD = { path: '', operationId: 'addShelf', summary: 'Add a shelf', refusals: ['NotFound'] } as const;
const ADD_AT = { path: ':id', operationId: 'addShelfAt', summary: 'Add a shelf at its address' };

function described(...controllers: ControllerDescription[]): ReturnType<typeof describedOperations> {
  const tag = {
    name: 'Shelves',
    description: 'Where books stand.',
    refusals: ['Unauthorized'] as const,
    controllers,
  };
  return describedOperations(routesOf(ShelvesController), [tag]);
}

/** `npm run check:types` fails when one of these compiles. */
test('the compiler refuses a handler without a description, and a description without a handler', () => {
  // @ts-expect-error `add` is missing
  const withoutAdd = describeOperations(ShelvesController, { list: LIST });
  // @ts-expect-error there is no `burn`
  const withBurn = describeOperations(ShelvesController, { list: LIST, add: [ADD, ADD_AT], burn: LIST });
  expect([withoutAdd, withBurn].map(({ handlers }) => Object.keys(handlers))).toEqual([
    ['list'],
    ['list', 'add', 'burn'],
  ]);
});

test('each path of a handler has its own description, with the refusals of its tag', () => {
  const found = described(describeOperations(ShelvesController, { list: LIST, add: [ADD_AT, ADD] }));
  expect(found.map(([{ method, path }, operation]) => [method, path, operation])).toEqual([
    ['GET', '/shelves', { ...LIST, tag: 'Shelves', refusals: ['Unauthorized'] }],
    ['POST', '/shelves', { ...ADD, tag: 'Shelves', refusals: ['Unauthorized', 'NotFound'] }],
    ['POST', '/shelves/:id', { ...ADD_AT, tag: 'Shelves', refusals: ['Unauthorized'] }],
  ]);
});

test.each([
  ['one description for two paths', ADD, "ShelvesController.add at '' has no description."],
  ['no description of a path', [ADD], "ShelvesController.add at ':id' has no description."],
  [
    'a description of a path that is not there',
    [ADD, ADD_AT, { ...ADD, path: ':id/books' }],
    "These are described, but are no routes: ShelvesController.add at ':id/books'.",
  ],
])('%s is refused', (_, add, message) => {
  expect(() => described(describeOperations(ShelvesController, { list: LIST, add }))).toThrow(message);
});

test('a controller in no tag is refused', () => {
  expect(() => described()).toThrow('ShelvesController.list has no description.');
});
