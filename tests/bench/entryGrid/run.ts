import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { type Line, median, round } from '../line';
import { rendererSeconds } from '../table/run';
import type { GridBench } from './page';

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
const runs = 3;

declare global {
  interface Window {
    gridBench: GridBench;
  }
}

/**
 * quality.md, Server and files: a laboratory record's sheet in the browser. Production build, Chromium at 1440 ×
 * 900, medians of three.
 */
export async function measure(): Promise<Line[]> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-entry-'));
  await build({ configFile, build: { outDir, emptyOutDir: true } });
  const server = await preview({ configFile, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const base = server.resolvedUrls?.local[0] ?? '';
    const figures = {
      paste: [] as number[],
      undo: [] as number[],
      longFrames: [] as number[],
      longest: [] as number[],
      cpu: [] as number[],
      type: [] as number[],
    };
    let undone = true;
    for (let run = 0; run < runs; run += 1) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const open = async (rows: number) => {
        await page.goto(`${base}?rows=${rows}`);
        await page.locator('[role=grid][aria-busy=false]').waitFor();
        await page.waitForTimeout(500);
      };
      await open(0);
      figures.paste.push(await page.evaluate(() => window.gridBench.paste(500)));
      const pasted = await page.evaluate(() => window.gridBench.rows());
      const { ms, rows } = await page.evaluate(() => window.gridBench.undo());
      figures.undo.push(ms);
      undone &&= pasted === 500 && rows === 0;
      await open(2000);
      const before = await rendererSeconds(browser);
      const scroll = await page.evaluate(() => window.gridBench.scroll(4000));
      figures.cpu.push((((await rendererSeconds(browser)) - before) * 1000) / scroll.frames);
      figures.longFrames.push(scroll.longFrames);
      figures.longest.push(scroll.longest);
      await open(2000);
      figures.type.push(await page.evaluate(() => window.gridBench.type()));
      await page.close();
    }
    const line = (what: string, value: number | null, unit: Line['unit'], goal?: number, note?: string): Line => ({
      part: 'entryGrid',
      what,
      value: value === null ? null : round(value),
      unit,
      ...(goal === undefined ? {} : { goal }),
      ...(note ? { note } : {}),
    });
    return [
      line(
        'paste 500 × 20, four columns of it computed → painted',
        undone ? median(figures.paste) : null,
        'ms',
        300,
        undone ? 'one step of undo takes it back' : 'one undo did not take it back',
      ),
      line('undo of it → painted', median(figures.undo), 'ms'),
      line('2,000 × 20: frames > 50 ms in a 4 s scroll', median(figures.longFrames), 'count', 0),
      line('2,000 × 20: longest frame', median(figures.longest), 'ms'),
      line('2,000 × 20: processor per frame', median(figures.cpu), 'ms', undefined, 'says the same on a busy machine'),
      line('2,000 × 20: an arrow key → painted', median(figures.type), 'ms', 100),
    ];
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
