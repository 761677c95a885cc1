import {
  firstWithoutRoom,
  type PlaceInLine,
  ticketsBetween,
  ticketsNeeded,
  withRoom,
} from '../../../../src/domain/holds/line.js';

const atEnd: PlaceInLine = { behind: 9, before: null };
const place = (behind: number, before: number): PlaceInLine => ({ behind, before });

describe('holds of another system', () => {
  test.each<[what: string, places: PlaceInLine[], tickets: number[] | undefined]>([
    ['at the end get the next tickets', [atEnd, atEnd], [10, 11]],
    ['stand right before the hold that was placed next', [place(0, 5), place(0, 5)], [3, 4]],
    ['stand in several places', [place(0, 2), place(5, 9), place(5, 9), atEnd], [1, 7, 8, 10]],
    ['need a ticket each', [place(5, 7), place(5, 7)], undefined],
    ['need a ticket between neighbours', [place(5, 6)], undefined],
  ])('%s', (_, places, tickets) => {
    expect(ticketsBetween(places, 10)).toEqual(tickets);
  });

  test('have room behind those before whom none is left', () => {
    const places = [place(0, 4), place(4, 5), place(4, 5), place(6, 9), atEnd];
    expect(firstWithoutRoom(places)).toBe(5);
    expect(firstWithoutRoom([place(0, 4), atEnd])).toBeUndefined();
    const end = [5, 6, 9];
    expect(ticketsNeeded(places, end)).toBe(6);
    expect(withRoom(places, end, 10)).toEqual([
      { ticket: 5, newTicket: 12 },
      { ticket: 6, newTicket: 13 },
      { ticket: 9, newTicket: 15 },
    ]);
  });
});
