import { eq, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody } from '@contract/wire';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { allRoutes } from '@server/app/routes';
import {
  equipmentUseTable,
  handOverLineTable,
  handOverTable,
  industryNewsTable,
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  reportFormulaTable,
  sampleTable,
  userTable,
  vehicleTable,
} from '@server/db/schema';
import { testFiles } from '../proof/titles';
import { asStored } from '../support/asStored';
import { fieldRowsOf } from '../support/fieldRows';
import { labRowsOf } from '../support/labRows';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

// SEC-15: who changes several rows at once changes only what was on the screen.

type Versioned = PgTable & { readonly id: AnyPgColumn; readonly version: AnyPgColumn };
interface Batch {
  readonly table: Versioned;
  /** Two rows that the call would change, with the word that names each in a refusal. */
  readonly rows: () => Promise<readonly { readonly id: number; readonly title: string }[]>;
  readonly more?: Readonly<Record<string, unknown>>;
  /** Where SPEC §7 or PRODUCT §5 fixes ids: makes the body of them, with or without versions. */
  readonly bodyOf?: (chosen: readonly unknown[]) => unknown;
}

let server: TestServer;
let token: string;
let batches: Readonly<Record<string, Batch>>;

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  const { orm } = database;
  const organizationId = await rows.organization();
  const permissions = [
    ...['list', 'del', 'restore', 'status', 'edit'].map((action) => `vehicle:${action}`),
    'labMethod:status',
    'labTask:distribute',
    'labTask:giveBack',
    'labTask:list',
    'sample:void',
    'sample:list',
    'sample:collect',
    'industryNews:status',
    'reportFormula:status',
    'equipmentUse:edit',
    'user:edit',
    'user:list',
    'user:reset',
    'handOver:list',
    'handOver:receive',
    'labSheet:add',
    'labSheet:edit',
    'labSheet:list',
    'labSheetRow:edit',
  ];
  const id = await rows.user({ userName: 'keeper', organizationId, roles: [await rows.role({ permissions })] });
  token = await server.login('keeper');
  const [field, lab] = [fieldRowsOf(server, organizationId), labRowsOf(server, organizationId)];
  const [sampling, testing] = [await field.project('sampling'), await field.project('testing')];
  const [hazard, method] = [await field.hazard('苯'), await field.method('气相色谱法', 7)];
  let serial = 0;
  const twice = async <T>(make: (no: string) => Promise<T>): Promise<T[]> => [
    await make(`B-${(serial += 1)}`),
    await make(`B-${(serial += 1)}`),
  ];
  const inserted = async (table: Versioned, titled: string, values: (no: string) => object) =>
    twice(async (no) => {
      const [row] = await orm
        .insert(table as PgTable)
        .values({ organizationId, [titled]: no, ...values(no) } as never)
        .returning();
      return { id: Number((row as { id: number }).id), title: no };
    });
  const vehicles = () => inserted(vehicleTable, 'plateNo', (no) => ({ vehicleName: no, seats: 5, status: '1' }));
  const samples = (project: number) => () =>
    twice(async (sampleNo) => {
      const made = await field.sample({ project, hazard, sampleNo });
      return { id: made.id, title: sampleNo };
    });
  const tasks = (analyst?: number) => () =>
    twice(async () => {
      const made = await lab.task({
        project: testing.id,
        hazard,
        hazardName: '苯',
        method,
        ...(analyst === undefined ? {} : { analyst }),
      });
      return { id: made.id, title: made.sampleNo };
    });
  const news = (status: string) => () =>
    inserted(industryNewsTable, 'title', () => ({
      category: 'policy',
      content: '正文',
      topped: false,
      contactsPublic: false,
      status,
    }));
  const notices = (status: string) => () =>
    inserted(reportFormulaTable, 'title', (reportNo) => ({
      companionPublic: true,
      unitName: '甲',
      reportNo,
      reportType: 'DQ',
      reportDate: '2026-03-20',
      region: '浙江省',
      address: '甲',
      contact: '甲',
      leader: '甲',
      team: '甲',
      status,
    }));
  const outings = () =>
    twice(async () => {
      const tool = await field.instrument({ status: 'out' });
      return { id: (await field.outing(sampling.id, tool.id)).id, title: tool.eqpNo };
    });
  const drafts = () =>
    inserted(labSheetTable, 'sheetNo', () => ({
      project: testing.id,
      methodKind: 'gasChromatography',
      variant: 'ordinary',
      layout: 'solvent',
      method,
      hazard,
      hazardName: '苯',
      state: 'drafting',
      analyst: id,
      complete: false,
    }));
  const people = () =>
    twice(async (nickName) => ({ id: await rows.user({ organizationId, nickName }), title: nickName }));
  const [waiting] = await orm
    .insert(handOverTable)
    .values({ organizationId, project: sampling.id, sheetNo: 'L-1', state: 'waiting' })
    .returning();
  const sheet = Number(waiting?.id);
  const lines = () =>
    twice(async (sampleNo) => {
      const { id: sample } = await field.sample({ project: sampling.id, hazard, sampleNo });
      const values = { organizationId, handOver: sheet, sample, sampleNo };
      const [line] = await orm.insert(handOverLineTable).values(values).returning();
      return { id: Number(line?.id), title: sampleNo };
    });
  await lab.item(method, hazard);
  await lab.curve({ method, hazard });
  await lab.authorise(id, method);
  const record = { sheet: 0 };
  const recordRows = async () => {
    const made = [...(await tasks(id)()), ...(await tasks(id)())];
    const { body, text } = await server.ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', {
      token,
      body: { tasks: made.map((task) => task.id) },
    });
    if (!body.body) throw new Error(text);
    record.sheet = body.body.id;
    const started = await orm.select().from(labSheetRowTable).where(eq(labSheetRowTable.sheet, record.sheet));
    return started.slice(0, 2).map((row) => ({ id: row.id, title: row.sampleNo }));
  };
  const why = { reason: '更正' };
  batches = {
    'DELETE api/vehicle/delete': { table: vehicleTable, rows: vehicles, bodyOf: (ids) => ids },
    'PUT api/vehicle/status': {
      table: vehicleTable,
      rows: vehicles,
      bodyOf: (ids) => ({ ids, field: 'status', value: '2' }),
    },
    'PUT api/labTask/distribute': {
      table: labTaskTable,
      rows: tasks(),
      bodyOf: (ids) => ({ ids, downloadBy: id }),
    },
    'PUT api/labTask/arrange': { table: labTaskTable, rows: tasks(), more: { dueOn: '2030-01-01' } },
    'PUT api/labTask/giveBack': { table: labTaskTable, rows: tasks(id), more: why },
    'PUT api/labMethod/hidden': {
      table: labMethodTable,
      rows: () =>
        inserted(labMethodTable, 'title', (standardNo) => ({
          organizationId: null,
          standardNo,
          methodKind: 'gasChromatography',
          dataCertainty: 'sure',
          status: '1',
        })),
      more: { hidden: true },
    },
    'PUT api/sample/location': { table: sampleTable, rows: samples(testing.id), more: { location: '样品室' } },
    'PUT api/sample/void': { table: sampleTable, rows: samples(sampling.id), more: why },
    'PUT api/sampleAdjustment/void': { table: sampleTable, rows: samples(testing.id), more: why },
    'PUT api/industryNews/publish': { table: industryNewsTable, rows: news('0') },
    'PUT api/industryNews/withdraw': { table: industryNewsTable, rows: news('1'), more: why },
    'PUT api/reportFormula/publish': { table: reportFormulaTable, rows: notices('0') },
    'PUT api/reportFormula/withdraw': { table: reportFormulaTable, rows: notices('1'), more: why },
    'PUT api/equipmentUse/back': { table: equipmentUseTable, rows: outings, more: { inCondition: 'good' } },
    'PUT api/handOver/mark': {
      table: handOverLineTable,
      rows: lines,
      more: { id: sheet, condition: 'missing', ...why },
    },
    'PUT api/labSheet/together': { table: labSheetTable, rows: drafts },
    'PUT api/labSheet/apart': { table: labSheetTable, rows: drafts },
    'PUT api/labSheet/takeOff': { table: labSheetRowTable, rows: recordRows, more: record },
    'PUT api/user/slips': { table: userTable, rows: people, more: { mail: false } },
    'PUT api/user/expiry': { table: userTable, rows: people, more: { expiryDate: '2031-06-30' } },
  };
});
afterAll(() => server.close());

