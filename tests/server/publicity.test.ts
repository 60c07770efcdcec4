import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import {
  type PublicChoices,
  publicCalls,
  type PublicNews,
  type PublicNewsPage,
  publicPicture,
  publicRate,
  type PublicReport,
  type PublicReports,
  publicityTexts,
} from '@contract/features/publicity/publicityWire';
import { pictureAddress } from '@contract/fields/richText';
import type { Answer, ErrorBody } from '@contract/wire';
import {
  auditLogTable,
  dictDetailTable,
  dictTable,
  industryNewsTable,
  organizationTable,
  reportFormulaTable,
  reportSceneTable,
  storedFileTable,
} from '@server/db/schema';
import { withoutMetadata } from '@server/files/pictures/withoutMetadata';
import { asStored } from '../support/asStored';
import { measured } from '../support/measured';
import { exifWithPlace, jpeg } from '../support/pictureBombs';
import { type Answered, type TestServer, testServer } from '../support/server';
import { png, sendForm } from '../support/uploads';

let server: TestServer;
let token: string;
let clerk: string;
let stranger: string;
let organizationId: number;
let otherOrganization: number;
let projectId: number;
let caller = 0;

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  organizationId = await rows.organization({ name: '甲检测中心', qualification: '（浙）职卫技字〔2023〕第0286号' });
  otherOrganization = await rows.organization({ name: '乙检测中心' });
  const actions = ['list', 'add', 'edit', 'copy', 'del', 'restore'];
  const write = ['reportFormula', 'reportScene', 'industryNews'].flatMap((name) =>
    actions.map((action) => `${name}:${action}`),
  );
  const all = await rows.role({ permissions: [...write, 'reportFormula:status', 'industryNews:status'] });
  await rows.user({ userName: 'reporter', nickName: '范晓彤', organizationId, roles: [all] });
  await rows.user({ userName: 'clerk', organizationId, roles: [await rows.role({ permissions: write })] });
  await rows.user({ userName: 'stranger', organizationId: otherOrganization, roles: [all] });
  const [dict] = await database.orm.insert(dictTable).values({ name: 'projectType' }).returning({ id: dictTable.id });
  await database.orm.insert(dictDetailTable).values([
    { dict: dict?.id ?? 0, label: '定期检测', value: 'DQ', dictSort: 1 },
    { dict: dict?.id ?? 0, label: '来样检测', value: 'LY', dictSort: 2 },
  ]);
  const unit = await rows.inspectUnit({
    organizationId,
    unitName: '杭州滨盛微电子有限公司',
    region: '浙江省/杭州市/滨江区',
    workAddress: '江虹南路382号',
    contact: '陈雅琴',
    mobile: '18768403517',
  });
  projectId = await rows.project({
    organizationId,
    belongInspect: unit,
    projectName: '滨盛微电子2026年度定期检测',
    type: 'DQ',
  });
  [token, clerk, stranger] = [
    await server.login('reporter'),
    await server.login('clerk'),
    await server.login('stranger'),
  ];
});
afterAll(() => server.close());

/** Visits as the public with a new address each time, so that only the rate test reaches the limit. */
const visit = <B>(path: string): Promise<Answered<B>> =>
  server.ask<B>('GET', path, { ip: `198.51.100.${(caller += 1) % 250}` });

let serial = 0;
const reportDraft = (given: Record<string, unknown> = {}) => ({
  title: '杭州萧然华彩印染有限公司定期检测报告公示',
  unitName: '杭州萧然华彩印染有限公司',
  reportNo: `HP-${(serial += 1)}`,
  reportType: 'DQ',
  reportDate: '2026-03-20',
  region: '浙江省/杭州市/萧山区',
  address: '党山工业园安隆路66号',
  contact: '俞利平',
  contactPhone: '13588214790',
  leader: '周海涛',
  team: '周海涛、林思远',
  surveyors: '周海涛',
  surveyFrom: '2026-03-02',
  surveyTo: '2026-03-02',
  samplers: '周海涛、林思远',
  samplingFrom: '2026-03-05',
  samplingTo: '2026-03-06',
  testers: '林思远',
  testFrom: '2026-03-06',
  testTo: '2026-03-12',
  companion: '王卫东',
  companionPublic: true,
  conclusion: '所检测岗位均符合GBZ 2.1-2019的要求，联系电话13588214790。',
  remark: '内部备注不公示',
  ...given,
});

