import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { industryNewsTable, organizationTable, storedFileTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';
import { pdf, png, sendForm } from '../support/uploads';

interface Listed {
  content: {
    id: string;
    name: string;
    usedBy: string | null;
    createByName: string;
    size: number;
    sha256: string;
    mime: string;
    open: boolean;
    createTime: string;
    clearFrom: string | null;
    orphan: boolean;
  }[];
  totalElements: number;
}

let server: TestServer;
let admin: string;
let keeper: string;
let stranger: string;
let bystander: string;
let organizationId: number;

const day = 86_400_000;
const upload = async (token: string, name: string, content: Uint8Array, fileClass = 'image') =>
  (await sendForm<{ body: { id: string } }>(server, 'api/file/upload', { token, name, content, fields: { fileClass } }))
    .body.body.id;
const list = async (token: string, query = '') =>
  (await server.ask<Listed>('GET', `api/storedFile${query}`, { token })).body;
const names = async (token: string, query = '') => (await list(token, query)).content.map(({ name }) => name).sort();
const clean = (token: string, ids: string[]) =>
  server.ask<{ message: string }>('DELETE', 'api/storedFile/delete', { token, body: ids });

let logo: string;
let avatar: string;
let mentioned: string;
let chosen: string;
let forgotten: string;
let strange: string;

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization({ name: '甲检测中心' });
  const other = await server.rows.organization({ name: '乙检测中心' });
  const roles = [await server.rows.role({ permissions: ['file:list', 'file:del'] })];
  await server.rows.user({ userName: 'chief', isAdmin: true });
  await server.rows.user({ userName: 'keeper', nickName: '陈管', organizationId, roles });
  await server.rows.user({ userName: 'stranger', organizationId: other, roles });
  await server.rows.user({ userName: 'bystander', organizationId });
  [admin, keeper, stranger, bystander] = (await Promise.all(
    ['chief', 'keeper', 'stranger', 'bystander'].map((name) => server.login(name)),
  )) as [string, string, string, string];
  logo = await upload(keeper, '标志.png', png());
  avatar = await upload(keeper, '头像.png', png(30, 30));
  mentioned = await upload(keeper, '公告图.png', png(40, 40));
  chosen = await upload(keeper, '偏好.png', png(50, 50));
  forgotten = await upload(keeper, '忘了.pdf', pdf(), 'document');
  strange = await upload(stranger, '乙的.png', png());
  await server.database.orm
    .update(organizationTable)
    .set({ logo, remark: '无' })
    .where(eq(organizationTable.id, organizationId));
  await server.ask('PUT', 'api/user/center', { token: keeper, body: { avatar } });
  // In formatted text of an organization, which names its pictures; and in data.
  await server.database.orm
    .update(organizationTable)
    .set({ remark: `<p>见<img src="/api/file/open/${mentioned}"></p>` })
    .where(eq(organizationTable.id, other));
  await server.ask('PUT', 'api/preference/look', { token: keeper, body: { value: { picture: chosen } } });
});
afterAll(() => server.close());

