import { count } from 'drizzle-orm';
import { readBuiltInIds } from '@server/builtIn/builtInRows';
import { hazardTable } from '@server/db/schema';
import { storeLibrary } from '@server/seed/library/storeLibrary';
import { type TestServer, testServer } from '../support/server';
import { type Line, quantile, round } from './line';

/** The five ways to a hazard, with a word that finds one. */
const ways = [
  ['name', '环氧乙烷'],
  ['alias', 'TDI'],
  ['pinyin', 'hyyw'],
  ['CAS', '75-21-8'],
  ['formula', 'C2H4O'],
] as const;
const turns = 40;
/** Hazards that are searched. */
const searched = 680;
/** ms */
const goal = 50;

/** Adds own hazards of an organization to those of the library, up to the number of the goal. */
async function fillUp({ database: { orm } }: TestServer, organizationId: number): Promise<void> {
  const [hazardRow] = await orm.select({ n: count() }).from(hazardTable);
  const own = Array.from({ length: Math.max(0, searched - (hazardRow?.n ?? 0)) }, (_, index) => ({
    name: `本机构因素${index + 1}`,
    category: 'chemical',
    dataCertainty: 'check',
    pinyin: `benjigouyinsu${index + 1}`,
    initials: `bjgys${index + 1}`,
    organizationId,
  }));
  if (own.length) await orm.insert(hazardTable).values(own);
}

/** Searches of the whole hazard library through the API, and how long the library takes to be brought. */
export async function measure(): Promise<Line[]> {
  const server = await testServer();
  const { database } = server;
  try {
    const begun = performance.now();
    await database.transaction(async (tx) => storeLibrary(tx, await readBuiltInIds(tx)));
    const brought = performance.now() - begun;
    const organizationId = await server.rows.organization();
    await fillUp(server, organizationId);
    await server.rows.user({
      userName: 'seeker',
      organizationId,
      roles: [await server.rows.role({ permissions: ['hazard:list'] })],
    });
    const token = await server.login('seeker');
    const find = async (keyword: string) => {
      const start = performance.now();
      const { body } = await server.ask<{ totalElements: number }>(
        'GET',
        `api/hazard?keyword=${encodeURIComponent(keyword)}&size=20`,
        { token },
      );
      return { took: performance.now() - start, found: body.totalElements };
    };
    const all = await find('');
    const lines: Line[] = [];
    for (const [way, keyword] of ways) {
      const took: number[] = [];
      let found = 0;
      await find(keyword);
      for (let turn = 0; turn < turns; turn += 1) {
        const answer = await find(keyword);
        took.push(answer.took);
        ({ found } = answer);
      }
      lines.push({
        part: 'hazardSearch',
        what: `${all.found} hazards: by ${way}, p95`,
        value: found ? round(quantile(took, 0.95)) : null,
        unit: 'ms',
        goal,
        note: `“${keyword}”: ${found} found`,
      });
    }
    lines.push({
      part: 'hazardSearch',
      what: 'bringing the library into an empty database',
      value: round(brought / 1000, 2),
      unit: 's',
    });
    return lines;
  } finally {
    await server.close();
  }
}