async function add(path: string, draft: object, by = token): Promise<AnyRow> {
  const { status, body, text } = await server.ask<Answer<AnyRow>>('POST', `${path}/add`, { token: by, body: draft });
  expect(status, text).toBe(200);
  return body.body as AnyRow;
}
const upload = async (by = token, content = png(), name = 'a.png'): Promise<string> =>
  (
    await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
      token: by,
      fields: { fileClass: 'image' },
      name,
      content,
    })
  ).body.body.id;
const addScene = async (formula: number, given: Record<string, unknown> = {}, by = token) =>
  add(
    'api/reportScene',
    { formula, picture: await upload(by), caption: '车间采样', activity: 'sampling', consented: true, ...given },
    by,
  );
const act = async (
  path: string,
  what: 'publish' | 'withdraw',
  ids: readonly number[],
  by = token,
  more: object = {},
) => {
  const rows = await asStored(server, path === reportFormula.path ? reportFormulaTable : industryNewsTable, ids);
  return server.ask<ErrorBody & Answer>('PUT', `${path}/${what}`, { token: by, body: { rows, ...more } });
};

async function published(given: Record<string, unknown> = {}, by = token): Promise<AnyRow> {
  const row = await add(reportFormula.path, reportDraft(given), by);
  await addScene(row.id, {}, by);
  const done = await act(reportFormula.path, 'publish', [row.id], by);
  expect(done.status, done.text).toBe(200);
  return row;
}
const article = (given: Record<string, unknown> = {}) => ({
  title: '新版标准发布',
  category: 'standard',
  source: '国家卫生健康委',
  content: '<p>正文第一段，咨询电话13857106241。</p><p>第二段。</p>',
  ...given,
});
async function publishedNews(given: Record<string, unknown> = {}, by = token): Promise<AnyRow> {
  const row = await add(industryNews.path, article(given), by);
  const done = await act(industryNews.path, 'publish', [row.id], by);
  expect(done.status, done.text).toBe(200);
  return row;
}

