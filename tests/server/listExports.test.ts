import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let bare: string;
let organizationId: number;

const names = ['role', 'vehiclePlan', 'risk', 'conformity', 'online', 'file', 'enterpriseProject', 'labTask'];

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization({ name: '甲检测中心' });
  const roles = [await server.rows.role({ permissions: names.map((name) => `${name}:list`) })];
  await server.rows.user({ userName: 'reader', nickName: '李读', organizationId, roles });
  await server.rows.user({ userName: 'bare', organizationId, roles: [await server.rows.role({ permissions: [] })] });
  [token, bare] = [await server.login('reader'), await server.login('bare')];
  for (const [name, level] of [
    ['甲类岗位', 5],
    ['乙类岗位', 7],
    ['丙职务', 6],
  ] as const)
    await server.rows.role({ name, level, organizationId });
});
afterAll(() => server.close());

/** Returns the lines of an exported text, cell by cell. */
async function exported(path: string, query: string): Promise<string[][]> {
  const { status, text } = await server.ask('GET', `${path}/export?format=txt&${query}`, { token });
  expect(status, text).toBe(200);
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
}

describe('export of any list', () => {
  it('an export has the chosen columns in their order, with the filter and the order of the list', async () => {
    expect(await exported('api/role', 'columns=level,name&name=类岗位&sort=level,desc')).toEqual([
      ['角色级别', '角色名称'],
      ['7', '乙类岗位'],
      ['5', '甲类岗位'],
    ]);
  });

  it('an export without columns has all fields', async () => {
    const [head] = await exported('api/role', 'name=类岗位');
    expect(head?.length).toBeGreaterThan(3);
    expect(head).toContain('角色级别');
  });

  it('an export names the person and the moment of a row', async () => {
    const [head, line] = await exported('api/role', 'columns=name,createBy,createTime,organizationId&name=甲类岗位');
    expect(head).toEqual(['角色名称', '创建人', '创建时间', '所属机构']);
    expect(line?.[2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(line?.[3]).toBe('甲检测中心');
  });

  it('an export of calculated rows has the same columns, filter and order', async () => {
    const [head, ...lines] = await exported('api/conformity', 'columns=clause,demand&sort=id,asc&keyword=5');
    const list = await server.ask<{ content: { clause: string; demand: string }[] }>(
      'GET',
      'api/conformity?sort=id,asc&keyword=5&size=5000',
      { token },
    );
    expect(head).toEqual(['条款', '要求']);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines).toEqual(list.body.content.map(({ clause, demand }) => [clause, demand]));
    expect((await exported('api/conformity', 'columns=clause&ids=2,3')).length).toBe(3);
    expect(await exported('api/risk', 'columns=unitName')).toEqual([['受检单位']]);
  });

  it('an export of the list of live sessions has the same sessions as the list', async () => {
    const lines = await exported('auth/online', 'columns=nickName,current');
    expect(lines).toContainEqual(['李读', '是']);
    expect(await exported('api/ohitAnnouncementSend/querySendInfo', 'columns=titile,readFlag')).toHaveLength(1);
  });

  it('an export of the tests of a laboratory has what the page draws: names of project, hazard, method and person', async () => {
    const lab = labRowsOf(server, organizationId);
    const analyst = await server.rows.user({ userName: 'tester', nickName: '王测', organizationId });
    const belongInspect = await server.rows.inspectUnit({ organizationId });
    const project = await server.rows.project({ organizationId, belongInspect, code: 'P26-007', stage: 'testing' });
    const hazard = await lab.hazard('甲苯');
    const method = await lab.method('溶剂解吸-气相色谱法', 7);
    await lab.task({ project, hazard, hazardName: '甲苯', method, analyst }, { medium: '活性炭管' });
    const columns = 'columns=sampleNo,project,hazard,method,state,analyst,medium';
    expect(await exported('api/labTask/tasks', `${columns}&state=distributed`)).toEqual([
      ['样品编号', '项目', '检测项目', '检测方法', '状态', '检测人', '采样介质'],
      ['S-001', 'P26-007', '甲苯', '溶剂解吸-气相色谱法', '已分发', '王测', '活性炭管'],
    ]);
    expect(await exported('api/labTask/tasks', `${columns}&state=testing`)).toHaveLength(1);
  });

  it('an export of the projects of a client has those of the page, with how far each is', async () => {
    const unit = await server.rows.inspectUnit({ organizationId, unitName: '甲单位' });
    await server.rows.project({ organizationId, belongInspect: unit, code: 'P26-008', stage: 'testing' });
    const [head, ...lines] = await exported(
      'api/enterprise/projects',
      'columns=code,unitName,progress&keyword=P26-008',
    );
    expect(head).toEqual(['项目编号', '受检单位', '进度']);
    expect(lines).toEqual([['P26-008', '甲单位', '检测']]);
  });

  it('an export refuses a column that no row has, and a secret one', async () => {
    for (const path of ['api/role/export?columns=name,nothing', 'api/risk/export?columns=nothing'])
      expect((await server.ask('GET', path, { token })).status).toBe(400);
  });

  it('an export without a right of its own answers whoever may read the list, and nobody else', async () => {
    const lists = ['api/role', 'api/vehiclePlan', 'api/risk', 'api/conformity', 'auth/online', 'api/storedFile'];
    const paths = [...lists, 'api/enterprise/projects', 'api/labTask/tasks'];
    for (const path of paths) {
      expect([path, (await server.ask('GET', `${path}/export`, { token })).status]).toEqual([path, 200]);
      expect([path, (await server.ask('GET', `${path}/export`, { token: bare })).status]).toEqual([path, 403]);
    }
  });
});
