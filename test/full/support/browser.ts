import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { PATIENCE_MS } from '../../support/clock.js';

/** Debian's packages of the same Chromium. The first has no windows: it starts and shows a page with less of a processor. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** Tests that need it are skipped without it. */
export const hasChromium = CHROMIUM !== undefined;

/** Each page has to load it: the whole one, with its comments, takes twice as long as this one. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The two sizes at which every page must be usable. */
export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

export function launchBrowser(): Promise<Browser> {
  // As root, as in most containers of CI, Chromium refuses to start with its own sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM!, args });
}

export interface PageOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** What the browser is set to: English as in Britain unless a test says otherwise. */
  readonly locale?: string;
  /** False: the page must do without any script. */
  readonly script?: boolean;
}

/** A page in a window of its own, with its own cookies. */
export interface PageUnderTest {
  readonly page: Page;
  /** Errors of the console and of scripts, violations of the page's content security policy, and failed requests. */
  readonly faults: string[];
  /** @throws if the page had faults that the test did not take out of `faults` */
  close(): Promise<void>;
}

export async function openPage(
  browser: Browser,
  { size = DESK, colorScheme = 'light', locale = 'en-GB', script = true }: PageOptions = {},
): Promise<PageUnderTest> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme,
    javaScriptEnabled: script,
    locale,
    timezoneId: 'Europe/Berlin',
    // A transition in progress would have colors in between, whose contrast is not that of the page.
    reducedMotion: 'reduce',
  });
  // The driver's 30 s are too few.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const faults = collectFaults(page);
  return {
    page,
    faults,
    close: async () => {
      const address = page.url();
      await context.close();
      if (faults.length > 0) throw new Error(`Faults up to ${address}:\n${faults.join('\n')}`);
    },
  };
}

function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    // Chromium reports a violation of the content security policy, and an answer of 4xx or 5xx, as an error.
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // A navigation or a download ends what the page was loading.
    if (reason !== 'net::ERR_ABORTED')
      faults.push(`request: ${request.method()} ${request.url()}: ${reason}`);
  });
  return faults;
}

/**
 * Looks for barriers with axe. It runs in a world of its own beside the page's scripts, so the page keeps its content
 * security policy, but it never ends in a page that was opened without script. Frames are left out: a test opens their
 * addresses as pages.
 * @throws with every violation and the elements that it is about
 */
export async function requireAccessible(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    await session.send('Runtime.evaluate', { contextId, expression: AXE });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      expression: 'axe.run(document, { iframes: false, preload: false, resultTypes: ["violations"] })',
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`axe failed: ${JSON.stringify(exceptionDetails)}`);
    const { violations } = result.value as axe.AxeResults;
    if (violations.length > 0)
      throw new Error(`${page.url()}\n${violations.map(describeViolation).join('\n')}`);
  } finally {
    await session.detach();
  }
}

function describeViolation({ id, help, nodes }: axe.Result): string {
  const elements = nodes.map(({ target, html, failureSummary = '' }) =>
    [`  ${target.join(' ')}: ${html}`, ...failureSummary.split('\n').map((line) => `    ${line}`)].join('\n'),
  );
  return [`${id}: ${help}`, ...elements].join('\n');
}

/** @throws if the page as a whole must be scrolled sideways; a wide table may scroll inside its own box */
export async function requireNoSidewaysScrolling(page: Page): Promise<void> {
  const { needed, given } = await page.evaluate<{ needed: number; given: number }>(
    '({ needed: document.documentElement.scrollWidth, given: document.documentElement.clientWidth })',
  );
  if (needed > given)
    throw new Error(
      `${page.url()} is ${needed} px wide in a window of ${given} px, because of ${await tooWide(page)}.`,
    );
}

/** The elements that reach beyond the window's edge, innermost last. */
function tooWide(page: Page): Promise<string> {
  return page.evaluate<string>(`[...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().left + element.scrollWidth > document.documentElement.clientWidth)
    .slice(-3).map((element) => element.outerHTML.slice(0, 120)).join(' and ')`);
}

/** More stops than any page has. */
const MAX_TAB_STOPS = 300;

/**
 * Presses Tab until the element has the focus, as somebody without a mouse does.
 * @throws if it cannot be reached, or if nothing shows that it has the focus
 */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stops = 0; stops < MAX_TAB_STOPS; stops++) {
    await page.keyboard.press('Tab');
    if (await hasFocus(element)) return requireVisibleFocus(element);
  }
  throw new Error(`${page.url()}: Tab does not reach ${String(element)}.`);
}

const CONTROLS = ':is(a[href], button, input:not([type=hidden]), select, textarea, summary):visible';

/** With a time, at most. */
const PARTS_OF_A_DATE = 7;

/** What the check below leaves in the page. */
interface Tabbed {
  readonly firstMissed: () => string | undefined;
}

/** @throws with the first link or control on the page that Tab does not reach, in order */
export async function requireKeyboardAccess(page: Page): Promise<void> {
  // What gets the focus is noted in the page, and Tab is held down: to ask after each step takes several times as long.
  const stops = await page.locator(CONTROLS).evaluateAll((controls, partsOfADate) => {
    const focused: unknown[] = [];
    controls[0]?.ownerDocument.addEventListener('focusin', ({ target }) => focused.push(target));
    const firstMissed = (): string | undefined =>
      controls.find((control, i) => control !== focused[i])?.outerHTML;
    Object.assign(globalThis, { firstMissed });
    // Tab goes through the parts of a date, and the button that opens its calendar.
    const dates = controls.filter(({ outerHTML }) => outerHTML.startsWith('<input type="date'));
    return controls.length + dates.length * partsOfADate;
  }, PARTS_OF_A_DATE);
  await Promise.all(Array.from({ length: stops }, () => page.keyboard.down('Tab')));
  await page.keyboard.up('Tab');
  const missed = await page.locator('html').evaluate(() => (globalThis as unknown as Tabbed).firstMissed());
  if (missed !== undefined) throw new Error(`${page.url()}: Tab does not reach ${missed}.`);
}

/** Goes to the element by Tab and presses Enter, which follows a link or presses a button. */
export async function pressEnterOn(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

/** Goes to a field by Tab, clears it and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
}

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === node.ownerDocument.activeElement);
}

async function requireVisibleFocus(element: Locator): Promise<void> {
  const outline = await element.evaluate((node) => {
    const { outlineStyle, outlineWidth } = node.ownerDocument.defaultView!.getComputedStyle(node);
    return `${outlineStyle} ${outlineWidth}`;
  });
  if (outline.startsWith('none') || outline.endsWith(' 0px'))
    throw new Error(`Nothing shows that ${String(element)} has the focus.`);
}
