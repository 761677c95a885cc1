/** What a worker keeps for all its files, such as the service they share, must not keep it from ending. */
process.once('disconnect', () => process.exit());
