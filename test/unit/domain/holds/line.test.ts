import {
  firstWithoutRoom,
  type PlaceInLine,
  ticketsBetween,
  ticketsNeeded,
  withRoom,
} from '../../../../src/domain/holds/line.js';

const atEnd: PlaceInLine = { behind: 99, before: null };
const place = (behind: number, before: number): PlaceInLine => ({ behind, before });

describe('holds of another system', () => {
  test.each<[what: string, places: PlaceInLine[], tickets: number[] | undefined]>([
    ['at the end get the next tickets', [atEnd, atEnd], [100, 101]],
    [
      'stand close to the hold that was placed before, with room between',
      [place(0, 90), place(0, 90)],
      [8, 16],
    ],
    ['share the room that there is', [place(0, 2), place(5, 12), place(5, 12), atEnd], [1, 7, 9, 100]],
    ['take the last of it', [place(5, 8), place(5, 8)], [6, 7]],
    ['need a ticket each', [place(5, 7), place(5, 7)], undefined],
    ['need a ticket between neighbours', [place(5, 6)], undefined],
  ])('%s', (_, places, tickets) => {
    expect(ticketsBetween(places, 100)).toEqual(tickets);
  });

  test('have room behind those before whom none is left, as others have later', () => {
    const places = [place(0, 4), place(4, 5), place(4, 5), place(6, 9), atEnd];
    expect(firstWithoutRoom(places)).toBe(5);
    expect(firstWithoutRoom([place(0, 4), atEnd])).toBeUndefined();
    const end = [5, 6, 9];
    expect(ticketsNeeded(places, end)).toBe(48);
    expect(withRoom(places, end, 100)).toEqual([
      { ticket: 5, newTicket: 123 },
      { ticket: 6, newTicket: 131 },
      { ticket: 9, newTicket: 147 },
    ]);
  });

  test('come in by the hundred, in the order of their dates, and the long line behind them moves twice', () => {
    let line = Array.from({ length: 1_000 }, (_, index) => index + 1);
    let [behind, moves] = [0, 0];
    for (let batch = 0; batch < 10; batch += 1) {
      const places = (): PlaceInLine[] => Array.from({ length: 100 }, () => place(behind, line[0]!));
      if (ticketsBetween(places(), Infinity) === undefined) {
        line = withRoom(places(), line, line.at(-1)! + 1).map(({ newTicket }) => newTicket);
        moves += 1;
      }
      behind = ticketsBetween(places(), Infinity)?.at(-1) ?? 0;
    }
    expect(moves).toBe(2);
  });
});
