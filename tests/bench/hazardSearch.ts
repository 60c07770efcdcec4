import { readBrought } from '@server/builtIn/builtIns';
import { bringLibrary } from '@server/seed/library/bringLibrary';
import { testServer } from '../support/server';
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
/** ms */
const goal = 50;

/** Searches of the whole hazard library through the API, and how long the library takes to be brought. */
export async function measure(): Promise<Line[]> {
  const server = await testServer();
  const { database } = server;
  try {
    const begun = performance.now();
    await database.transaction(async (tx) => bringLibrary(tx, await readBrought(tx)));
    const brought = performance.now() - begun;
    await server.rows.user({
      userName: 'seeker',
      organizationId: await server.rows.organization(),
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
