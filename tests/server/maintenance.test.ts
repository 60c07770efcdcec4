import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type MaintenanceLine, maintenanceTexts } from '@contract/features/system/maintenanceFiles';
import { failures, messages } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { allRoutes } from '@server/app/routes';
import { makeBackup } from '@server/backup/makeBackup';
import { parseEnv } from '@server/base/env';
import { root } from '@server/base/root';
import { version } from '@server/base/version';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

// SPEC §7: uploads of deploy and database. Off by default, for platform administrators, after their password.

const keys = generateKeyPairSync('ed25519');
let server: TestServer;
let admin: string;
let holder: string;
let folder: string;
let backup: Buffer;

beforeAll(async () => {
  const updateKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  server = await testServer({ maintenance: true, updateKey });
  await server.rows.user({ userName: 'chief', nickName: '总管', isAdmin: true });
  await server.rows.user({ userName: 'holder', organizationId: await server.rows.organization() });
  [admin, holder] = [await server.login('chief'), await server.login('holder')];
  folder = await mkdtemp(join(tmpdir(), 'maintenance-'));
  const path = join(folder, 'lab.tar');
  const { database, files, now } = server.services;
  await makeBackup({ database, files, now }, path);
  backup = readFileSync(path);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload(kind: string, name: string, content: Buffer, signature?: string, token = admin) {
  const form = new FormData();
  if (signature !== undefined) form.append('signature', signature);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const response = await server.app.request(`/api/${kind}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const body = (await response.json()) as Answer<MaintenanceLine> & ErrorBody;
  return { status: response.status, message: body.message, line: body.body };
}
const open = (password = testPassword, token = admin) =>
  server.ask<ErrorBody>('PUT', 'api/maintenance/open', { token, body: { password } });
const listed = async () =>
  (await server.ask<Page<MaintenanceLine>>('GET', 'api/maintenance', { token: admin })).body.content;
const kept = async () => (await readdir(join(server.services.env.dataDir, 'maintenance')).catch(() => [])).length;
const signatureOf = (name: string, content: Buffer, key = keys.privateKey) =>
  sign(null, Buffer.from(`${name} ${createHash('sha256').update(content).digest('hex')}`), key).toString('base64');

describe('maintenance', () => {
  it('the maintenance calls answer 404 unless maintenance access was enabled', async () => {
    expect(parseEnv({}).maintenance).toBe(false);
    const closed = await testServer();
    onTestFinished(() => closed.close());
    const paths = allRoutes(closed.services).map(({ path }) => path);
    expect(paths.filter((path) => /maintenance|deploy|database/.test(path))).toEqual([]);
  });

  it('the maintenance upload refuses strangers, people without permission, and sessions that have not given the password', async () => {
    for (const kind of ['database', 'deploy']) {
      expect((await upload(kind, 'a.tar', backup, undefined, 'x')).status).toBe(401);
      expect((await upload(kind, 'a.tar', backup, undefined, holder)).status).toBe(403);
      expect(await upload(kind, 'a.tar', backup)).toMatchObject({ status: 403, message: maintenanceTexts.askPassword });
    }
    expect((await server.ask('GET', 'api/maintenance', { token: holder })).status).toBe(403);
    const wrong = await open('Wrong-2024#x');
    expect([wrong.status, wrong.body.message]).toEqual([400, failures.wrongPassword]);
    expect((await upload('database', 'a.tar', backup)).status).toBe(403);
    expect(await kept()).toBe(0);
  });

  it('an uploaded backup is checked completely and kept, and the page says how to restore it; nothing is restored', async () => {
    expect((await open()).status).toBe(200);
    const { status, message, line } = await upload('database', 'lab.tar', backup);
    expect([status, message]).toEqual([200, messages.uploaded]);
    expect(line).toMatchObject({ fileName: 'lab.tar', kind: 'database', size: backup.length, uploadedBy: '总管' });
    expect(line?.facts).toContain('备份文件完整');
    const path = /npm run restore -- (\S+)/.exec(line?.command ?? '')?.[1] ?? '';
    expect(readFileSync(path).equals(backup)).toBe(true);
    expect(await listed()).toEqual([line]);
    const damaged = Buffer.from(backup);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 0xff;
    for (const bad of [damaged, backup.subarray(0, backup.length / 2), Buffer.from('not a backup')]) {
      const refused = await upload('database', 'bad.tar', bad);
      expect(refused.status).toBe(400);
      expect(refused.message).toContain('bad.tar');
      expect(refused.message).not.toContain(server.services.env.dataDir);
    }
    expect((await listed()).length).toBe(1);
    const trail = await server.ask<Page<{ action: string; title: string }>>('GET', 'api/auditLog?entity=maintenance', {
      token: admin,
    });
    expect(trail.body.content).toMatchObject([{ action: 'upload', title: 'lab.tar' }]);
  });

  it('an update package is accepted only with a valid signature and of a later version', async () => {
    const [name, content] = ['occhealth-lab-99.0.1.tar.gz', Buffer.from('a package')];
    const [file, key] = [join(folder, name), join(folder, 'key.pem')];
    writeFileSync(file, content);
    writeFileSync(key, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    execFileSync(process.execPath, [join(root, 'scripts/signUpdate.mjs'), file, key]);
    expect(readFileSync(`${file}.sig`, 'utf8')).toBe(signatureOf(name, content));
    const said = async (signature: string | undefined, as = name) =>
      (await upload('deploy', as, content, signature)).message;
    expect(await said('')).toBe(maintenanceTexts.noSignature);
    expect(await said(signatureOf(name, Buffer.from('another')))).toBe(maintenanceTexts.badSignature);
    expect(await said(signatureOf(name, content, generateKeyPairSync('ed25519').privateKey))).toBe(
      maintenanceTexts.badSignature,
    );
    expect(await said(signatureOf(name, content), 'update.zip')).toBe(maintenanceTexts.badName);
    const same = `occhealth-lab-${version}.tar.gz`;
    expect(await said(signatureOf(same, content), same)).toBe(maintenanceTexts.notNewer(version));
    const taken = await upload('deploy', name, content, signatureOf(name, content));
    expect([taken.message, taken.line?.facts]).toEqual([messages.uploaded, maintenanceTexts.signed('99.0.1')]);
    expect((await listed()).map(({ kind }) => kind)).toEqual(['deploy', 'database']);
  });

  it('uploaded maintenance files can be removed, and the maintenance access closes again by itself', async () => {
    const [newest] = await listed();
    const path = /-xzf (\S+)/.exec(newest?.command ?? '')?.[1] ?? '';
    expect(existsSync(path)).toBe(true);
    const remove = (ids: readonly number[]) =>
      server.ask<ErrorBody>('DELETE', 'api/maintenance/delete', { token: admin, body: ids });
    expect((await remove([1])).status).toBe(404);
    expect((await remove([newest?.id ?? 0])).body.message).toBe(messages.deleted);
    expect([existsSync(path), (await listed()).length]).toEqual([false, 1]);
    server.advance(10 * 60_000 + 1_000);
    expect((await remove([(await listed())[0]?.id ?? 0])).body.message).toBe(maintenanceTexts.askPassword);
  });
});