describe('report notice', () => {
  it('a new report notice starts as 待公示 whatever the request contains, and is not public', async () => {
    const row = await add(
      reportFormula.path,
      reportDraft({ status: '1', publishTime: '2020-01-01 00:00:00', viewCount: 9999 }),
    );
    expect(row).toMatchObject({ status: '0', publishTime: null, viewCount: 0 });
    expect((await visit(`${publicCalls.reports}/${row.id}`)).status).toBe(404);
  });

  it('a report notice is published by people with the permission, once it is complete', async () => {
    const row = await add(reportFormula.path, reportDraft({ companion: null, samplingFrom: null, samplingTo: null }));
    const early = await act(reportFormula.path, 'publish', [row.id]);
    expect(early.status).toBe(409);
    for (const gap of ['现场采样的日期', '用人单位陪同人', '现场影像']) expect(early.body.message).toContain(gap);
    await addScene(row.id, { consented: false });
    const { body: now } = await server.ask<AnyRow>('GET', `${reportFormula.path}/${row.id}`, { token });
    await server.ask('PUT', `${reportFormula.path}/edit`, {
      token,
      body: { ...now, companion: '王卫东', samplingFrom: '2026-03-05', samplingTo: '2026-03-06' },
    });
    expect((await act(reportFormula.path, 'publish', [row.id])).body.message).toContain('现场影像');
    await addScene(row.id);
    expect((await act(reportFormula.path, 'publish', [row.id], clerk)).status).toBe(403);
    expect((await act(reportFormula.path, 'publish', [row.id], stranger)).status).toBe(404);
    expect((await act(reportFormula.path, 'publish', [row.id])).status).toBe(200);
    expect((await act(reportFormula.path, 'publish', [row.id])).status).toBe(409);
    expect((await visit(`${publicCalls.reports}/${row.id}`)).status).toBe(200);
  });

  it('a report notice of incoming samples needs no companion', async () => {
    const row = await add(
      reportFormula.path,
      reportDraft({
        reportType: 'LY',
        surveyors: null,
        surveyFrom: null,
        surveyTo: null,
        samplers: null,
        samplingFrom: null,
        samplingTo: null,
        companion: null,
      }),
    );
    expect((await act(reportFormula.path, 'publish', [row.id])).status).toBe(200);
  });

  it('several report notices are published all or none', async () => {
    const good = await add(reportFormula.path, reportDraft());
    await addScene(good.id);
    const lacking = await add(reportFormula.path, reportDraft());
    expect((await act(reportFormula.path, 'publish', [good.id, lacking.id])).status).toBe(409);
    expect((await act(reportFormula.path, 'publish', [good.id, 999_999])).status).toBe(404);
    expect((await server.ask<AnyRow>('GET', `${reportFormula.path}/${good.id}`, { token })).body.status).toBe('0');
  });

  it('a public report notice and its pictures are locked', async () => {
    const row = await published();
    const { body: now } = await server.ask<AnyRow>('GET', `${reportFormula.path}/${row.id}`, { token });
    const edit = await server.ask<ErrorBody>('PUT', `${reportFormula.path}/edit`, {
      token,
      body: { ...now, address: '别处' },
    });
    expect([edit.status, edit.body.message]).toEqual([409, publicityTexts.locked]);
    expect((await server.ask('DELETE', `${reportFormula.path}/delete`, { token, body: [row.id] })).status).toBe(409);
    const [scene] = await server.database.orm
      .select()
      .from(reportSceneTable)
      .where(eq(reportSceneTable.formula, row.id));
    expect((await server.ask('DELETE', 'api/reportScene/delete', { token, body: [scene?.id] })).status).toBe(409);
    expect(
      (
        await server.ask('POST', 'api/reportScene/add', {
          token,
          body: { formula: row.id, picture: await upload(), caption: '后加', activity: 'survey', consented: true },
        })
      ).status,
    ).toBe(409);
  });

  it('a report notice is withdrawn with a reason, corrected, and published again under its address', async () => {
    const row = await published();
    const without = await act(reportFormula.path, 'withdraw', [row.id], token, { reason: ' ' });
    expect([without.status, without.body.message]).toEqual([400, publicityTexts.noReason]);
    expect((await act(reportFormula.path, 'withdraw', [row.id], token, { reason: '陪同人姓名有误' })).status).toBe(200);
    const gone = await visit<ErrorBody>(`${publicCalls.reports}/${row.id}`);
    expect([gone.status, gone.body.code, gone.body.message]).toEqual([404, 'withdrawn', publicityTexts.goneReport]);
    expect(gone.text).not.toContain('陪同人');
    const { body: now } = await server.ask<AnyRow>('GET', `${reportFormula.path}/${row.id}`, { token });
    expect(now).toMatchObject({ status: '2', withdrawReason: '陪同人姓名有误' });
    const [line] = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'reportFormula'), eq(auditLogTable.entityId, row.id)))
      .orderBy(desc(auditLogTable.id))
      .limit(1);
    expect(line).toMatchObject({
      action: 'status',
      before: { status: '1' },
      after: { status: '2' },
      reason: '陪同人姓名有误',
    });
    expect(
      (await server.ask('PUT', `${reportFormula.path}/edit`, { token, body: { ...now, companion: '王卫国' } })).status,
    ).toBe(200);
    expect((await act(reportFormula.path, 'publish', [row.id])).status).toBe(200);
    expect((await visit<PublicReport>(`${publicCalls.reports}/${row.id}`)).body.companion).toBe('王卫国');
  });

  it('a report notice is deleted and restored together with its pictures', async () => {
    const row = await add(reportFormula.path, reportDraft());
    await addScene(row.id);
    const other = await add(reportFormula.path, reportDraft());
    const kept = await addScene(other.id);
    expect((await server.ask('DELETE', `${reportFormula.path}/delete`, { token, body: [row.id] })).status).toBe(200);
    const count = async () =>
      (await server.ask<{ totalElements: number }>('GET', `api/reportScene?formula=${row.id}`, { token })).body
        .totalElements;
    expect(await count()).toBe(0);
    // Another notice keeps its pictures.
    expect((await server.ask('GET', `api/reportScene/${kept.id}`, { token })).status).toBe(200);
    expect((await server.ask('PUT', `${reportFormula.path}/restore`, { token, body: [row.id] })).status).toBe(200);
    expect(await count()).toBe(1);
  });

  it('a picture of a deleted report notice cannot be restored while the notice is deleted', async () => {
    const row = await add(reportFormula.path, reportDraft());
    const scene = await addScene(row.id);
    expect((await server.ask('DELETE', `${reportFormula.path}/delete`, { token, body: [row.id] })).status).toBe(200);
    const refused = await server.ask<ErrorBody>('PUT', 'api/reportScene/restore', { token, body: [scene.id] });
    expect([refused.status, refused.body.message]).toEqual([404, '所属的报告公示不存在或已被删除']);
    const [stored] = await server.database.orm.select().from(reportSceneTable).where(eq(reportSceneTable.id, scene.id));
    expect(stored?.deleteTime).toBeInstanceOf(Date);
  });

  it('report notices are withdrawn only while public, all chosen ones or none', async () => {
    const [open, draft] = [await published(), await add(reportFormula.path, reportDraft())];
    const refused = await act(reportFormula.path, 'withdraw', [open.id, draft.id], token, { reason: '更正' });
    expect([refused.status, refused.body.message]).toEqual([409, publicityTexts.notPublished(String(draft.title))]);
    expect((await visit(`${publicCalls.reports}/${open.id}`)).status).toBe(200);
    expect((await server.ask<AnyRow>('GET', `${reportFormula.path}/${draft.id}`, { token })).body).toMatchObject({
      status: '0',
      withdrawReason: null,
    });
  });

  it('a new report notice takes over data of its project', async () => {
    const found = await server.ask<Answer<Record<string, unknown>>>(
      'GET',
      `${reportFormula.path}/fromProject/${projectId}`,
      { token },
    );
    expect(found.body.body).toEqual({
      project: projectId,
      title: '滨盛微电子2026年度定期检测报告公示',
      unitName: '杭州滨盛微电子有限公司',
      reportType: 'DQ',
      region: '浙江省/杭州市/滨江区',
      address: '江虹南路382号',
      contact: '陈雅琴',
      contactPhone: '18768403517',
    });
    expect(
      (await server.ask('GET', `${reportFormula.path}/fromProject/${projectId}`, { token: stranger })).status,
    ).toBe(404);
  });
});