const stored = (table: Versioned, ids: readonly number[]) =>
  server.database.orm
    .select()
    .from(table as PgTable)
    .where(inArray(table.id, [...ids]))
    .orderBy(table.id);
const call = (name: string, body: unknown) => {
  const [method, path] = name.split(' ') as ['PUT' | 'DELETE', string];
  return server.ask<ErrorBody>(method, path, { token, body });
};

/** Calls with a list of ids alone: why no version is needed, and the test that shows it where one does. */
const byIds: Readonly<Record<string, string | readonly [why: string, shownBy: string]>> = {
  'POST api/blankRelation/cancelRelation': [
    'SPEC §7; a relation is never edited',
    'a relation of field blanks cancelled by two people at once is cancelled once',
  ],
  'POST api/blankRelation/relation': [
    'SPEC §7; adds relations, changes no sample',
    'field blanks are related to samples by the payload of the specification, once each',
  ],
  'POST api/equipmentUse/out': [
    'takes what is in: who comes second is refused by name',
    'an instrument requested by two people at once is taken out by one of them only, and never twice',
  ],
  'POST api/exportRun/archives': 'reads',
  'POST api/exportRun/reports': 'reads',
  'POST api/handOver/add': [
    'takes samples that no sheet has: who comes second is refused by name',
    'a circulation sheet cannot be created before sampling or after the hand-over; a sample is on one of two sheets created at once',
  ],
  'PUT api/handOver/samples': 'sets the whole list of a sheet, under its version',
  'POST api/labRun/propose': 'adds runs, changes no task',
  'POST api/labSheet/start': 'takes tasks that no record has: who comes second is refused by name',
  'POST api/labSheet/startTogether': 'takes tasks that no record has: who comes second is refused by name',
  'PUT api/labSheet/addTasks': 'takes tasks that no record has: who comes second is refused by name',
  'PUT api/labSheet/addParallels': 'adds rows, changes none',
  'POST api/libraryUpdateRow/decide': 'a difference is decided once: who comes second is refused',
  'POST api/menus/superior': 'SPEC §7; reads',
  'PUT api/menus/order': 'sets the whole order',
  'PUT api/dictDetail/order': 'sets the whole order',
  'POST api/ohitAnnouncement/receivers': 'reads',
  'PUT api/ohitAnnouncement/send': 'receivers of one announcement',
  'POST api/push/queue': [
    'adds pushes',
    'a report is submitted once, with the platform’s names and codes, however often it is queued and by however many nodes',
  ],
  'PUT api/methodAuthorisation/grant': [
    'adds authorisations',
    'an authorisation for a method set by two simultaneous calls exists once',
  ],
  'PUT api/dutyAuthorisation/grant': ['adds authorisations', 'a duty granted by two simultaneous calls exists once'],
  'PUT api/role/menu': 'sets the whole list of one role',
  'PUT api/role/users': 'adds and takes single roles, overwrites nothing of a person',
  'PUT api/user/roles': [
    'adds and takes single roles, overwrites nothing of a person',
    'roles are given to and taken from many people at once, one audit line each, and their other roles stay',
  ],
};
/** Held by seenContent.test.ts (signatures), saveMany.test.ts (joint saves) and incoming.test.ts. */
const elsewhere = /\/(moveMany|saveAll)$|^PUT api\/incomingSample\//;

