import type { AnyRow } from '@contract/entity';
import { publicCalls } from '@contract/features/publicity/publicityWire';
import type { Page } from '@contract/wire';
import { adminToken, link4g, load, type Loaded, runs, total, withProduct } from './coldLoad';
import { type Line, median, round } from './line';

/** Returns the public pages by addresses of the demonstration; the verification by the code of an issued report. */
async function publicPages(url: string): Promise<{ name: string; path: string; content: string }[]> {
  const first = async (path: string): Promise<number> =>
    ((await (await fetch(`${url}/${path}?size=1`)).json()) as Page<{ id: number }>).content[0]?.id ?? 0;
  const [report, article] = [await first(publicCalls.reports), await first(publicCalls.news)];
  const token = await adminToken(url);
  const listed = (await (
    await fetch(`${url}/api/report?size=200&sort=id,asc`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as Page<AnyRow>;
  const code = listed.content.find(({ verifyCode, issuedOn }) => verifyCode && issuedOn)?.['verifyCode'];
  if (!report || !article || !code) throw new Error('the demonstration has nothing published');
  return [
    { name: 'public list', path: '/orgReportFormula', content: '.pub-list li' },
    { name: 'public notice', path: `/orgReportFormulaDetails?id=${report}`, content: '.pub-sheet' },
    { name: 'public article', path: `/industryNewsDetails?id=${article}`, content: '.pub-text' },
    { name: 'public report check', path: `/orgReportFormulaDetails?code=${String(code)}`, content: '.pub-verdict' },
  ];
}

const link = '150 ms, 1.6 Mbit/s, a quarter of the speed';

/** List, notice, article and report check on a slow 4G link: bytes of script, largest paint, blocking. */
export const measure = (): Promise<Line[]> =>
  withProduct(async (browser, url) => {
    const lines: Line[] = [];
    const add = (what: string, value: number, unit: Line['unit'], goal?: number, note?: string) =>
      lines.push({
        part: 'publicPages',
        what,
        value: round(value, unit === 's' ? 2 : 1),
        unit,
        ...(goal === undefined ? {} : { goal }),
        ...(note ? { note } : {}),
      });
    for (const { name, path, content } of await publicPages(url)) {
      const all: Loaded[] = [];
      for (let run = 0; run < runs; run += 1) all.push(await load(browser, url + path, content, undefined, link4g));
      add(`${name}: JS, gz`, await total(all[0]?.all ?? [], 'gzip'), 'kB', 110);
      add(`${name}: LCP`, median(all.map(({ lcp }) => lcp)) / 1000, 's', 1.5, link);
      add(`${name}: TBT`, median(all.map(({ tbt }) => tbt)), 'ms');
    }
    return lines;
  });