describe('public report (AZ10)', () => {
  it('a public report notice shows the fields of DOMAIN section 7.5 and no others, with telephone numbers masked', async () => {
    const row = await published();
    await server.database.orm
      .update(organizationTable)
      .set({ phone: '13588063917' })
      .where(eq(organizationTable.id, organizationId));
    const { body, text, headers } = await visit<PublicReport>(`${publicCalls.reports}/${row.id}`);
    expect(Object.keys(body).sort()).toEqual([
      'address',
      'agency',
      'companion',
      'conclusion',
      'contact',
      'contactPhone',
      'hasReport',
      'id',
      'leader',
      'organizationName',
      'publishTime',
      'qualification',
      'region',
      'reportDate',
      'reportNo',
      'reportTypeName',
      'sampling',
      'scenes',
      'supervision',
      'survey',
      'team',
      'test',
      'title',
      'unitName',
    ]);
    expect(body).toMatchObject({
      unitName: '杭州萧然华彩印染有限公司',
      reportTypeName: '定期检测',
      contact: '俞利平',
      contactPhone: '135****4790',
      companion: '王卫东',
      organizationName: '甲检测中心',
      sampling: { people: '周海涛、林思远', from: '2026-03-05', to: '2026-03-06' },
      conclusion: '所检测岗位均符合GBZ 2.1-2019的要求，联系电话135****4790。',
    });
    // The agency's own number is shown once, so that it can be called.
    expect(body.agency.phone).toBe('13588063917');
    const others = text.replace('13588063917', '');
    expect(others).not.toMatch(/13588214790|13588063917|内部备注|createBy|remark/);
    measured(
      `公示 ${Object.keys(body).length} 个字段，均为已公布的字段；完整电话 ${(others.match(/1[3-9]\d{9}/g) ?? []).length} 个`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('a public report notice shows photographs without their location, which the originals keep', async () => {
    const photograph = jpeg(400, 300, [exifWithPlace(6)]);
    const row = await add(reportFormula.path, reportDraft());
    const scene = await addScene(row.id, { picture: await upload(token, photograph, '现场.jpg') });
    await act(reportFormula.path, 'publish', [row.id]);
    const bytesOf = async (path: string, by?: string) => {
      const response = await server.app.request(`/${path}`, { headers: by ? { authorization: `Bearer ${by}` } : {} });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('content-type'), response.headers.get('content-length')]).toEqual([
        200,
        'image/jpeg',
        String(bytes.length),
      ]);
      return bytes;
    };
    expect((await bytesOf(publicPicture('reports', row.id, scene.id))).equals(withoutMetadata(photograph))).toBe(true);
    expect((await bytesOf(`api/file/${String(scene.picture)}?inline=true`, token)).equals(photograph)).toBe(true);
  });

  it('a public report notice shows only pictures, whatever file a row names', async () => {
    const row = await add(reportFormula.path, reportDraft());
    const scene = await addScene(row.id);
    await act(reportFormula.path, 'publish', [row.id]);
    const shown = () => visit(publicPicture('reports', row.id, scene.id));
    expect((await shown()).status).toBe(200);
    await server.database.orm
      .update(storedFileTable)
      .set({ mime: 'application/pdf' })
      .where(eq(storedFileTable.id, String(scene.picture)));
    expect((await shown()).status).toBe(404);
  });

  it('a public report notice hides the companion unless flagged public, and pictures without consent', async () => {
    const row = await add(reportFormula.path, reportDraft({ companionPublic: false }));
    const [shown, hidden] = [await addScene(row.id), await addScene(row.id, { consented: false, caption: '有人脸' })];
    await act(reportFormula.path, 'publish', [row.id]);
    const { body, text } = await visit<PublicReport>(`${publicCalls.reports}/${row.id}`);
    expect(body.companion).toBeNull();
    expect(text).not.toMatch(/王卫东|有人脸/);
    measured(`未标明公开的陪同人 ${text.split('王卫东').length - 1} 处`);
    expect(body.scenes.map(({ id }) => id)).toEqual([shown.id]);
    const picture = await visit(publicPicture('reports', row.id, shown.id));
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=300',
    ]);
    expect((await visit(publicPicture('reports', row.id, hidden.id))).status).toBe(404);
    // A picture is shown only with its own notice, and not by its file's number.
    expect((await visit(publicPicture('reports', row.id + 1, shown.id))).status).toBe(404);
    expect((await visit(publicPicture('reports', row.id, String(shown.picture)))).status).toBe(404);
    await act(reportFormula.path, 'withdraw', [row.id], token, { reason: '更正' });
    expect((await visit(publicPicture('reports', row.id, shown.id))).status).toBe(404);
  });

  it('a public report notice is found by enterprise, number, area, day and organization', async () => {
    const mine = await published({
      unitName: '台州椒江葭芷制冷设备有限公司',
      reportNo: 'FIND-77%_',
      region: '浙江省/台州市/椒江区',
    });
    const theirs = await published(
      { unitName: '苏州高新区浒墅精密模塑有限公司', region: '江苏省/苏州市/虎丘区' },
      stranger,
    );
    const find = async (query: string) =>
      (await visit<PublicReports>(`${publicCalls.reports}?size=50&${query}`)).body.content.map(({ id }) => id);
    const today = (await visit<PublicReport>(`${publicCalls.reports}/${mine.id}`)).body.publishTime.slice(0, 10);
    expect(await find(`keyword=${encodeURIComponent('葭芷制冷')}`)).toEqual([mine.id]);
    expect(await find(`keyword=${encodeURIComponent('77%_')}`)).toEqual([mine.id]);
    expect(await find(`area=${encodeURIComponent('浙江省/台州市')}`)).toEqual([mine.id]);
    expect(await find(`organization=${otherOrganization}`)).toEqual([theirs.id]);
    expect(await find(`from=${today}&to=${today}`)).toContain(mine.id);
    expect(await find('to=2020-01-01')).toEqual([]);
    const choices = (await visit<PublicChoices>(`${publicCalls.choices}?of=reports`)).body;
    expect(choices.areas).toEqual(expect.arrayContaining(['浙江省/杭州市', '浙江省/台州市', '江苏省/苏州市']));
    expect(choices.organizations.map(({ name }) => name)).toEqual(expect.arrayContaining(['甲检测中心', '乙检测中心']));
  });

  it('public report notices are listed in pages, newest first', async () => {
    const first = (await visit<PublicReports>(`${publicCalls.reports}?size=2`)).body;
    const second = (await visit<PublicReports>(`${publicCalls.reports}?size=2&page=1`)).body;
    expect(first.content).toHaveLength(2);
    expect(first.totalElements).toBe(second.totalElements);
    const ids = [...first.content, ...second.content].map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  it.each(['page=-1', 'size=1e9', 'from=yesterday', 'to=2026-02-30', 'organization=1%20or%201=1'])(
    'the public list of report notices answers 400 to %s',
    async (query) => {
      const refused = await visit<ErrorBody>(`${publicCalls.reports}?${query}`);
      expect(refused.status).toBe(400);
      expect(refused.body.message).toMatch(/[\u4e00-\u9fff]/);
    },
  );

  it('a public report notice disappears when its organization is disabled', async () => {
    const row = await published({}, stranger);
    const { orm } = server.database;
    await orm.update(organizationTable).set({ enabled: '0' }).where(eq(organizationTable.id, otherOrganization));
    expect((await visit(`${publicCalls.reports}/${row.id}`)).status).toBe(404);
    expect(
      (await visit<PublicReports>(`${publicCalls.reports}?organization=${otherOrganization}`)).body.totalElements,
    ).toBe(0);
    await orm.update(organizationTable).set({ enabled: '1' }).where(eq(organizationTable.id, otherOrganization));
  });

  it('viewing a public report notice increases its view count without changing its version', async () => {
    const row = await published();
    for (let index = 0; index < 3; index += 1) await visit(`${publicCalls.reports}/${row.id}`);
    expect((await server.ask<AnyRow>('GET', `${reportFormula.path}/${row.id}`, { token })).body).toMatchObject({
      viewCount: 3,
      version: 2,
    });
  });
});

describe('news', () => {
  it('public news are cleaned and masked, and show no internal fields (IN3)', async () => {
    const evil =
      '<p onclick="alert(1)">第一段13857106241</p><script>window.stolen = 1</script><img src=x onerror="alert(2)"><a href="javascript:alert(3)">点我</a><iframe src="https://evil.example"></iframe>';
    const row = await publishedNews({ title: '含脚本<script>的文章', content: evil, summary: null });
    const { body, text } = await visit<PublicNews>(`${publicCalls.news}/${row.id}`);
    expect(body.content).toBe('<p>第一段138****6241</p><a target="_blank" rel="noopener noreferrer">点我</a>');
    expect(body.summary).toBe('第一段138****6241 点我');
    expect(text).not.toMatch(/onerror|onclick|iframe|javascript:|createBy|contactsPublic|"status"/);
    // Content written below the API is cleaned on output.
    await server.database.orm
      .update(industryNewsTable)
      .set({ content: '<p>旧</p><svg onload="alert(4)"></svg>' })
      .where(eq(industryNewsTable.id, row.id));
    expect((await visit<PublicNews>(`${publicCalls.news}/${row.id}`)).body.content).toBe('<p>旧</p>');
  });

  it('public news show telephone numbers flagged as public, and never identity numbers', async () => {
    const row = await publishedNews({
      contactsPublic: true,
      content: '<p>热线0571-87654321，证件330106199001011234</p>',
    });
    expect((await visit<PublicNews>(`${publicCalls.news}/${row.id}`)).body.content).toBe(
      '<p>热线0571-87654321，证件330106********1234</p>',
    );
  });

  it('public news show their cover and the pictures in the text, and no other upload', async () => {
    const [cover, inside, other] = [await upload(), await upload(), await upload()];
    const row = await publishedNews({ cover, content: `<p>图</p><img src="${pictureAddress(inside)}" alt="示意">` });
    expect((await visit(publicPicture('news', row.id, cover))).status).toBe(200);
    expect((await visit(publicPicture('news', row.id, inside))).status).toBe(200);
    expect((await visit(publicPicture('news', row.id, other))).status).toBe(404);
    expect((await visit(publicPicture('news', row.id, '../../etc/passwd'))).status).toBe(404);
    expect((await visit(`api/file/open/${cover}`)).status).toBe(404);
  });

  it('public news are listed by category, pinned ones first, and each article links to its neighbours', async () => {
    const old = await publishedNews({ title: '置顶旧文', topped: true, category: 'agency' });
    const middle = await publishedNews({ title: '中间一篇', category: 'agency' });
    const young = await publishedNews({ title: '最新一篇', category: 'agency' });
    await add(industryNews.path, article({ title: '未发布的草稿', category: 'agency' }));
    const list = (await visit<PublicNewsPage>(`${publicCalls.news}?category=agency`)).body;
    expect(list.content.map(({ title }) => title)).toEqual(['置顶旧文', '最新一篇', '中间一篇']);
    expect((await visit<PublicNews>(`${publicCalls.news}/${middle.id}`)).body).toMatchObject({
      newer: { id: young.id },
      older: { id: old.id },
    });
    expect((await visit(`${publicCalls.news}?category=nosuch`)).status).toBe(400);
    await act(industryNews.path, 'withdraw', [young.id], token, { reason: '内容过时' });
    expect((await visit<ErrorBody>(`${publicCalls.news}/${young.id}`)).body).toMatchObject({
      status: 404,
      code: 'withdrawn',
      message: publicityTexts.goneNews,
    });
    expect((await visit<PublicNews>(`${publicCalls.news}/${middle.id}`)).body.newer).not.toMatchObject({
      id: young.id,
    });
  });

  it.each(['javascript:alert(1)', 'ftp://example.com', '//evil.example', 'example.com'])(
    'a news article with %s as the address of the original is refused',
    async (sourceUrl) => {
      const refused = await server.ask<ErrorBody>('POST', `${industryNews.path}/add`, {
        token,
        body: article({ sourceUrl }),
      });
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'sourceUrl']);
    },
  );

  it('news articles are published only by people with the permission', async () => {
    const row = await add(industryNews.path, article());
    expect((await act(industryNews.path, 'publish', [row.id], clerk)).status).toBe(403);
    expect((await act(industryNews.path, 'publish', [row.id], stranger)).status).toBe(404);
  });
});

