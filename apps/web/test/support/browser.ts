/** Chromium, and pages that may not complain. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { noteSuite, skip } from '@chaintrail/testkit';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const { CHROMIUM = 'chromium', PATH = '', SCREENSHOTS = join(tmpdir(), 'chaintrail-screenshots') } = process.env;

/** Where Chromium is; undefined, and a sentence, where the suite has to be skipped. */
export function chromiumOrSkip(): string | undefined {
  const found = ['', ...PATH.split(delimiter)].map((folder) => join(folder, CHROMIUM)).find((file) => existsSync(file));
  if (found === undefined) return skip('Chromium is not installed (Debian: chromium); CHROMIUM names another one');
  noteSuite('software', found);
  return found;
}

const LOOKS = {
  desktop: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const;
export type Look = keyof typeof LOOKS;

export function launch(executablePath: string): Promise<Browser> {
  // To start a process for each page takes longer than most pages do.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--process-per-site'];
  return chromium.launch({ executablePath, args });
}

/** One for each look of a browser: the explorer stores nothing that one page could leave to the next. */
const contexts = new WeakMap<Browser, Map<Look, Promise<BrowserContext>>>();

function contextOf(browser: Browser, look: Look, baseURL: string): Promise<BrowserContext> {
  const ofBrowser = contexts.get(browser) ?? new Map<Look, Promise<BrowserContext>>();
  contexts.set(browser, ofBrowser);
  const context = ofBrowser.get(look) ?? browser.newContext({ ...LOOKS[look], baseURL, locale: 'en-GB' });
  ofBrowser.set(look, context);
  return context;
}

/** A page of which every complaint, and every request to somebody else, is kept. */
export class WatchedPage {
  readonly page: Page;
  readonly complaints: string[] = [];

  private constructor(page: Page, origin: string) {
    this.page = page;
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) this.complaints.push(`a request to ${url}`);
    });
  }

  static async open(browser: Browser, origin: string, look: Look = 'desktop'): Promise<WatchedPage> {
    const context = await contextOf(browser, look, origin);
    context.setDefaultTimeout(30_000);
    return new WatchedPage(await context.newPage(), origin);
  }

  /**
   * Counts from here on; before the page is opened.
   * @returns asks for the processor time of the page's main thread so far, in ms, which no other load of the machine adds to
   */
  async countWork(): Promise<() => Promise<number>> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
    };
  }

  /** Whoever looks at the page finds nothing in the way: rules of axe, and no scrolling sideways. */
  async expectAccessible(): Promise<void> {
    const { page } = this;
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html)
          .join(' | ')}`,
    );
    expect(found, page.url()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${page.url()} is too wide`).toBe(
      0,
    );
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
