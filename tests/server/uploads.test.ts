import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { FileClass } from '@contract/field';
import type { Answer, ErrorBody } from '@contract/wire';
import { reportFormulaTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';
import { bytesOf, pdf, png, sendForm } from '../support/uploads';

// The uploads that SPEC §7 names: a person hands a file over, the row of its subject shows it, and it comes back byte
// by byte to whoever sees the row.

let server: TestServer;
let token: string;
let stranger: string;
let organizationId: number;
let person: number;
let unit: number;
let project: number;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  const permissions = [
    'industryNews',
    'reportScene',
    'historyReport',
    'archiveFile',
    'surveyFile',
    'reportModule',
    'reagent',
    'standard',
    'consumable',
    'vehicle',
    'vehiclePlan',
    'siteMedia',
    'organization',
    'qualityControl',
    'reportFormula',
  ].flatMap((name) => ['list', 'add', 'edit'].map((action) => `${name}:${action}`));
  const role = await rows.role({ permissions: [...permissions, 'project:list'] });
  person = await rows.user({ userName: 'keeper', organizationId, roles: [role] });
  await rows.user({ userName: 'chief', isAdmin: true });
  const away = await rows.organization({ name: '乙检测中心' });
  await rows.user({ userName: 'stranger', organizationId: away, roles: [role] });
  [token, stranger] = [await server.login('keeper'), await server.login('stranger')];
  unit = await rows.inspectUnit({ organizationId });
  project = await rows.project({ organizationId, belongInspect: unit, stage: 'survey' });
});
afterAll(() => server.close());

const fileAt = (id: string, who: string) =>
  server.app.request(`/api/file/${id}`, { headers: { authorization: `Bearer ${who}` } });

let serial = 0;
/** Uploads a file that no other equals. */
async function upload(fileClass: FileClass, who = token): Promise<{ id: string; content: Uint8Array }> {
  serial += 1;
  const content =
    fileClass === 'document' ? Buffer.concat([pdf(), bytesOf(`%${serial}`)]) : png(300 + serial, 200, 400 + serial);
  const { status, body, text } = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
    token: who,
    name: fileClass === 'document' ? '文件.pdf' : '图片.png',
    content,
    fields: { fileClass },
  });
  expect(status, text).toBe(200);
  return { id: body.body?.id ?? '', content };
}

/** Expects that whoever uploaded the file gets it back unchanged, and another organization nothing. */
async function expectKept({ id, content }: { id: string; content: Uint8Array }): Promise<void> {
  const own = await fileAt(id, token);
  expect([own.status, Buffer.from(await own.arrayBuffer()).equals(Buffer.from(content))]).toEqual([200, true]);
  expect((await fileAt(id, stranger)).status).toBe(404);
}

interface Subject {
  readonly path: string;
  readonly field: string;
  readonly fileClass: FileClass;
  readonly values: Readonly<Record<string, unknown>>;
  readonly who?: string;
}

/**
 * Adds a row with an upload, and expects that the row shows it, that it is kept, and that a made-up file is refused.
 */
async function kept({ path, field, fileClass, values, who = token }: Subject): Promise<AnyRow> {
  const unknown = await server.ask<ErrorBody>('POST', `${path}/add`, {
    token: who,
    body: { ...values, [field]: '00000000-0000-4000-8000-000000000000' },
  });
  expect([path, [400, 404].includes(unknown.status)]).toEqual([path, true]);
  const file = await upload(fileClass, who);
  const added = await server.ask<Answer<AnyRow>>('POST', `${path}/add`, {
    token: who,
    body: { ...values, [field]: file.id },
  });
  expect(added.status, added.text).toBe(200);
  const row = (await server.ask<AnyRow>('GET', `${path}/${added.body.body?.id}`, { token: who })).body;
  expect(row[field]).toBe(file.id);
  if (who === token) await expectKept(file);
  return row;
}

it('an uploaded picture of an article, and an avatar, is stored byte for byte and readable only in its organization', async () => {
  await kept({
    path: 'api/industryNews',
    field: 'cover',
    fileClass: 'image',
    values: { title: '防护知识', category: 'science', content: '<p>正文</p>' },
  });
  const avatar = await upload('image');
  const saved = await server.ask('PUT', 'api/user/center', { token, body: { avatar: avatar.id } });
  expect(saved.status, saved.text).toBe(200);
  const { body } = await server.ask<{ user: { avatar: string } }>('GET', 'auth/info', { token });
  expect(JSON.stringify(body)).toContain(avatar.id);
  await expectKept(avatar);
});

