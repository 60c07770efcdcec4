import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Zip, ZipDeflate } from 'fflate';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { headersOf } from '@contract/workbook/sheetCells';
import { createApp } from '@server/app/createApp';
import type { Database } from '@server/db/openDatabase';
import { columnName } from '@server/workbook/sheetXml';
import { type Line, median, round } from './line';
import { unitGround } from './list/ground';
import { rowCount } from './list/rows';
import { onPostgres } from './onPostgres';

/** Columns of the workbook of units. */
const columnCount = headersOf(inspectUnit).length;
const turns = 3;
const mega = 1024 * 1024;

interface Taken {
  /** s of processor time of all threads of this process. */
  readonly processor: number;
  readonly wall: number;
  /** MB of the workbook. */
  readonly size: number;
}

async function taken(work: (wrote: (bytes: number) => void) => Promise<void>): Promise<Taken> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  let bytes = 0;
  await work((count) => (bytes += count));
  const { user, system } = process.cpuUsage(before);
  return { processor: (user + system) / 1e6, wall: (performance.now() - started) / 1000, size: bytes / mega };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the most MB in use during the work, without garbage; sampled a hundred times. */
async function heldBy(expected: number, work: (wrote: (bytes: number) => void) => Promise<void>): Promise<number> {
  const held = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / mega;
  };
  // Memory of former work is released in two steps.
  held();
  await setTimeout(100);
  const before = held();
  let most = before;
  let bytes = 0;
  let next = 0;
  await work((count) => {
    bytes += count;
    if (bytes < next) return;
    next += (expected * mega) / 100;
    most = Math.max(most, held());
  });
  return most - before;
}

/** Writes as many cells and nothing else: their XML, deflated as the server does. */
async function bare(wrote: (bytes: number) => void): Promise<void> {
  const encoder = new TextEncoder();
  const names = Array.from({ length: columnCount }, (_, index) => columnName(index));
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    wrote(chunk.length);
  });
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 });
  zip.add(sheet);
  let text = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
  for (let line = 1; line <= rowCount; line += 1) {
    const cells = names.map(
      (name, index) =>
        `<c r="${name}${line}" t="inlineStr"><is><t>${index % 3 ? `杭州市工业区${(line * 7919 + index) % 900}号` : `91330${String(line * (index + 1)).padStart(13, '0')}`}</t></is></c>`,
    );
    text += `<row r="${line}">${cells.join('')}</row>`;
    if (text.length > 64 * 1024) {
      sheet.push(encoder.encode(text));
      text = '';
    }
  }
  sheet.push(encoder.encode(`${text}</sheetData></worksheet>`), true);
  zip.end();
}

async function measureOn(open: () => Promise<Database>): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-bench-export-'));
  const database = await open();
  try {
    const { services, token } = await unitGround(database, dataDir);
    const app = createApp(services);
    const exporting =
      (query: string) =>
      async (wrote: (bytes: number) => void): Promise<void> => {
        const answer = await app.request(`/api/inspectUnit/export?${query}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
        for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) wrote(chunk.length);
      };
    const aTwelfth = exporting('industry=C26');
    // Also warms up.
    const few = await heldBy((await taken(aTwelfth)).size, aTwelfth);
    const reference: Taken[] = [];
    const ours: Taken[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      reference.push(await taken(bare));
      ours.push(await taken(exporting('')));
    }
    const many = await heldBy(ours[0]?.size ?? 0, exporting(''));
    await services.push.close();
    const middle = (of: readonly Taken[], what: keyof Taken) => median(of.map((one) => one[what]));
    const line = (what: string, value: number, unit: Line['unit'], more: Pick<Line, 'goal' | 'note'> = {}): Line => ({
      part: 'exporting',
      what: `${rowCount.toLocaleString('en')} × ${columnCount}: ${what}`,
      value: round(value, 2),
      unit,
      ...more,
    });
    return [
      line('a bare fflate writer, processor', middle(reference, 'processor'), 's', {
        note: `${round(middle(reference, 'size'))} MB`,
      }),
      line('exported from PostgreSQL, processor', middle(ours, 'processor'), 's', {
        note: `${round(middle(ours, 'wall'), 2)} s by the clock, ${round(middle(ours, 'size'))} MB`,
      }),
      line('exported, against the bare writer', middle(ours, 'processor') / middle(reference, 'processor'), 'x', {
        goal: 1.3,
      }),
      line('held while all are exported', many, 'MB', {
        goal: round(few + 10),
        note: `a twelfth of them: ${round(few)} MB`,
      }),
    ];
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** quality.md, "export 100k × 10 to xlsx": read, labelled and streamed, compared with the writing alone. */
export const measure = (): Promise<Line[]> => onPostgres(measureOn);