describe('all public content (AZ10)', () => {
  it('all public pages contain 0 unmasked telephone and identity numbers, 0 companions not flagged public and 0 internal fields', async () => {
    const hidden = { phone: '13588214790', identity: '330106199001011234', companion: '王卫东' };
    const row = await published({
      companionPublic: false,
      conclusion: `证件${hidden.identity}，电话${hidden.phone}。`,
    });
    const piece = await publishedNews({ content: `<p>电话${hidden.phone}，证件${hidden.identity}</p>`, summary: null });
    const pages = [
      publicCalls.reports,
      `${publicCalls.reports}?size=50`,
      `${publicCalls.reports}/${row.id}`,
      publicCalls.news,
      `${publicCalls.news}?size=50`,
      `${publicCalls.news}/${piece.id}`,
      `${publicCalls.choices}?of=reports`,
      `${publicCalls.choices}?of=news`,
      'api/familyBucket/getFamilyBucket',
      'api/health',
      'auth/code',
    ];
    const found: string[] = [];
    for (const page of pages) {
      const { status, text } = await visit(page);
      expect(status, page).toBe(200);
      // The agency's own number is shown, so that it can be called.
      const others = text.replaceAll('"phone":"13588063917"', '');
      if (/(?<!\d)1[3-9]\d{9}(?!\d)|\d{17}[\dXx]|createBy|passwordHash|contactsPublic|companionPublic/.test(others))
        found.push(page);
      if (page.endsWith(`/${row.id}`) && text.includes(hidden.companion)) found.push(`${page}: companion`);
    }
    expect(found).toEqual([]);
    measured(`${pages.length} 个公开接口：电话、证件、未公开的陪同人 ${found.length} 处`);
  });
});