interface Schema {
  readonly type?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
/** Returns the kinds of lists in a body: `ids` alone, `rows` with versions, or `either`. */
function listsIn(schema: Schema): string[] {
  const items = [schema.items ?? {}, ...(schema.items?.anyOf ?? [])];
  const [ids, rows] = [
    items.some(({ type }) => type === 'integer'),
    items.some(({ properties }) => properties?.['id'] && properties['version']),
  ];
  const here = schema.type === 'array' && (ids || rows) ? [ids && rows ? 'either' : ids ? 'ids' : 'rows'] : [];
  return [...here, ...[...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])].flatMap(listsIn)];
}

describe('every call that takes a list of rows (SEC-15)', () => {
  it('every call that takes a list of rows takes the version of each row, or a documented reason why it needs none', () => {
    const generic = /\/(delete|restore|status)$/;
    const found = { ids: [] as string[], rows: [] as string[], either: [] as string[] };
    for (const { method, path, body } of allRoutes(server.services)) {
      if (method === 'GET' || !body) continue;
      const schema = z.toJSONSchema(body as z.ZodType, { unrepresentable: 'any', io: 'input' }) as Schema;
      for (const kind of new Set(listsIn(schema))) found[kind as keyof typeof found].push(`${method} ${path}`);
    }
    expect(found.ids.sort()).toEqual(Object.keys(byIds).sort());
    expect(found.rows.filter((row) => !elsewhere.test(row)).sort()).toEqual(
      Object.keys(batches)
        .filter((name) => !batches[name]?.bodyOf)
        .sort(),
    );
    expect(found.either.filter((one) => !generic.test(one))).toEqual(['PUT api/labTask/distribute']);
    expect(found.either.length).toBeGreaterThan(100);
  });

  it('every call that takes ids without versions cites an existing test that shows it harmless', () => {
    const titles = new Set(testFiles().flatMap((file) => file.titles));
    const shown = Object.values(byIds).flatMap((one) => (typeof one === 'string' ? [] : [one[1]]));
    expect(shown.filter((title) => !titles.has(title))).toEqual([]);
    expect(shown.length).toBeGreaterThan(5);
  });

  it('every call that takes a list of rows refuses by name a row that was changed meanwhile, and changes none', async () => {
    for (const [
      name,
      { table, rows, more, bodyOf = (chosen: readonly unknown[]) => ({ rows: chosen, ...more }) },
    ] of Object.entries(batches)) {
      const made = await rows();
      const ids = made.map(({ id }) => id);
      const shown = await asStored(server, table, ids);
      await server.database.orm
        .update(table as PgTable)
        .set({ version: sql`${table.version} + 1` } as never)
        .where(inArray(table.id, ids.slice(1)));
      const before = await stored(table, ids);
      const { status, body } = await call(name, bodyOf(shown));
      expect([name, status, body.code]).toEqual([name, 409, 'stale']);
      expect([name, body.message]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^[^：]*${made[1]?.title}[^：]*：${failures.stale}（全部未办理）$`)),
      ]);
      expect(await stored(table, ids)).toEqual(before);
    }
    measured(`${Object.keys(batches).length} 个批量接口：期间被他人改动的 409 并指名，全部未写入`);
  });

  it('the refusal of a list of rows says whether one row or several are missing', async () => {
    const gone = [999_998, 999_999].map((id) => ({ id, version: 1 }));
    const said = async (rows: readonly object[]) =>
      (await call('PUT api/sample/void', { rows, reason: '更正' })).body.message;
    expect([await said(gone.slice(1)), await said(gone)]).toEqual([
      failures.notFound,
      '所选数据中有已删除的，未做任何修改，请刷新后重新选择',
    ]);
  });

  it('every call that takes a list of rows is refused without versions, except where the specification fixes ids', async () => {
    for (const [name, { table, rows, more, bodyOf }] of Object.entries(batches)) {
      if (bodyOf) continue;
      const ids = (await rows()).map(({ id }) => id);
      const before = await stored(table, ids);
      for (const bare of [ids, ids.map((id) => ({ id }))]) {
        const { status, body } = await call(name, { rows: bare, ...more });
        expect([name, status, body.errors?.[0]?.message ?? body.message]).toEqual([name, 400, signingTexts.noVersion]);
      }
      expect((await call(name, { ids, ...more })).status).toBe(400);
      expect(await stored(table, ids)).toEqual(before);
    }
  });

  it('every batch call changes all rows of its ids, or no row if one of the rows is unknown or was changed since it was shown', async () => {
    const fixed = Object.entries(batches).flatMap(([name, { table, rows, bodyOf }]) =>
      bodyOf ? [{ name, table, rows, bodyOf }] : [],
    );
    expect(fixed.length).toBeGreaterThan(2);
    for (const { name, table, rows, bodyOf } of fixed) {
      const ids = (await rows()).map(({ id }) => id);
      const before = await stored(table, ids);
      const [first = 0, ...others] = ids;
      const versionOf = new Map(before.map((row) => [row['id'], Number(row['version'])]));
      const old = others.map((id) => ({ id, version: (versionOf.get(id) ?? 1) - 1 }));
      const unknown = await call(name, bodyOf([...ids, 999_999]));
      expect([name, unknown.status]).toEqual([name, 404]);
      // An id beside a row with its version: the row is compared.
      const mixed = await call(name, bodyOf([first, ...old]));
      expect([name, mixed.status, mixed.body.code]).toEqual([name, 409, 'stale']);
      expect(await stored(table, ids)).toEqual(before);
      expect([name, (await call(name, bodyOf(ids))).status]).toEqual([name, 200]);
      const after = await stored(table, ids);
      expect([name, ...after.filter((row, index) => JSON.stringify(row) === JSON.stringify(before[index]))]).toEqual([
        name,
      ]);
    }
  });
});
