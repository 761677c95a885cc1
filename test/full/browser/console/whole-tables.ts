import type { Page } from 'playwright-core';

/** @throws if a column of a table is so narrow that its heading or a number in it does not fit */
export async function requireWholeWords(page: Page): Promise<void> {
  const broken = await page.evaluate<string[]>(`[...document.querySelectorAll('thead th, td.number')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => cell.textContent)`);
  if (broken.length > 0) throw new Error(`${page.url()}: too narrow: ${broken.join(', ')}`);
}

/** @throws if a cell of a table stands elsewhere than under its heading; on a phone each cell has its heading beside it */
export async function requireCellsUnderHeadings(page: Page): Promise<void> {
  const astray = await page.evaluate<string[]>(`[...document.querySelectorAll('tbody > tr > *')]
    .filter((cell) => getComputedStyle(cell).display === 'table-cell')
    .map((cell) => [cell, cell.closest('table').tHead.rows[0].cells[cell.cellIndex]])
    .filter(([cell, heading]) => getComputedStyle(cell).textAlign !== getComputedStyle(heading).textAlign)
    .map(([cell, heading]) => heading.textContent + ': ' + cell.textContent)`);
  if (astray.length > 0) throw new Error(`${page.url()}: not under their headings: ${astray.join(', ')}`);
}

/** @throws if a box to tick does not stand beside the first line of its words */
export async function requireBoxesBesideWords(page: Page): Promise<void> {
  const astray = await page.evaluate<string[]>(`[...document.querySelectorAll('label:has([type=checkbox])')]
    .map((label) => {
      const words = document.createRange();
      words.selectNodeContents(label);
      const first = [...words.getClientRects()].find(({ width }) => width > 20);
      const box = label.querySelector('input').getBoundingClientRect();
      return [label.textContent, first.top, first.bottom, (box.top + box.bottom) / 2];
    })
    .filter(([, top, bottom, middle]) => middle < top || middle > bottom)
    .map(([words]) => words)`);
  if (astray.length > 0) throw new Error(`${page.url()}: not beside their boxes: ${astray.join(', ')}`);
}
