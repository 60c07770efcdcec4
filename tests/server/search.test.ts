import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SearchResult, maxFound, searchKinds } from '@contract/features/home/searchKinds';
import { findRoute } from '@contract/routes';
import { pinyinOf } from '@server/base/pinyin';
import { inspectUnitTable } from '@server/db/schema';
import { fillPinyin } from '@server/seed/fillPinyin';
import { entityNamed } from '../support/entityNamed';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let worker: string;
let project: number;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  [home] = [await rows.organization(), await rows.organization()];
  const seesAll = await rows.role({ permissions: searchKinds.map(({ entity }) => `${entity}:list`) });
  await rows.user({ userName: 'worker', organizationId: home, roles: [seesAll] });
  await rows.user({
    userName: 'unitsOnly',
    organizationId: home,
    roles: [await rows.role({ permissions: ['inspectUnit:list'] })],
  });
  const named = async (organizationId: number, unitName: string) =>
    rows.inspectUnit({ organizationId, unitName, ...pinyinOf(unitName) });
  const unit = await named(home, '华泰机械有限公司');
  for (const name of ['新华泰化工厂', '甲乙丙木业']) await named(home, name);
  await named(home + 1, '华泰他人有限公司');
  const gone = await named(home, '华泰已删除公司');
  await server.database.orm
    .update(inspectUnitTable)
    .set({ deleteTime: new Date() })
    .where(eq(inspectUnitTable.id, gone));
  project = await rows.project({
    organizationId: home,
    belongInspect: unit,
    code: 'HT-2031-007',
    projectName: '华泰机械定期检测',
  });
  await rows.project({ organizationId: home + 1, belongInspect: unit, code: 'HT-2031-008', projectName: '别家的项目' });
  await rows.user({
    userName: 'keeper',
    organizationId: home,
    roles: [await rows.role({ permissions: ['consumable:list', 'consumable:add'] })],
  });
  worker = await server.login('worker');
});
afterAll(() => server.close());

const search = async (keyword: string, token = worker): Promise<SearchResult[]> =>
  (await server.ask<SearchResult[]>('GET', `api/search?keyword=${encodeURIComponent(keyword)}`, { token })).body;
const titles = async (keyword: string, token = worker): Promise<string[]> =>
  (await search(keyword, token)).map(({ title }) => title);

describe('search box', () => {
  it.each(searchKinds)(
    'the search box finds $label by existing fields, and leads to an existing page',
    ({ entity, viewedEntity, page, detailField, project: at, label }) => {
      const described = entityNamed(viewedEntity ?? entity);
      if (!viewedEntity) expect(described.label).toBe(label);
      expect(Object.keys(described.fields)).toContain(detailField);
      if (at === 'project') expect(described.fields.project).toMatchObject({ kind: 'ref', to: 'project' });
      expect(findRoute(page)?.path).toBe(page);
    },
  );

  it('the search box finds numbered rows by the pinyin of their name; rows of earlier versions once a start has added the pinyin', async () => {
    expect(await titles('htjxdq')).toEqual([]);
    await server.database.transaction((tx) => fillPinyin(tx, new Map()));
    for (const keyword of ['htjxdq', 'hua tai jixie ding']) expect(await titles(keyword)).toEqual(['HT-2031-007']);
    const added = await server.ask('POST', 'api/consumable/add', {
      token: await server.login('keeper'),
      body: { consumableNo: 'HC-9', consumableName: '硅胶管', lotNo: 'L1', status: '1' },
    });
    expect(added.status, added.text).toBe(200);
    expect(await titles('gjg')).toEqual(['HC-9']);
  });

  it('the search box finds rows by name, number and initials, with matches at the beginning first', async () => {
    expect(await titles('华泰')).toEqual(['HT-2031-007', '华泰机械有限公司', '新华泰化工厂']);
    expect(await titles('htjx')).toEqual(['HT-2031-007', '华泰机械有限公司']);
    // 新华泰化工厂 by a part of its name; after prefix matches.
    expect([await titles('thg'), await titles('ht')]).toEqual([
      ['新华泰化工厂'],
      ['HT-2031-007', '华泰机械有限公司', '新华泰化工厂'],
    ]);
    for (const keyword of ['ht-2031', 'Ht-2031', 'hT-2031-007']) expect(await titles(keyword)).toEqual(['HT-2031-007']);
    expect(await search('2031-007')).toEqual([
      { entity: 'project', id: project, title: 'HT-2031-007', detail: '华泰机械定期检测', project },
    ]);
    expect(await titles('泰')).toHaveLength(3);
  });

  it('the search box finds nothing of another organization, nothing deleted, and no kind of row that the person may not list', async () => {
    expect((await titles('他人')).concat(await titles('2031-008'), await titles('已删除'))).toEqual([]);
    expect(await titles('华泰', await server.login('unitsOnly'))).toEqual(['华泰机械有限公司', '新华泰化工厂']);
    expect((await server.ask('GET', 'api/search?keyword=华泰')).status).toBe(401);
  });

  it('the search box finds for an enterprise user only the projects of the own enterprises that the user may see', async () => {
    const { rows } = server;
    const unit = await rows.inspectUnit({ organizationId: home, unitName: '德清莫干纺织有限公司' });
    const own = await rows.project({
      organizationId: home,
      belongInspect: unit,
      code: 'MG-2031-001',
      projectName: '莫干定期检测',
      stage: 'testing',
    });
    await rows.project({
      organizationId: home,
      belongInspect: unit,
      code: 'MG-2031-002',
      projectName: '莫干草稿',
      stage: 'draft',
    });
    await rows.user({
      userName: 'qy',
      organizationId: home,
      isQy: true,
      roles: [await rows.role({ permissions: ['enterpriseProject:list'] })],
      units: [unit],
    });
    const token = await server.login('qy');
    expect(await search('MG-2031', token)).toEqual([
      { entity: 'enterpriseProject', id: own, title: 'MG-2031-001', detail: '莫干定期检测', project: own },
    ]);
    expect(await titles('HT-2031', token)).toEqual([]);
  });

  it('the search box finds nothing for a single letter or an empty text, and treats %, _ and quotes literally', async () => {
    for (const keyword of ['', 'h', ' ', '%', '_', "'"]) expect(await search(keyword), keyword).toEqual([]);
    expect(await titles('%%')).toEqual([]);
    expect(await titles("华泰' or 1=1 --")).toEqual([]);
  });

  it('the search box limits the number of matches per kind', async () => {
    for (let index = 0; index < maxFound + 2; index += 1)
      await server.rows.customer({ organizationId: home, customerName: `多家客户${index}` });
    expect(await titles('多家客户')).toHaveLength(maxFound);
  });
});
