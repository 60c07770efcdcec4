import { chromium } from 'playwright-core';
import { serveShell } from '../browser/shellHarness/serveShell';
import type { Line } from './line';

const switches = 21;

/**
 * quality.md, Tables: time from the click on a tab until another visited page of 5,000 rows is painted, in the real
 * shell. tests/browser/cachedPages.proof.test.ts proves that hidden pages do not render.
 */
export async function measure(): Promise<Line[]> {
  const { address, stop } = await serveShell();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
    // Helper that esbuild calls for named functions.
    await page.addInitScript('globalThis.__name = (it) => it');
    await page.route('**/api/**', (route) => route.fulfill({ json: { code: '200', message: '', body: [] } }));
    await page.goto(`${address}/firstTable/index`);
    const shown = (path: string) =>
      page.locator(`[data-page-pane="${path}"]:not([inert]) [role="row"]`).nth(5).waitFor();
    await shown('/firstTable/index');
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, '/secondTable/index');
    await shown('/secondTable/index');
    await page.waitForTimeout(1_000);
    const times = await page.evaluate(async (count) => {
      const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
      const all: number[] = [];
      for (let at = 0; at < count; at += 1) {
        const [path, title] = at % 2 === 0 ? ['/firstTable/index', '五千行之一'] : ['/secondTable/index', '五千行之二'];
        const tag = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(({ textContent }) =>
          textContent?.includes(title ?? ''),
        );
        const start = performance.now();
        tag?.click();
        while (document.querySelector(`[data-page-pane="${path}"]:not([inert])`) === null) await frame();
        await frame();
        await frame();
        all.push(performance.now() - start);
        await new Promise((done) => setTimeout(done, 200));
      }
      return all.sort((a, b) => a - b);
    }, switches);
    const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 10) / 10;
    return [
      {
        part: 'pages',
        what: 'from one visited page of 5,000 × 20 to the other → painted',
        value: at(0.5),
        unit: 'ms',
        goal: 50,
        note: `median of ${switches}; slowest ${at(0.999)} ms; two frames, 33 ms, are waited for`,
      },
    ];
  } finally {
    await browser.close();
    await stop();
  }
}
