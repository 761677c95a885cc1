const { default: Sequencer } = require('@jest/test-sequencer');

/** Orders the files as Jest does, the longest first. With `--randomize` they come in an order that the seed gives. */
module.exports = class extends Sequencer {
  constructor(options) {
    super(options);
    this.options = options.globalConfig;
  }

  sort(tests) {
    const { randomize, seed } = this.options;
    return randomize ? shuffled(tests, seed) : super.sort(tests);
  }
};

function shuffled(tests, seed) {
  const { createHash } = require('node:crypto');
  const rank = ({ path }) => createHash('sha256').update(`${seed} ${path}`).digest('hex');
  return tests.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}
