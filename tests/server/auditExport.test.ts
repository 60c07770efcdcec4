import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stillHolds, verifyAuditChain } from '@server/audit/auditHashChain';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let admin: string;
let reader: string;
let local: string;

beforeAll(async () => {
  server = await testServer();
  const home = await server.rows.organization();
  await server.rows.user({ userName: 'chief', nickName: '总管', isAdmin: true, organizationId: home });
  await server.rows.user({
    userName: 'reader',
    organizationId: home,
    roles: [await server.rows.role({ permissions: ['auditLog:list'] })],
  });
  await server.rows.user({
    userName: 'local',
    organizationId: home,
    roles: [await server.rows.role({ permissions: ['auditLog:list', 'auditLog:export'] })],
  });
  local = await server.login('local');
  [admin, reader] = [await server.login('chief'), await server.login('reader')];
  const addAnswer = await server.ask<{ body: Record<string, unknown> }>('POST', 'api/customer/add', {
    token: admin,
    body: { customerName: '甲公司', contact: '周敏', organizationId: home },
  });
  expect(addAnswer.status, addAnswer.text).toBe(200);
  expect(
    (await server.ask('PUT', 'api/customer/edit', { token: admin, body: { ...addAnswer.body.body, contact: '王磊' } }))
      .status,
  ).toBe(200);
});
afterAll(() => server.close());

const listed = async (query: string) =>
  (
    await server.ask<{ content: { title: string; action: string }[]; totalElements: number }>(
      'GET',
      `api/auditLog?${query}`,
      { token: admin },
    )
  ).body;

/** Returns the lines of an exported text, cell by cell. */
async function exported(query: string): Promise<string[][]> {
  const response = await server.app.request(`/api/auditLog/export?format=txt&${query}`, {
    headers: { authorization: admin },
  });
  expect(response.status).toBe(200);
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(/-审计日志\.txt$/);
  return (await response.text())
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
}

describe('exported audit trail', () => {
  it('the exported audit trail contains the filtered lines and ends with its digest and the end of the chain', async () => {
    const lines = await exported('entityLabel=客户&sort=id,asc');
    const [header, ...rest] = lines;
    expect(header?.[0]).toBe('操作时间');
    const seal = rest.pop()?.join('') ?? '';
    expect(rest.map((line) => line[5])).toEqual(['甲公司', '甲公司']);
    expect(seal).toMatch(/^共2条；总管（chief）于\d{4}-\d\d-\d\d .*导出；/);
    const [, sha256, seq, hash] = /：([0-9a-f]{64})；审计链最新散列值：(\d+):([0-9a-f]{64})$/.exec(seal) ?? [];
    const noted = await server.database.query<{ after: { sha256?: string; count: number } }>(
      `select after from audit_log where action = 'export' order by id desc limit 1`,
    );
    expect(noted[0]?.after).toEqual({ count: 2, sha256 });
    expect(await stillHolds(server.database.orm, { seq: Number(seq), hash: hash ?? '' })).toBe(true);
    expect((await verifyAuditChain(server.database.orm)).broken).toEqual([]);
  });

  it('the exported audit trail of an organization ends with the hash of the chain alone, because its number would tell how much others wrote', async () => {
    const response = await server.app.request('/api/auditLog/export?format=txt&action=edit', {
      headers: { authorization: local },
    });
    const [, hash = ''] = /；审计链最新散列值：([0-9a-f]{64})\s*$/.exec(await response.text()) ?? [];
    expect(await stillHolds(server.database.orm, { seq: null, hash })).toBe(true);
    expect(await stillHolds(server.database.orm, { seq: null, hash: hash.replace(/./g, '0') })).toBe(false);
  });

  it('the exported audit trail ends with a digest of its lines, which differs for other content', async () => {
    const digestOf = (lines: string[][]) => /：([0-9a-f]{64})；/.exec(lines.at(-1)?.join('') ?? '')?.[1];
    const [one, other] = [await exported('action=edit'), await exported('action=add')];
    expect(digestOf(one)).not.toBe(digestOf(other));
    expect(digestOf(await exported('action=edit'))).toBe(digestOf(one));
    expect(digestOf(await exported('title=没有这样的'))).toBe(createHash('sha256').digest('hex'));
  });

  it('the exported audit trail is a valid workbook, and only people with the permission may export it', async () => {
    const response = await server.app.request('/api/auditLog/export?action=edit', {
      headers: { authorization: admin },
    });
    const table = await readWorkbook(new Uint8Array(await response.arrayBuffer()));
    expect(JSON.stringify(table)).toContain('甲公司');
    expect((await server.ask('GET', 'api/auditLog/export', { token: reader })).status).toBe(403);
  });
});

describe('audit trail by field', () => {
  it('the audit trail can be searched for changes of a field by the field’s label on the screen', async () => {
    const { content } = await listed('changed=联系人&entityLabel=客户&sort=id,asc');
    expect(content.map(({ action }) => action)).toEqual(['add', 'edit']);
    expect((await listed('changed=不存在的字段')).totalElements).toBe(0);
    expect((await listed('changed=联系人&userName=没有此人')).totalElements).toBe(0);
  });
});
