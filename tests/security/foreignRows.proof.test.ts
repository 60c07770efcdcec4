import { eq, getTableName, sql, type Table } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { headersOf } from '@contract/workbook/sheetCells';
import { registry } from '@server/app/resources';
import type { Orm } from '@server/db/orm';
import { projectTable } from '@server/db/schema';
import { snakeCase } from '@server/db/tableOf';
import { exampleOf } from '../support/exampleOf';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { declaredGrants, declaredRoutes } from './declared';
import { deskOf, type SecurityDesk } from './desk';
import { holderOf } from './people';
import { fileOf, foreignMark, type Kind, planted, plantMore, plantRows } from './plantedRows';
import { bareTrial, restores, specialBody, trialOf } from './trial';

let server: TestServer;
let desk: SecurityDesk;
let token: string;
let admin: string;

beforeAll(async () => {
  server = await testServer();
  desk = deskOf(server);
  await plantRows(server.database);
  token = await holderOf(server, 'holder', [...declaredGrants.keys()]);
  await server.rows.user({ userName: 'chief', isAdmin: true });
  admin = await server.login('chief');
});
afterAll(() => server.close());

/** Returns hashes of every row of every entity. */
async function fingerprint(): Promise<string[]> {
  const tables = await server.database.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not in ('user_session', 'migration', 'login_failure')`,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await server.database.query<{ sum: string }>(
        `select concat(count(*), ' ', md5(string_agg(t::text, '' order by t::text))) as sum from ${name} t`,
      );
      return `${name} ${row?.sum}`;
    }),
  );
}

describe('organization claimed in a request (AZ3)', () => {
  const id = String(planted.foreign);
  const claims: readonly (readonly [string, string, Record<string, string>])[] = [
    ['in header and query, twice', `organizationId=${id}&organizationId=${id}`, { organizationId: id }],
    ['in the header', '', { organizationId: id }],
    ['in the query', `organizationId=${id}`, {}],
    ['as zero', 'organizationId=0', { organizationId: '0' }],
    ['as an array', `organizationId[]=${id}&organizationId[]=0`, {}],
    ['by index', `organizationId[0]=${id}`, {}],
    ['nested', `organization.organizationId=${id}`, {}],
    ['as a list', `organizationId=${id},${planted.own}`, { organizationId: `${id},${planted.own}` }],
    ['empty', 'organizationId=', { organizationId: '' }],
    ['in the bin', `deleted=true&organizationId=${id}`, { organizationId: id }],
  ];

  /** Returns the words of an answer, including those of a workbook. */
  async function wordsOf(path: string, headers: Record<string, string>): Promise<string> {
    const response = await server.app.request(`/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.9', ...headers },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes[0] === 0x50 && bytes[1] === 0x4b
      ? Object.values(unzipSync(bytes))
          .map((part) => new TextDecoder().decode(part))
          .join('')
      : new TextDecoder().decode(bytes);
  }

  it(`an organization claimed in a request brings 0 foreign rows into any list, tree, count or export (${claims.length} ways to claim)`, async () => {
    const wrong: string[] = [];
    const lists = desk.routes.filter(
      ({ method, path, permission }) => method === 'GET' && !path.includes(':') && permission !== 'public',
    );
    for (const route of lists) {
      const { path } = bareTrial(route);
      for (const [how, query, headers] of claims) {
        const words = await wordsOf(`${path}${path.includes('?') ? '&' : '?'}${query}`, headers);
        if (words.includes(foreignMark)) wrong.push(`${path} ${how}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(lists.length).toBeGreaterThan(160);
    measured(`${lists.length} 个列表、树与导出 × ${claims.length} 种伪造，他机构数据 ${wrong.length} 处`);
  });
});

/** Entities with a generic `add`. */
const addable = registry.all.filter(({ entity }) => declaredRoutes.has(`POST ${entity.path}/add`));
let serial = 300;
// Equal drafts whichever tests ran before.
beforeEach(() => {
  serial = 300;
});
const draftOf = (entity: Entity, kind: Kind = 'own'): Record<string, unknown> => ({
  ...exampleOf(entity, (serial += 1), { ref: () => planted[kind], file: () => fileOf(kind), dict: () => 'a' }),
  ...(trialOf(addOf(entity), kind).body as object | undefined),
});
const addOf = (entity: Entity) => {
  const found = desk.routes.find(({ method, path }) => method === 'POST' && path === `${entity.path}/add`);
  if (!found) throw new Error(`${entity.name} has no add`);
  return found;
};

describe('reference to another organization (AZ5)', () => {
  it('a reference to another organization’s row or file is refused wherever one can be written: 404, nothing written', async () => {
    const wrong: string[] = [];
    let [tried, alone] = [0, 0];
    // Fields that the entity's own call does not accept: points by a rule are written only when the task ends.
    const elsewhere = ['pointEntry.task', 'pointEntry.rule'];
    const before = await fingerprint();
    for (const { entity } of addable) {
      const own = await desk.call('POST', { path: `${entity.path}/add`, body: draftOf(entity) }, token);
      // Rows of the platform that nobody of an organization writes, with whatever references.
      if (entity.scope === 'platform' && own.status === 403) continue;
      for (const [name, field] of Object.entries(entity.fields)) {
        if (
          field.readonly ||
          !['ref', 'refs', 'file'].includes(field.kind) ||
          elsewhere.includes(`${entity.name}.${name}`)
        )
          continue;
        // Platform-wide rows belong to everybody.
        if ('to' in field && registry.named(field.to).entity.scope === 'platform' && field.to !== 'organization')
          continue;
        const value =
          field.kind === 'file'
            ? fileOf('foreign')
            : field.kind === 'refs'
              ? [planted.own, planted.foreign]
              : planted.foreign;
        const { status, text } = await desk.call(
          'POST',
          { path: `${entity.path}/add`, body: { ...draftOf(entity), [name]: value } },
          token,
        );
        tried += 1;
        // The same draft with own references is accepted, or refused for another reason: the refusal is due to the
        // reference.
        if (own.status === 200) alone += 1;
        // A reply takes files of its writer alone, which a file of another organization is not either.
        const notOwn = status === 400 && text.includes('不是您上传的文件');
        if ((status !== 404 && !notOwn) || own.status === 404 || text.includes(foreignMark))
          wrong.push(`${entity.name}.${name}: ${status} ${text.slice(0, 160)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(alone).toBeGreaterThan(10);
    expect(await fingerprint()).toEqual(before);
    measured(
      `${tried} 处引用他机构的行或文件：均 404（同样的内容引用本机构的：${alone} 处收下，其余因别的内容被拒绝而不为 404）；写入 0 行`,
    );
  });
});

/** Returns the text for a workbook's cell; references are left empty. */
const cellOf = (field: Field, value: unknown): string =>
  ['ref', 'refs', 'file'].includes(field.kind) || value === null || value === undefined || typeof value === 'object'
    ? ''
    : field.kind === 'flag'
      ? value
        ? '是'
        : '否'
      : field.kind === 'dict'
        ? isFixedDictionary(field.dict)
          ? (fixedDictionaries[field.dict][0]?.label ?? '')
          : '甲'
        : String(value);

describe('organization claimed in a body (AZ3)', () => {
  const id = planted.foreign;
  const claims: readonly (readonly [how: string, Readonly<Record<string, unknown>>])[] = [
    ['as a number', { organizationId: id }],
    ['as a text', { organizationId: String(id) }],
    ['as an array', { organizationId: [id, planted.own] }],
    [
      'nested and under other names',
      {
        organizationId: { id },
        organization: { id, organizationId: id },
        'organization.organizationId': id,
        organization_id: id,
        org: id,
        orgId: id,
        ownerId: id,
        belongOrganization: id,
        createBy: id,
      },
    ],
  ];

  it(`an organization claimed in a body creates and moves 0 rows into it: added, copied, edited, saved together and imported, in every entity (${claims.length} ways to claim)`, async () => {
    const owned = registry.all.filter(({ entity }) => entity.scope !== 'platform');
    const tables = await server.database.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id' order by 1`,
    );
    const counting = tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name} where organization_id = ${id}`)
      .join(' union all ');
    const away = await server.database.query<{ name: string; count: number }>(counting);
    const before = JSON.stringify(away);
    expect(away.filter(({ count }) => count > 0).length).toBeGreaterThan(70);
    const landed: string[] = [];
    let now = '';
    let written = 0;
    const looking = deskOf(server, async (tx) => {
      const found: unknown = await tx.execute(sql.raw(counting));
      const rows = Array.isArray(found) ? found : (found as { rows: unknown[] }).rows;
      written += 1;
      if (JSON.stringify(rows) !== before) landed.push(now);
    });
    const reached = new Set<string>();
    let tried = 0;
    for (const { entity } of owned) {
      const { path } = entity;
      const headers = headersOf(entity);
      const draft = () =>
        addable.some((one) => one.entity === entity)
          ? draftOf(entity)
          : exampleOf(entity, (serial += 1), { ref: () => planted.own, file: () => fileOf('own'), dict: () => 'a' });
      const row = (claim: object): object => ({ ...draft(), ...claim });
      const edit = { id: planted.own, version: 1 };
      const calls: readonly (readonly [string, (claim: Readonly<Record<string, unknown>>) => object])[] = [
        [`POST ${path}/add`, row],
        [`POST ${path}/copy`, row],
        [`PUT ${path}/edit`, (claim) => ({ ...edit, ...claim })],
        [`PUT ${path}/saveAll`, (claim) => ({ rows: [{ ...edit, ...claim }, row(claim)], removed: [], ...claim })],
        [
          `POST ${path}/import/rows`,
          (claim) => {
            const example = draft();
            const texts = Object.fromEntries(Object.entries(claim).map(([name, value]) => [name, String(value)]));
            const cells = Object.fromEntries(
              Object.entries(entity.fields).flatMap(([name, field]) =>
                headers.includes(field.label) ? [[field.label, cellOf(field, example[name])]] : [],
              ),
            );
            return {
              mode: 'add',
              fixed: texts,
              rows: [{ line: 2, cells: { ...texts, ...cells, 所属机构: foreignMark, 机构: String(id) } }],
              ...claim,
            };
          },
        ],
      ];
      for (const [call, bodyOf] of calls) {
        if (!declaredRoutes.has(call)) continue;
        const [method = '', to = ''] = call.split(' ');
        for (const [how, claim] of claims) {
          now = `${call} ${how}`;
          const { status, text } = await looking.call(method, { path: to, body: bodyOf(claim) }, token);
          tried += 1;
          if (status >= 500) landed.push(`${now}: ${text.slice(0, 160)}`);
          if (status === 200) reached.add(entity.name);
        }
      }
    }
    expect(landed).toEqual([]);
    expect(reached.size).toBeGreaterThan(30);
    expect(await server.database.query(counting)).toEqual(away);
    measured(
      `正文伪造：${owned.length} 个有机构的实体的新增、复制、编辑、成批保存与导入 × ${claims.length} 种，${tried} 次调用（${reached.size} 个实体、${written} 次写入），落入他机构 ${landed.length} 行`,
    );
  });
});

/** Returns the names that a refusal calls unknown. */
const unknownNames = ({ status, text }: { readonly status: number; readonly text: string }): ReadonlySet<string> =>
  status !== 400 ? new Set() : new Set([...text.matchAll(/没有名为“([^”]+)”的字段/g)].map(([, name = '']) => name));

describe('mass assignment (AZ6)', () => {
  const housekeeping = {
    id: 777_777,
    organizationId: planted.foreign,
    version: 77,
    createBy: planted.foreign,
    updateBy: planted.foreign,
    createTime: '2000-01-01 00:00:00',
    deleteTime: '2000-01-01 00:00:00',
    deleteBy: 1,
  };
  const elsewhere = {
    isAdmin: true,
    passwordHash: 'x',
    lockedAt: '2000-01-01 00:00:00',
    approvedBy: planted.own,
    initials: 'zz',
    pinyin: 'zz',
  };
  const hostile = ({ fields }: Entity): Stored => ({
    ...housekeeping,
    ...Object.fromEntries(Object.entries(elsewhere).filter(([name]) => !(name in fields) || fields[name]?.readonly)),
    ...exampleOf(
      {
        fields: Object.fromEntries(
          Object.entries(fields).flatMap(([name, field]) =>
            field.readonly ? [[name, { ...field, readonly: false }]] : [],
          ),
        ),
      } as Entity,
      49,
      { ref: () => planted.own, file: () => fileOf('own'), dict: () => 'a' },
    ),
  });

  type Stored = Readonly<Record<string, unknown>>;
  interface Written {
    readonly table: string;
    readonly row: Stored;
  }
  interface Write {
    readonly entity: Entity;
    readonly what: string;
    readonly call: string;
    /** Returns the body with additional claims. */
    readonly body: (claimed: Stored) => unknown;
  }
  const onOwn = { id: planted.own, version: 1 };

  /** Callers for the rows: an external reviewer, and a holder of all other permissions. */
  let visitor: { id: number; token: string };
  let holder: number;
  let helper: number;
  let files: ReadonlyMap<string, string>;
  /** Uploaded by the holder of all permissions; a reply takes files of its writer alone. */
  const holdersFile = '00000000-0000-4000-8000-000000910099';
  const byVisitor = new Set(['outsideItem', 'outsideFinding']);

  /** Runs SQL past every rule, as the rows were planted. */
  const plant = (...statements: string[]): Promise<void> =>
    server.database.execute(
      ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
    );
  const on = (table: string, changes: string) => `update "${table}" set ${changes} where id = ${planted.own}`;

  beforeAll(async () => {
    const permissions = [...declaredGrants.keys()];
    visitor = {
      id: await server.rows.user({
        userName: 'visitor',
        organizationId: planted.own,
        roles: [await server.rows.role({ permissions })],
        isOutside: true,
      }),
      token: await server.login('visitor'),
    };
    helper = await server.rows.user({
      userName: 'helper',
      organizationId: planted.own,
      roles: [await server.rows.role({ permissions })],
    });
    const [found] = await server.database.query<{ id: number }>(`select id from "user" where user_name = 'holder'`);
    holder = Number(found?.id);
    const classes = [
      'image',
      'document',
      ...new Set(
        registry.all.flatMap(({ entity }) =>
          Object.values(entity.fields).flatMap((field) => (field.kind === 'file' ? [field.accept as string] : [])),
        ),
      ),
    ];
    files = new Map(
      [...new Set(classes)].map((one, index) => [
        one,
        `00000000-0000-4000-8000-0000009100${String(index).padStart(2, '0')}`,
      ]),
    );
    for (const [fileClass, id] of files)
      await plant(
        `insert into stored_file (id, organization_id, name, mime, size, sha256, file_class, create_by)
          values ('${id}', ${planted.own}, 'a', 'image/png', 8, 'x', '${fileClass}', ${visitor.id})`,
      );
    await plant(
      `insert into stored_file (id, organization_id, name, mime, size, sha256, file_class, create_by)
        values ('${holdersFile}', ${planted.own}, 'a', 'image/png', 8, 'x', 'document', ${holder})`,
    );
    // Sets rows to a state in which they can be written, owned by the writer.
    await plant(
      on('organization', `project_number_rule = '{SEQ4}', report_number_rule = '{SEQ4}'`),
      on('role', `data_scope = 'organization', level = 40`),
      on('menu', `type = 0, i_frame = false, permission = null`),
      on('industry_news', `source_url = 'https://example.com/'`),
      on('connector', `base_url = 'https://example.com', mapping = '{}'`),
      on('announcement_send', `user_id = ${holder}, read_flag = '0'`),
      on('vehicle_plan', `start_at = '2026-03-12 01:00:00Z', end_at = '2026-03-12 02:00:00Z'`),
      on('lab_sheet', `analyst = ${holder}, check_reasons = null`),
      on('lab_detection', 'applied = false'),
      // Otherwise a change of status to the only entry of the dictionary changes nothing.
      on('customer', 'level = null, industry = null'),
      on('history_report', 'report_kind = null'),
      on('hazard', `code = 'ZQ'`),
      on('site_weather', `temperature = '21.5', humidity = '52', pressure = '101.3', wind_speed = '0.2'`),
      on('sample', `state = 'collected', hand_over = null`),
      on('lab_curve', `method_kind = 'gasChromatography', part = 'main', fit = 'linear'`),
      on(
        'sample_site_hazard',
        `site_no = '7', points = 1, samples_per_day = 1, hours_per_day = '8', days = 9, blanks = 1`,
      ),
      on('outside_task', `reviewer = ${visitor.id}, state = 'checking'`),
      on('settlement', `reviewer = ${visitor.id}`),
      on(
        'outside_fee',
        `reviewer = ${visitor.id}, fee_kind = 'other', task = null, settlement = null, state = 'open', fee_on = '2026-03-12'`,
      ),
      ...['incomingSample.alongWith', 'vehiclePlan.people'].map((one) => {
        const [name = '', field = ''] = one.split('.');
        return `delete from "${getTableName(registry.named(name).joins[field] as Table)}"
          where owner_id = ${planted.own}`;
      }),
    );
  });

  /** Values that an example generated from the fields lacks. */
  const drafts = (): Readonly<Record<string, Stored>> => ({
    organization: {
      projectNumberRule: '{SEQ4}',
      reportNumberRule: '{SEQ4}',
      incomingNumberRule: '{SEQ4}',
      sampleNumberRule: '{PROJECT}-{FACTOR}{DAY}-{POINT}{TURN}',
      recordNumberRule: '{SEQ4}',
      curveNumberRule: '{SEQ4}',
    },
    menu: { pid: null, type: 0, permission: null, iFrame: false, path: 'example', component: null },
    user: { isAdmin: false, isQy: false, isOutside: false },
    industryNews: { sourceUrl: 'https://example.com/' },
    connector: { baseUrl: 'https://example.com', mapping: {} },
    labDetection: { applied: false },
    pointEntry: { pointKind: 'reward', person: visitor.id },
    outsideTask: { reviewer: visitor.id, dueOn: '2099-01-01' },
    clientReply: { attachment: holdersFile },
    settlement: { reviewer: visitor.id, fromOn: '2026-03-01', untilOn: '2026-03-31' },
    outsideFee: { reviewer: visitor.id },
    incomingSample: { alongWith: [] },
    // Before any day on which an example's instrument or material expires.
    labCurve: { methodKind: 'gasChromatography', part: 'main', fit: 'linear', preparedOn: '2024-01-01' },
    vehiclePlan: { startAt: '2026-03-12 09:00:00', endAt: '2026-03-12 10:00:00', people: [] },
    delegation: { delegate: helper },
  });

  /** Returns every generic write of the entity; a change of status once for each possible field. */
  function writesOf(entity: Entity): readonly Write[] {
    const { path, fields } = entity;
    const told = drafts()[entity.name];
    const route = (to: string) =>
      desk.routes.find(({ method, path: at }) => method === 'POST' && at === `${path}/${to}`);
    const n = (serial += 1);
    const generated = {
      ...exampleOf(entity, n, { ref: (to) => (to === entity.name ? null : planted.own), dict: () => 'a' }),
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) =>
          field.kind === 'file' && !field.readonly ? [[name, files.get(field.accept)]] : [],
        ),
      ),
    };
    const special = (to: string): Stored => {
      const found = route(to);
      const body = found && specialBody(found, 'own');
      return (body ?? {}) as Stored;
    };
    const draft: Stored = { ...generated, ...special('add'), ...told };
    const copied: Stored = { ...generated, ...special('copy'), ...told };
    const texts = (claimed: Stored) =>
      Object.fromEntries(
        Object.entries(claimed).flatMap(([name, value]) => [
          [name, String(value)],
          [fields[name]?.label ?? name, String(value)],
        ]),
      );
    const headers = headersOf(entity);
    const titles = (field: Field): string => (field.kind === 'ref' ? (titlesOf.get(field.to) ?? '') : '');
    const cells = Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        headers.includes(field.label) ? [[field.label, titles(field) || cellOf(field, draft[name])]] : [],
      ),
    );
    const fixed = entity.name === 'dictDetail' ? { dict: planted.own } : {};
    const all: readonly Write[] = [
      { entity, what: '新增', call: `POST ${path}/add`, body: (claimed) => ({ ...claimed, ...draft }) },
      { entity, what: '复制', call: `POST ${path}/copy`, body: (claimed) => ({ ...claimed, ...copied }) },
      { entity, what: '编辑', call: `PUT ${path}/edit`, body: (claimed) => ({ ...claimed, ...onOwn }) },
      { entity, what: '成批新增', call: `PUT ${path}/saveAll`, body: (claimed) => togetherBody(claimed, draft) },
      {
        entity,
        what: '成批编辑',
        call: `PUT ${path}/saveAll`,
        body: (claimed) => ({ ...claimed, removed: [], rows: [{ ...claimed, ...onOwn }] }),
      },
      ...Object.entries(fields).flatMap(([name, field]): Write[] => {
        if (field.readonly || (field.kind !== 'dict' && field.kind !== 'flag')) return [];
        const values =
          field.kind === 'flag'
            ? [false]
            : isFixedDictionary(field.dict)
              ? fixedDictionaries[field.dict].map(({ value }) => value)
              : ['a'];
        return values.map((value) => ({
          entity,
          what: '状态',
          call: `PUT ${path}/status`,
          body: (claimed) => ({ ...claimed, ids: [planted.own], field: name, value }),
        }));
      }),
      {
        entity,
        what: '导入',
        call: `POST ${path}/import/rows`,
        body: (claimed) => ({
          ...claimed,
          mode: 'add',
          fixed,
          rows: [{ line: 2, cells: { ...texts(claimed), ...cells } }],
        }),
      },
    ];
    return all.filter(
      ({ call, what }) => declaredRoutes.has(call) && !(what === '成批新增' && entity.name in takenNoNew),
    );
  }
  const togetherBody = ({ id: _id, version: _version, ...claimed }: Stored, draft: Stored): Stored => ({
    ...claimed,
    removed: [],
    rows: [{ ...claimed, ...draft }],
  });
  /**
   * Entities whose rows are saved together but never added so, and the status for an attempt: rows of a record come
   * from its samples, those of a check form with its task.
   */
  const takenNoNew: Readonly<Record<string, number>> = { labSheetRow: 400, outsideItem: 404 };
  /** Written without a transaction, which a dry run would roll back: restored by hand. */
  const atOnce: ReadonlySet<string> = new Set(['announcementSend']);
  /** Title by which a workbook names the own row of an entity. */
  const titlesOf = new Map<string, string>();

  /** Treats all moments of this run as equal. */
  const settled = (value: unknown): unknown =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && Math.abs(Date.parse(value) - Date.now()) < 3_600_000
      ? 'now'
      : value;
  const same = (one: unknown, other: unknown): boolean =>
    JSON.stringify(settled(one)) === JSON.stringify(settled(other));
  it(`mass assignment stores 0 fields beyond those of the form, by each generic write: add, copy, edit, save together, status and import`, async () => {
    const tables = await server.database.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'user_session'
        order by 1`,
    );
    // Everything written by the transaction: its own rows and those of its nested ones.
    const writtenNow = tables
      .map(
        ({ name }) =>
          `select '${name}' as "table", to_jsonb(t) as row from ${name} t
            where t.xmin::text::bigint >= pg_current_xact_id()::text::bigint`,
      )
      .join(' union all ');
    const read = async <T>(orm: Orm, query: string): Promise<T[]> => {
      const found: unknown = await orm.execute(sql.raw(query));
      return (Array.isArray(found) ? found : (found as { rows: unknown[] }).rows) as T[];
    };
    const place = ({ id, owner_id: owner, position }: Stored): number[] => [Number(owner ?? id), Number(position ?? 0)];
    const inOrder = (rows: readonly Written[]): Written[] =>
      rows.toSorted(
        (row, other) =>
          row.table.localeCompare(other.table) ||
          (place(row.row)[0] ?? 0) - (place(other.row)[0] ?? 0) ||
          (place(row.row)[1] ?? 0) - (place(other.row)[1] ?? 0),
      );
    let stored: Written[] = [];
    // As stored in the tables: an answer would not show a hash.
    const looking = deskOf(server, async (tx) => void (stored = inOrder(await read<Written>(tx, writtenNow))));
    const wrong: string[] = [];
    const compared = new Map<string, number>();
    const reached = new Set<string>();
    /** Last answer to a write without an accepted example. */
    const refusedWith = new Map<string, string>();
    const touched = new Set<string>();
    let claimedFields = 0;

    async function outcome(
      { entity, call }: Write,
      body: unknown,
    ): Promise<{ status: number; rows: Written[]; text: string }> {
      stored = [];
      const [method = '', path = ''] = call.split(' ');
      const who = byVisitor.has(entity.name) ? visitor.token : entity.scope === 'platform' ? admin : token;
      const table = snakeCase(entity.name);
      const all = () =>
        read<Written>(
          server.database.orm,
          `select '"${table}"' as "table", to_jsonb(t) as row from "${table}" t order by id`,
        );
      const before = atOnce.has(entity.name) ? await all() : [];
      const { status, text } = await looking.call(method, { path, body }, who);
      if (atOnce.has(entity.name)) {
        const known = new Set(before.map(({ row }) => JSON.stringify(row)));
        stored = (await all()).filter(({ row }) => !known.has(JSON.stringify(row)));
        await plant(
          `delete from "${table}"`,
          ...before.map(
            ({ row }) =>
              `insert into "${table}" select *
                from jsonb_populate_record(null::"${table}", '${JSON.stringify(row).replaceAll("'", "''")}')`,
          ),
        );
      }
      return { status, rows: status === 200 ? stored : [], text };
    }

    /**
     * Compares the stored rows of both requests.
     * @returns whether the honest request was accepted, so that there is something to compare
     */
    async function compare(write: Write): Promise<boolean> {
      const { entity, what, call } = write;
      const honest = await outcome(write, write.body({}));
      const refused = await outcome(write, write.body(hostile(entity)));
      // Rows saved together are refused whole for a name that no field has; then the names of fields are tried alone.
      const strange = unknownNames(refused);
      const claimed = Object.fromEntries(Object.entries(hostile(entity)).filter(([name]) => !strange.has(name)));
      const greedy = strange.size ? await outcome(write, write.body(claimed)) : refused;
      const own = (rows: readonly Written[]): boolean =>
        rows.some(({ table }) => table.replaceAll('"', '') === snakeCase(entity.name));
      if (honest.status !== 200 || !own(honest.rows)) {
        if (own(greedy.rows)) wrong.push(`${call}: ${honest.status} became ${greedy.status}`);
        refusedWith.set(`${entity.name} ${what}`, `${honest.status} ${honest.text.slice(0, 200)}`);
        return false;
      }
      if (greedy.status !== 200) {
        wrong.push(`${call}: ${honest.status} became ${greedy.status} ${greedy.text.slice(0, 200)}`);
        return true;
      }
      const again = await outcome(write, write.body({}));
      compared.set(what, (compared.get(what) ?? 0) + 1);
      reached.add(`${entity.name} ${what}`);
      claimedFields += Object.keys(claimed).length;
      const whole = (rows: readonly Written[]): string => rows.map(({ table }) => table).join();
      if (whole(greedy.rows) !== whole(honest.rows))
        wrong.push(`${call}: rows of ${whole(honest.rows)} became ${whole(greedy.rows)}`);
      for (const [at, { table, row }] of greedy.rows.entries()) {
        touched.add(table);
        for (const [column, value] of Object.entries(row)) {
          const first = honest.rows[at]?.row[column];
          // Ids of new rows and salted hashes differ from call to call.
          const moves = !same(first, again.rows[at]?.row[column]);
          const name = Object.keys(claimed).find((one) => snakeCase(one) === column);
          if (moves ? name !== undefined && String(value) === String(claimed[name]) : !same(first, value))
            wrong.push(`${call} ${table}.${column}: ${JSON.stringify(first)} became ${JSON.stringify(value)}`);
        }
      }
      return true;
    }

    /** Removes an existing row of a kind that can exist only once. */
    async function tryOn(write: Write): Promise<boolean> {
      if (await compare(write)) return true;
      if (write.what === '编辑' || write.what === '成批编辑' || write.what === '状态') return false;
      await plant(on(snakeCase(write.entity.name), 'delete_time = now()'));
      const done = await compare(write);
      await plant(on(snakeCase(write.entity.name), 'delete_time = null'));
      return done;
    }

    for (const { entity } of registry.all) {
      const [row] = await server.database.query<{ title: unknown }>(
        `select ${snakeCase(entity.titleField)} as title from "${snakeCase(entity.name)}" where id = ${planted.own}`,
      );
      titlesOf.set(entity.name, String(row?.title ?? ''));
    }
    const writes = registry.all.flatMap(({ entity }) => writesOf(entity));
    // Parts of a project are written in one of its stages, brought samples in a project of such samples, and checks
    // are assigned on an issued report.
    const [before] = await server.database.orm
      .select({ stage: projectTable.stage, incoming: projectTable.incoming })
      .from(projectTable)
      .where(eq(projectTable.id, planted.own));
    const [report] = await server.database.query<{ state: string }>(
      `select state from report where id = ${planted.own}`,
    );
    const apart: Readonly<Record<string, readonly [stage: string, incoming: boolean]>> = {
      bringing: ['testing', true],
      issued: ['archived', false],
    };
    let left = writes;
    for (const where of ['planted', 'survey', 'planning', 'sampling', 'handOver', 'testing', 'bringing', 'issued']) {
      const [stage, incoming] = apart[where] ?? [where, false];
      if (where === 'issued') await plant(on('report', `state = 'issued'`));
      if (where !== 'planted')
        await server.database.orm.update(projectTable).set({ stage, incoming }).where(eq(projectTable.id, planted.own));
      if (stage === 'survey') await plant(on('site_survey_module', `state = 'published'`));
      if (stage === 'sampling') await plant(on('sample_plan', `state = 'approved'`));
      const still: Write[] = [];
      for (const one of left) if (!(await tryOn(one))) still.push(one);
      left = still;
    }
    await server.database.orm
      .update(projectTable)
      .set({ stage: String(before?.stage), incoming: before?.incoming ?? false })
      .where(eq(projectTable.id, planted.own));
    await plant(on('report', `state = '${report?.state ?? ''}'`));
    const pairs = [...new Set(writes.map(({ entity, what }) => `${entity.name} ${what}`))];
    const skipped = pairs.filter((pair) => !reached.has(pair)).map((one) => `${one}: ${refusedWith.get(one)}`);
    expect(wrong).toEqual([]);
    expect(skipped).toEqual([]);
    expect(touched.size).toBeGreaterThan(80);
    const entities = new Set([...reached].map((one) => one.split(' ')[0]));
    measured(
      `${entities.size} 个实体的 ${reached.size} 种通用写入（${[...compared].map(([what, times]) => `${what} ${times}`).join('、')} 次）夹带 ${claimedFields} 个受保护字段，按库中它们写入的 ${touched.size} 个表的各列逐一比较，写入 ${wrong.length} 个；${skipped.length}/${pairs.length} 种未能比较`,
    );
  }, 1_800_000);

  it('mass assignment adds 0 rows: the call that saves many rows refuses rows that only another call may create, whatever fields they claim', async () => {
    const wrong: string[] = [];
    let tried = 0;
    const before = await fingerprint();
    for (const [name, expected] of Object.entries(takenNoNew)) {
      const { entity } = registry.named(name);
      const told = exampleOf(entity, 61, { ref: () => planted.own, dict: () => 'a' });
      for (const who of [visitor.token, token, admin]) {
        for (const claimed of [
          {},
          hostile(entity),
          elsewhere,
          { ...hostile(entity), before: onOwn, task: planted.own },
        ]) {
          const { status, text } = await server.ask('PUT', `${entity.path}/saveAll`, {
            token: who,
            body: togetherBody(claimed, told),
          });
          tried += 1;
          if (status !== expected && !unknownNames({ status, text }).size)
            wrong.push(`${name}: ${status} ${text.slice(0, 160)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint()).toEqual(before);
    measured(`成批保存不能新增的 ${Object.keys(takenNoNew).length} 种行：${tried} 次均拒绝，0 行写入`);
  });

  it('mass assignment is refused when a status change names a protected field: 0 rows change', async () => {
    const wrong: string[] = [];
    let tried = 0;
    const before = await fingerprint();
    for (const { entity } of registry.all) {
      const call = `PUT ${entity.path}/status`;
      if (!declaredRoutes.has(call)) continue;
      for (const [field, value] of Object.entries({ ...elsewhere, ...hostile(entity), constructor: 'x' })) {
        // Fields that people fill in follow their own rules.
        if (entity.fields[field] && !entity.fields[field].readonly) continue;
        const { status, text } = await server.ask('PUT', `${entity.path}/status`, {
          token: admin,
          body: { ids: [planted.own], field, value },
        });
        tried += 1;
        if (status !== 400) wrong.push(`${call} ${field}: ${status} ${text.slice(0, 160)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(100);
    expect(await fingerprint()).toEqual(before);
    measured(`以受保护字段批量变更状态：${tried} 次均 400，0 行改变`);
  });
});

// Last, since it plants rows that prevent some drafts.
describe('list of ids (AZ4)', () => {
  it('a list of ids with 50 own and 1 of another organization is refused whole with 404 by every call that takes ids; 0 rows change', async () => {
    const more = {
      own: await plantMore(server.database, 48),
      deleted: await plantMore(server.database, 48, 'deleted'),
    };
    const wrong: string[] = [];
    const before = await fingerprint();
    let [tried, whole, back] = [0, 0, 0];
    for (const route of desk.routes) {
      const call = `${route.method} ${route.path}`;
      const { body, path } = trialOf(route, 'foreign');
      // In a table with only one row of its kind, that one.
      const mine = restores(route) ? 'deleted' : 'own';
      const foreign = planted[restores(route) ? 'foreignDeleted' : 'foreign'];
      const own = [planted[mine], ...(more[mine].get(/^(api\/\w+)\//.exec(path)?.[1] ?? '') ?? [])];
      const withOwn = (ids: unknown): unknown =>
        Array.isArray(ids) && ids.length === 1 && ids[0] === foreign
          ? own.toSpliced(own.length >> 1, 0, foreign)
          : undefined;
      const asRows = (rows: unknown): unknown => {
        const [row, ...others] = Array.isArray(rows) ? (rows as { id?: unknown }[]) : [];
        return row?.id === foreign && !others.length
          ? own.toSpliced(own.length >> 1, 0, foreign).map((one) => ({ ...row, id: one }))
          : undefined;
      };
      const of: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {};
      // Rows saved together are refused each at its own place.
      const rows = route.path.endsWith('/saveAll') ? undefined : asRows(of['rows']);
      const list =
        withOwn(body) ??
        (withOwn(of['ids']) ? { ...of, ids: withOwn(of['ids']) } : undefined) ??
        (rows ? { ...of, rows } : undefined);
      if (!list || !['row', 'bin', 'platformBin'].includes(declaredRoutes.get(call)?.rows ?? '')) continue;
      tried += 1;
      if (own.length === 49) whole += 1;
      const { status, text } = await server.ask(route.method, path, { token, body: list });
      if (status !== 404) wrong.push(`${call}: ${status} ${text.slice(0, 150)}`);
      if (!restores(route) || declaredRoutes.get(call)?.rows === 'platformBin') continue;
      // Without the foreign one they can be restored: the refusal is due to the foreign one.
      back += 1;
      const alone = await desk.call(route.method, { path, body: own }, token);
      if (alone.status === 404) wrong.push(`${call} of own rows alone: ${alone.text.slice(0, 150)}`);
    }
    expect(wrong).toEqual([]);
    expect(back).toBeGreaterThan(25);
    expect(tried).toBeGreaterThan(100);
    expect(whole).toBeGreaterThan(80);
    expect(await fingerprint()).toEqual(before);
    measured(
      `${tried} 个批量接口（${whole} 个以 50 个编号夹 1 个外来；其中 ${back} 个恢复接口以已删除的行）：${tried - wrong.length} 个整体拒绝（404），0 行改变`,
    );
  });
});
