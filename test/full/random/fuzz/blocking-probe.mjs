/**
 * Loaded into the service under test. On SIGUSR2 it writes the longest time for which the event loop did nothing else since
 * the last signal, in milliseconds of the thread's own processor time: a busy machine makes the loop late, but not this.
 */
let longest = 0;
let before = processorTime();

function processorTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function tick() {
  const now = processorTime();
  longest = Math.max(longest, now - before);
  before = now;
}

setInterval(tick, 1).unref();

process.on('SIGUSR2', () => {
  tick();
  process.stderr.write(`\nblocked for ${longest.toFixed(1)} ms\n`);
  longest = 0;
});