describe('rate limit (AZ10)', () => {
  it('the rate limit of public pages answers the 301st view of a minute with 429 in Chinese, only for that address, and resets', async () => {
    const ip = '203.0.113.9';
    // At the start of a minute, so that its end does not come in between.
    server.advance(60_000 - (server.services.now().getTime() % 60_000));
    const ask = () => server.ask<ErrorBody>('GET', `${publicCalls.news}?size=1`, { ip });
    const answers = await Promise.all(Array.from({ length: publicRate.views + 5 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(publicRate.views);
    const refused = answers.find(({ status }) => status === 429) as Answered<ErrorBody>;
    measured(
      `同一地址一分钟内 ${answers.length} 次：${answers.filter(({ status }) => status === 200).length} 次答复，其余 429`,
    );
    expect(refused.body).toMatchObject({ code: 'tooFast', message: publicityTexts.tooFast });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The other public calls share the count; another address has its own.
    expect((await server.ask('GET', publicCalls.reports, { ip })).status).toBe(429);
    expect((await server.ask('GET', publicCalls.reports, { ip: '203.0.113.10' })).status).toBe(200);
    server.advance(121_000);
    expect((await ask()).status).toBe(200);
  });

  it('captcha pictures beyond the limit of a minute are answered with 429 and Retry-After, only for that address', async () => {
    const ip = '203.0.113.11';
    server.advance(60_000 - (server.services.now().getTime() % 60_000));
    const answers: Answered<ErrorBody>[] = [];
    while (answers.at(-1)?.status !== 429 && answers.length < 1_000)
      answers.push(await server.ask<ErrorBody>('GET', 'auth/code', { ip }));
    const refused = answers.at(-1);
    expect([refused?.status, refused?.body.message]).toEqual([429, publicityTexts.tooFast]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.ask('GET', 'auth/code', { ip: '203.0.113.12' })).status).toBe(200);
  });
});
