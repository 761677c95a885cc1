import { testForDeadEnds } from '../../support/clients/no-dead-ends.js';
import { CHANGES } from '../../support/clients/situations.js';

testForDeadEnds(Object.fromEntries(Object.entries(CHANGES).filter(([name]) => name !== 'as it is')));