it('files uploaded to a project, as specimen signature or as certificate are stored byte for byte and readable only by members; the organization’s logo is public', async () => {
  await kept({
    path: 'api/archiveFile',
    field: 'content',
    fileClass: 'document',
    values: { project, fileKind: 'client', title: '客户资料' },
  });
  const signature = await upload('image');
  expect((await server.ask('PUT', 'api/user/signature', { token, body: { fileId: signature.id } })).status).toBe(200);
  const own = await server.ask<{ current: string }>('GET', 'api/user/signature', { token });
  expect(own.body.current).toBe(signature.id);
  await expectKept(signature);
  const [logo, certificate] = [await upload('image'), await upload('document')];
  const { body: held } = await server.ask<AnyRow>('GET', `api/organization/${organizationId}`, { token });
  const saved = await server.ask('PUT', 'api/organization/edit', {
    token,
    body: { ...held, logo: logo.id, qualificationFile: certificate.id },
  });
  expect(saved.status, saved.text).toBe(200);
  expect((await server.ask<AnyRow>('GET', `api/organization/${organizationId}`, { token })).body).toMatchObject({
    logo: logo.id,
    qualificationFile: certificate.id,
  });
  // The mark stands on pages that need no sign-in.
  expect((await server.app.request(`/api/file/open/${logo.id}`)).status).toBe(200);
  await expectKept(certificate);
});

it('files uploaded as a report’s template, picture and paper are stored byte for byte and readable only in their organization', async () => {
  await kept({
    path: 'api/reportModule',
    field: 'document',
    fileClass: 'document',
    values: { name: '定期检测报告模板' },
  });
  const notice = {
    title: '公示',
    unitName: '甲厂',
    reportNo: 'R-1',
    reportType: 'regular',
    reportDate: '2026-05-01',
    region: '浙江省/杭州市/滨江区',
    address: '江南大道1号',
    contact: '周敏',
    leader: '张工',
    team: '李工',
    companionPublic: true,
    status: '0',
    viewCount: 0,
  };
  const [made] = await server.database.orm
    .insert(reportFormulaTable)
    .values({ ...notice, organizationId })
    .returning({ id: reportFormulaTable.id });
  await kept({
    path: 'api/reportScene',
    field: 'picture',
    fileClass: 'image',
    values: { formula: made?.id, caption: '采样现场', activity: 'sampling' },
  });
  await kept({
    path: 'api/historyReport',
    field: 'paper',
    fileClass: 'document',
    values: { reportNo: 'OLD-1', unit, issuedOn: '2020-05-01' },
  });
});

it.each(['process', 'materials', 'layout', 'unit'])(
  'an upload for a survey file of the kind %s is stored unchanged with its project',
  async (fileKind) => {
    const row = await kept({
      path: 'api/surveyFile',
      field: 'content',
      fileClass: 'document',
      values: { project, fileKind, title: `附件${fileKind}` },
    });
    expect(row).toMatchObject({ project, fileKind });
  },
);

it('an upload for a sampling plan’s map is stored unchanged while the project is planned', async () => {
  const planned = await server.rows.project({ organizationId, belongInspect: unit, stage: 'planning' });
  const row = await kept({
    path: 'api/surveyFile',
    field: 'content',
    fileClass: 'document',
    values: { project: planned, fileKind: 'sites', title: '测点布置图' },
  });
  expect(row).toMatchObject({ project: planned, fileKind: 'sites' });
});

it('uploads for certificates of reagents, standards and consumables, and for vehicle papers, are stored unchanged', async () => {
  const lot = { lotNo: '20260501', status: '1' };
  const document = { fileClass: 'document', field: 'certificate' } as const;
  await kept({
    ...document,
    path: 'api/reagent',
    values: { ...lot, reagentNo: 'SJ-1', reagentName: '二硫化碳', validUntil: '2099-01-01' },
  });
  await kept({
    ...document,
    path: 'api/standard',
    values: { ...lot, standardNo: 'BZ-1', standardName: '苯溶液标准物质', validUntil: '2099-01-01' },
  });
  await kept({
    ...document,
    path: 'api/consumable',
    values: { ...lot, consumableNo: 'HC-1', consumableName: '活性炭管' },
  });
  const vehicle = await kept({
    path: 'api/vehicle',
    field: 'papers',
    fileClass: 'document',
    values: { plateNo: '浙A12345', vehicleName: '金杯', seats: 7, status: '1' },
  });
  await kept({
    path: 'api/vehiclePlan',
    field: 'attachment',
    fileClass: 'document',
    values: {
      vehicle: vehicle.id,
      startAt: '2098-05-01 08:00:00',
      endAt: '2098-05-01 18:00:00',
      driver: person,
      destination: '甲厂',
    },
  });
});
