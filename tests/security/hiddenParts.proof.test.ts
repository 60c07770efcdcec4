import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicNewsPage, PublicReports } from '@contract/features/publicity/publicityWire';
import { publicCalls } from '@contract/features/publicity/publicityWire';
import type { Field } from '@contract/field';
import { filterOf } from '@contract/field';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { industryNewsTable, inspectUnitTable, projectTable, reportFormulaTable } from '@server/db/schema';
import { maskIdentity, maskPersonal, maskedColumn } from '@server/features/publicity/maskPersonalData';
import type { Route } from '@server/http/route';
import { measured } from '../support/measured';
import { proofs } from '../support/proofs';
import { type TestServer, testServer } from '../support/server';
import { declaredGrants } from './declared';
import { deletedMark, foreignMark, planted, plantRows } from './plantedRows';

// Hidden parts of an answer are found by no search, filter, order or count: a value that only the hidden part could
// match is answered like one that nothing matches.

let server: TestServer;
let lists: readonly Route[];
let serial = 0;

/** Internal notes of the organization about the enterprise's own unit and project. */
const internal = '内部暗语七三';
const nothing = '无人写过的话';

/**
 * Returns the answer without call-specific parts; a separate address for each call, so that no rate limit is reached.
 */
async function answerOf(path: string, query: Record<string, string>, token?: string): Promise<string> {
  serial += 1;
  const { status, text, headers } = await server.ask('GET', `${path}?${new URLSearchParams(query)}`, {
    ip: `198.51.${(serial >> 8) % 256}.${serial % 256}`,
    ...(token ? { token } : {}),
  });
  // A workbook contains its time of creation.
  if (!/json|text/.test(headers.get('content-type') ?? '')) return `${status} ${text.length}`;
  const shown = Object.values(query).reduce(
    (left, value) => left.replaceAll(value, '?'),
    text.replace(/"(requestId|time|timestamp|uuid|img)":"[^"]*"/g, ''),
  );
  return `${status} ${shown}`;
}

beforeAll(async () => {
  server = await testServer();
  await plantRows(server.database);
  lists = allRoutes(server.services).filter(({ method, path }) => method === 'GET' && !path.includes(':'));
});
afterAll(() => server.close());

describe('masked text in public lists (SEC-16)', () => {
  const phone = '13857106241';
  const identity = '330106199001011234';
  const line = '0571-87654321';
  const said = `联系${phone}，证件${identity}，总机${line}`;
  /** The hidden digits of each number, plain and grouped, with their neighbours. */
  const hidden = [
    '5710',
    '7106',
    '385710',
    phone,
    '138 5710 6241',
    '138-5710-6241',
    '１３８５７１０６２４１',
    '5710****',
    '19900101',
    '061990',
    identity,
    '011234',
    '8765',
    '18765',
    line,
    '057187654321',
    '(0571)87654321',
  ];
  const unheld = (value: string) =>
    value.replace(/[0-9０-９]/g, (digit) => (/[0-9]/.test(digit) ? ('9640718253'[Number(digit)] ?? '') : '９'));

  beforeAll(async () => {
    const { orm } = server.database;
    await orm
      .update(reportFormulaTable)
      .set({
        title: said,
        unitName: said,
        address: said,
        contact: said,
        contactPhone: phone,
        status: '1',
        deleteTime: null,
        publishTime: new Date('2026-03-01T00:00:00Z'),
      })
      .where(eq(reportFormulaTable.id, planted.own));
    await orm
      .update(industryNewsTable)
      .set({
        title: said,
        summary: said,
        source: said,
        content: `<p>${said}</p>`,
        contactsPublic: false,
        status: '1',
        deleteTime: null,
        publishTime: new Date('2026-03-01T00:00:00Z'),
      })
      .where(eq(industryNewsTable.id, planted.own));
    await server.database.execute(
      `update organization set delete_time = null, enabled = '1' where id = ${planted.own}`,
    );
  });

  it('public lists find, count and order 0 rows by masked text, with any parameter', async () => {
    const found: string[] = [];
    let asked = 0;
    for (const { path, query = {}, permission } of lists) {
      if (permission !== 'public') continue;
      const columns = Object.keys({
        ...registry.named('reportFormula').entity.fields,
        ...registry.named('industryNews').entity.fields,
      });
      for (const name of [...Object.keys(query), 'sort', ...columns]) {
        for (const value of name === 'sort' ? columns.map((column) => `${column},desc`) : hidden) {
          asked += 1;
          const other = name === 'sort' ? 'nothing,desc' : unheld(value);
          const [one, two] = [await answerOf(path, { [name]: value }), await answerOf(path, { [name]: other })];
          if (one !== two) found.push(`${path}?${name}=${value}: ${one.slice(0, 120)}`);
        }
      }
    }
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThan(400);
    measured(`公众接口 ${asked} 次试探，命中隐去部分 ${found.length} 次`);
  });

  it('public lists find rows by the shown part of masked texts', async () => {
    for (const value of ['138****6241', '6241', '138', '330106********1234', '证件33', '联系', '联系138']) {
      for (const path of [publicCalls.reports, publicCalls.news]) {
        const { body } = await server.ask<PublicReports & PublicNewsPage>(
          'GET',
          `${path}?keyword=${encodeURIComponent(value)}`,
          { ip: '198.51.100.9' },
        );
        expect([path, value, body.totalElements]).toEqual([path, value, 1]);
      }
    }
  });

  it('public lists find a number that an article publishes on purpose, but never an identity number', async () => {
    const ask = async (value: string) =>
      (await server.ask<PublicNewsPage>('GET', `${publicCalls.news}?keyword=${value}`, { ip: '198.51.100.10' })).body
        .totalElements;
    await server.database.orm
      .update(industryNewsTable)
      .set({ contactsPublic: true })
      .where(eq(industryNewsTable.id, planted.own));
    expect([await ask(phone), await ask('5710'), await ask('19900101')]).toEqual([1, 1, 0]);
    await server.database.orm
      .update(industryNewsTable)
      .set({ contactsPublic: false })
      .where(eq(industryNewsTable.id, planted.own));
    expect([await ask(phone), await ask('5710')]).toEqual([0, 0]);
  });

  it('public lists search exactly the text that they show', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        phone,
        identity,
        line,
        '+86',
        '86-',
        '(0571)',
        '（0571）',
        ' ',
        '-',
        '*',
        'X',
        'x',
        '号',
        '１３８',
        '0571',
        '19',
        '2026',
        '\n',
        'é',
        '٣',
      ),
      fc.stringMatching(/^[0-9]{1,12}$/),
      fc.string({ maxLength: 4 }),
    );
    const texts = fc.sample(
      fc.array(piece, { maxLength: 7 }).map((parts) => parts.join('').replaceAll('\0', '')),
      { numRuns: 1500, seed: 16 },
    );
    for (const [mask, name] of [
      [maskPersonal, 'personal'],
      [maskIdentity, 'identity'],
    ] as const) {
      const rows = (await server.database.orm.execute(
        sql`select ${maskedColumn(sql`t.value`, mask)} as shown
          from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality t(value, at) order by at`,
      )) as unknown as { rows: { shown: string }[] };
      expect(
        rows.rows.map(({ shown }) => shown),
        name,
      ).toEqual(texts.map(mask));
    }
  });
});