describe('list of files', () => {
  it('the file list shows who uploaded a file, when, its size, type and hash, and where it is used', async () => {
    const { content } = await list(keeper);
    expect(content.map(({ name }) => name).sort()).toEqual([
      '偏好.png',
      '公告图.png',
      '头像.png',
      '忘了.pdf',
      '标志.png',
    ]);
    expect(content.find(({ id }) => id === logo)).toMatchObject({
      createByName: '陈管',
      mime: 'image/png',
      usedBy: '机构“甲检测中心”（机构标志）',
      size: 200,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(content.find(({ id }) => id === avatar)?.usedBy).toBe('用户“陈管”（头像）');
    expect(content.find(({ id }) => id === mentioned)?.usedBy).toBe('机构“乙检测中心”（备注）');
    expect(content.find(({ id }) => id === forgotten)?.usedBy).toBeNull();
  });

  it('the file list finds files by name, uploader, type and hash', async () => {
    const {
      content: [one],
    } = await list(keeper, '?keyword=忘了');
    expect(one?.name).toBe('忘了.pdf');
    expect(await names(keeper, `?sha256=${one?.sha256}`)).toEqual(['忘了.pdf']);
    expect(await names(keeper, '?mime=pdf')).toEqual(['忘了.pdf']);
    expect((await list(keeper, '?keyword=陈管')).totalElements).toBe(5);
    expect((await server.ask('GET', 'api/storedFile?nothing=1', { token: keeper })).status).toBe(400);
  });

  it('the file list shows an organization its own files, an administrator all, and nobody without the permission any', async () => {
    expect(await names(stranger)).toEqual(['乙的.png']);
    expect((await list(admin)).totalElements).toBe(6);
    expect((await server.ask('GET', 'api/storedFile', { token: bystander })).status).toBe(403);
    for (const one of [strange, 'nothing', '00000000-0000-4000-8000-000000000000'])
      expect((await server.ask('GET', `api/storedFile/${one}/uses`, { token: keeper })).status).toBe(404);
  });

  it('the file list marks a file as public while a published article shows it', async () => {
    const cover = await upload(keeper, '封面.png', png(44, 44));
    const open = async () => (await list(keeper, '?keyword=封面')).content[0]?.open;
    expect(await open()).toBe(false);
    const [article] = await server.database.orm
      .insert(industryNewsTable)
      .values({
        organizationId,
        title: '文章',
        category: 'policy',
        content: '<p>正文</p>',
        topped: false,
        contactsPublic: false,
        status: '1',
        cover,
      })
      .returning({ id: industryNewsTable.id });
    expect(await open()).toBe(true);
    await server.database.orm
      .update(industryNewsTable)
      .set({ status: '2' })
      .where(eq(industryNewsTable.id, article?.id ?? 0));
    expect(await open()).toBe(false);
    await server.database.orm.delete(industryNewsTable);
    await server.database.orm.delete(storedFileTable).where(eq(storedFileTable.id, cover));
  });

  it('the uses of a stored file include fields of rows and files named inside stored data', async () => {
    expect((await server.ask('GET', `api/storedFile/${chosen}/uses`, { token: keeper })).body).toEqual({
      content: [{ entity: 'preference', field: '', title: '' }],
    });
    expect((await server.ask('GET', `api/storedFile/${logo}/uses`, { token: keeper })).body).toEqual({
      content: [{ entity: '机构', field: '机构标志', title: '甲检测中心' }],
    });
  });
});

describe('cleaning of files', () => {
  it('the cleaning of files offers no file of today, since an open form may hold it', async () => {
    expect(await names(keeper, '?orphan=true')).toEqual([]);
    const refused = await clean(keeper, [forgotten]);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('忘了.pdf');
  });

  it('the cleaning of files says from when an unused file can be cleaned, cleans it at once on request, and never a used file', async () => {
    const lost = await upload(keeper, '刚传的.png', png(33, 33));
    const shown = (await list(keeper)).content;
    const [fresh, used] = [shown.find(({ id }) => id === lost), shown.find(({ id }) => id === avatar)];
    expect(fresh?.orphan).toBe(false);
    expect(
      new Date(`${fresh?.clearFrom}`.replace(' ', 'T')).getTime() -
        new Date(`${fresh?.createTime}`.replace(' ', 'T')).getTime(),
    ).toBe(day);
    expect([used?.clearFrom, used?.orphan]).toEqual([null, false]);
    // In the order of that time, those that are used last.
    for (const direction of ['asc', 'desc']) {
      const times = (await list(keeper, `?size=100&sort=clearFrom,${direction}`)).content.map(
        ({ clearFrom }) => clearFrom ?? '',
      );
      const known = times.filter(Boolean);
      expect(times).toEqual([
        ...known.sort((one, other) => (direction === 'asc' ? 1 : -1) * one.localeCompare(other)),
        ...times.filter((time) => time === ''),
      ]);
      expect(known.length).toBeGreaterThan(1);
    }
    const now = (ids: string[]) =>
      server.ask<{ message: string }>('DELETE', 'api/storedFile/delete?now=true', { token: keeper, body: ids });
    expect((await clean(keeper, [lost])).status).toBe(409);
    expect((await now([lost, avatar])).status).toBe(409);
    expect((await now([lost])).status).toBe(200);
    expect(await server.services.files.stat(lost)).toBeUndefined();
  });

  it('the cleaning of files offers after a day every file that no row refers to, by key, in text or in data', async () => {
    await server.database.orm.update(storedFileTable).set({ createTime: new Date(Date.now() - 2 * day) });
    expect(await names(keeper, '?orphan=true')).toEqual(['忘了.pdf']);
    expect(await names(keeper, '?orphan=false')).not.toContain('忘了.pdf');
    expect(await names(admin, '?orphan=true')).toEqual(['乙的.png', '忘了.pdf']);
  });

  it('the cleaning of files is refused as a whole if one file is used or belongs to another organization', async () => {
    expect((await clean(keeper, [forgotten, logo])).status).toBe(409);
    expect((await clean(keeper, [forgotten, chosen])).status).toBe(409);
    expect((await clean(keeper, [forgotten, strange])).status).toBe(404);
    expect((await clean(bystander, [forgotten])).status).toBe(403);
    expect(await server.services.files.stat(forgotten)).toBeDefined();
  });

  it('a cleaned file loses its content, keeps its record in the audit trail, and is answered 404 from then on', async () => {
    expect((await clean(keeper, [forgotten])).status).toBe(200);
    expect(await server.services.files.stat(forgotten)).toBeUndefined();
    expect(await names(keeper)).not.toContain('忘了.pdf');
    expect((await server.ask('GET', `api/file/${forgotten}`, { token: keeper })).status).toBe(404);
    expect((await clean(keeper, [forgotten])).status).toBe(404);
    const trail = await server.ask<{ content: object[] }>(
      'GET',
      'api/auditLog?entity=storedFile&action=del&title=忘了',
      { token: admin },
    );
    expect(trail.body.content).toMatchObject([{ title: '忘了.pdf', userName: '陈管（keeper）' }]);
  });

  it('a file that is cleaned and put to use at the same time is either cleaned or used, and a used file keeps its content', async () => {
    const uses: [string, (file: string) => Promise<{ status: number }>][] = [
      [
        '机构',
        (file) =>
          server.ask('POST', 'api/organization/add', {
            token: admin,
            body: { name: `机构${file.slice(0, 8)}`, code: `J${file.slice(0, 8)}`, enabled: '1', logo: file },
          }),
      ],
      ['签名', (file) => server.ask('PUT', 'api/user/signature', { token: keeper, body: { fileId: file } })],
      ['头像', (file) => server.ask('PUT', 'api/user/center', { token: keeper, body: { avatar: file } })],
    ];
    for (const [what, use] of uses) {
      for (let round = 0; round < 8; round += 1) {
        const file = await upload(keeper, `${what}${round}.png`, png(60 + round, 60));
        await server.database.orm
          .update(storedFileTable)
          .set({ createTime: new Date(Date.now() - 2 * day) })
          .where(eq(storedFileTable.id, file));
        const [cleaned, used] = await Promise.all([clean(keeper, [file]), use(file)]);
        expect(
          [
            [200, 404],
            [409, 200],
          ],
          `${what} ${round}`,
        ).toContainEqual([cleaned.status, used.status]);
        expect((await server.services.files.stat(file)) === undefined, `${what} ${round}`).toBe(cleaned.status === 200);
      }
    }
  });
});

describe('upload quota within 24 hours (SEC-7)', () => {
  const gigabyte = 1024 ** 3;
  let limited: TestServer;
  let [staff, firm, chief] = ['', '', ''];
  const send = (token: string, length: number) =>
    sendForm<{ code: string; message: string }>(limited, 'api/file/upload', {
      token,
      name: '图.png',
      content: png(20, 10, length),
      fields: { fileClass: 'image' },
    });

  beforeAll(async () => {
    limited = await testServer({ outsideUpload: 3000 / gigabyte, personUpload: 5000 / gigabyte });
    const organization = await limited.rows.organization({ name: '丙检测中心' });
    await limited.rows.user({
      userName: 'staff',
      organizationId: organization,
      roles: [await limited.rows.role({ permissions: ['file:list', 'file:del'] })],
    });
    for (const userName of ['firm', 'other'])
      await limited.rows.user({ userName, organizationId: organization, isQy: true });
    await limited.rows.user({ userName: 'chief', isAdmin: true });
    [staff, firm, chief] = [await limited.login('staff'), await limited.login('firm'), await limited.login('chief')];
  });
  afterAll(() => limited.close());

  it('the upload quota of 24 hours limits all outsiders of an organization together and each person, is shown, and is free a day later', async () => {
    expect((await send(firm, 2000)).status).toBe(200);
    const more = await send(await limited.login('other'), 2000);
    expect([more.status, more.body.code]).toEqual([413, 'quota']);
    expect(more.body.message).toContain('外部人员24小时内上传的文件已达2.93 KB的上限');
    expect((await send(staff, 3000)).status).toBe(200);
    expect((await send(staff, 3000)).body.message).toContain('24小时内上传的文件已达4.88 KB的上限');
    const usage = await limited.ask('GET', 'api/storedFile/usage', { token: staff });
    expect(usage.body).toMatchObject({
      outside: 2000,
      outsideLimit: 3000,
      ownBytes: 3000,
      ownLimit: 5000,
      storedBytes: 5000,
    });
    limited.advance(day + 60_000);
    firm = await limited.login('firm');
    expect((await send(firm, 2000)).status).toBe(200);
  });

  it('simultaneous uploads of one person, or of several outsiders of an organization, do not exceed the quota together', async () => {
    limited.advance(2 * day);
    const [own, others] = [await limited.login('staff'), [await limited.login('firm'), await limited.login('other')]];
    const statuses = async (tokens: string[], length: number): Promise<number[]> =>
      (await Promise.all(tokens.map((token) => send(token, length)))).map(({ status }) => status).sort();
    expect(await statuses(Array<string>(8).fill(own), 2000)).toEqual([200, 200, ...Array<number>(6).fill(413)]);
    expect(await statuses([...others, ...others, ...others], 1400)).toEqual([200, 200, 413, 413, 413, 413]);
    const { body } = await limited.ask('GET', 'api/storedFile/usage', { token: own });
    expect(body).toMatchObject({ outside: 2800, ownBytes: 4000 });
  });

  it('the upload quota can be freed at once by a platform administrator, who removes files without a reference', async () => {
    staff = await limited.login('staff');
    chief = await limited.login('chief');
    const { body } = await limited.ask<Listed>('GET', 'api/storedFile?sort=createTime,desc', { token: staff });
    const newest = body.content[0]?.id ?? '';
    const usage = async () => {
      const { body: used } = await limited.ask<{ ownBytes: number; outside: number }>('GET', 'api/storedFile/usage', {
        token: staff,
      });
      return used.ownBytes + used.outside;
    };
    const usedBefore = await usage();
    expect((await limited.ask('DELETE', 'api/storedFile/delete', { token: staff, body: [newest] })).status).toBe(409);
    expect((await limited.ask('DELETE', 'api/storedFile/delete', { token: chief, body: [newest] })).status).toBe(200);
    expect(await usage()).toBe(usedBefore - Number(body.content[0]?.size));
  });

  it('the stored preferences of a person are limited in number and size', async () => {
    const put = (key: string, value: unknown) =>
      limited.ask<{ message: string }>('PUT', `api/preference/${key}`, { token: staff, body: { value } });
    await limited.database.query(
      `insert into preference (user_id, key, value)
        select (select id from "user" where user_name = 'staff'), 'many' || at, '1' from generate_series(1, 299) as at`,
    );
    expect((await put('last', 1)).status).toBe(200);
    const refused = await put('one-more', 1);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('最多300项')]);
    expect((await put('last', 2)).status).toBe(200);
  });
});