describe('external users (SEC-16)', () => {
  const people: Record<'enterprise' | 'outside', string> = { enterprise: '', outside: '' };

  beforeAll(async () => {
    const { orm } = server.database;
    const { rows } = server;
    const role = await rows.role({ permissions: [...declaredGrants.keys()] });
    await rows.user({
      userName: 'enterprise',
      organizationId: planted.own,
      isQy: true,
      units: [planted.own],
      roles: [role],
    });
    await rows.user({ userName: 'outside', organizationId: planted.own, isOutside: true, roles: [role] });
    for (const name of ['enterprise', 'outside'] as const) people[name] = await server.login(name);
    await orm.update(inspectUnitTable).set({ remark: internal }).where(eq(inspectUnitTable.id, planted.own));
    await orm.update(projectTable).set({ remark: internal, stage: 'survey' }).where(eq(projectTable.id, planted.own));
  });

  const typed = ({ kind }: Field): boolean => filterOf[kind] === 'contains' || filterOf[kind] === 'startsWith';
  /** Returns each text that a list's filter may name; of another call its declared parameters. */
  const namesOf = ({ path, query = {} }: Route): string[] => {
    const fields = registry.all.find(({ entity }) => entity.path === path)?.entity.fields ?? {};
    return [
      ...new Set([
        ...Object.keys(query),
        'keyword',
        ...Object.keys(fields).filter((name) => typed(fields[name] as Field)),
      ]),
    ];
  };

  it.each(['enterprise', 'outside'] as const)(
    'external users of the %s find nothing by hidden rows and remarks, by any parameter of any list',
    async (who) => {
      const found: string[] = [];
      let asked = 0;
      const open: Pick<Route, 'path' | 'query'>[] = [
        ...lists,
        ...registry.all.map(({ entity }) => ({ path: `api/options/${entity.name}`, query: { keyword: '' } })),
      ];
      for (const one of open) {
        // Each export of the audit trail writes a line to it, which the next one contains.
        if (one.path === 'api/auditLog/export') continue;
        for (const name of namesOf(one as Route)) {
          const plain = async (value: string) =>
            (await answerOf(one.path, { [name]: value }, people[who])).replaceAll(deletedMark, '?');
          const unheld = await plain(nothing);
          // A call that this person may not make gives the same answer to every value.
          if (unheld.startsWith('403') && name === namesOf(one as Route)[0]) break;
          const marks = [internal.slice(2, 5), foreignMark, deletedMark];
          for (const value of proofs ? marks : marks.slice(asked % 3, (asked % 3) + 1)) {
            asked += 1;
            if ((await plain(value)) !== unheld) found.push(`${one.path}?${name}=${value}`);
          }
        }
      }
      expect(found).toEqual([]);
      expect(asked).toBeGreaterThan(300);
      measured(`${who === 'enterprise' ? '企业' : '外部人员'}：${asked} 次试探，命中隐去部分 ${found.length} 次`);
    },
    240_000,
  );

  it('external users can neither filter nor sort nor export by a hidden field', async () => {
    const kept = registry.all.flatMap(({ entity, policy }) =>
      (policy.internal ?? []).map((name) => ({ path: entity.path, name })),
    );
    expect(kept.length).toBeGreaterThan(1);
    for (const { path, name } of kept) {
      const queries: Record<string, string>[] = [{ [name]: internal }, { sort: `${name},desc` }, { once: name }];
      for (const query of queries) {
        expect([path, name, (await answerOf(path, query, people.enterprise)).slice(0, 3)]).toEqual([path, name, '400']);
      }
      const file = await server.app.request(`/${path}/export?columns=${name}&format=txt`, {
        headers: { authorization: `Bearer ${people.enterprise}` },
      });
      expect((await file.text()).includes(internal), path).toBe(false);
    }
  });
});
