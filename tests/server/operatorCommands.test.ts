import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { doctorTexts } from '@contract/features/system/doctorTexts';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import type { ErrorBody, LoginAnswer } from '@contract/wire';
import { requestCommand, serveControl } from '@server/backup/controlSocket';
import { parseEnv } from '@server/base/env';
import { parseEnvFile } from '@server/base/envFile';
import { StartRefusal } from '@server/base/startRefusal';
import { unknownSettings } from '@server/base/unknownSettings';
import { runOperatorCommand } from '@server/commands/operator/runOperatorCommand';
import { runCommand } from '@server/commands/runCommand';
import { auditLogTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
const run = (command: string, ...args: string[]) =>
  Promise.resolve().then(() => runOperatorCommand(server.services, { command, args, account: 'root' }));
const lastLine = async () => {
  const [line] = await server.database.orm.select().from(auditLogTable).orderBy(desc(auditLogTable.id)).limit(1);
  return line;
};
const signIn = (username: string, password: string) =>
  server.ask<LoginAnswer>('POST', 'auth/login', { body: { username, password } });

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '一号检测' });
  await server.rows.user({ userName: 'Forgetful', nickName: '健忘', organizationId });
  await server.rows.user({ userName: 'gone', nickName: '停用者', organizationId, enabled: '0' });
});
afterAll(() => server.close());

describe('operator commands', () => {
  it('the command users lists accounts with organization and state, filtered by name, user name or organization', async () => {
    const { lines } = await run('users', '一号');
    expect(lines).toEqual([
      operatorTexts.userHead,
      'Forgetful\t健忘\t一号检测\t\t正常',
      'gone\t停用者\t一号检测\t\t账号已停用，请联系管理员',
    ]);
    expect(await run('users', 'nobody-here')).toEqual({
      lines: [],
      warnings: [operatorTexts.nobody('nobody-here')],
      code: 1,
    });
  });

  it('the command reset-password prints a one-time password, ends sessions, and names the operator in the audit trail', async () => {
    const old = await server.login('Forgetful');
    const { lines, warnings } = await run('reset-password', 'forgetful');
    const password = /一次性密码：(\S+)/.exec(lines[0] ?? '')?.[1] ?? '';
    expect(warnings).toEqual([]);
    expect((await server.ask('GET', 'auth/info', { token: old })).status).toBe(401);
    const { body } = await signIn('Forgetful', password);
    expect(body.user.mustChangePassword).toBe(true);
    const changed = await server.ask('PUT', 'api/user/password', {
      token: body.token,
      body: { oldPassword: password, newPassword: 'Own#Choice72' },
    });
    expect(changed.status).toBe(200);
    const lines2 = await server.database.orm.select().from(auditLogTable).orderBy(desc(auditLogTable.id));
    const line = lines2.find(({ reason }) => reason === operatorTexts.resetReason);
    expect(line).toMatchObject({ userName: '命令行（root）', ip: '服务器', action: 'reset', title: '健忘' });
    expect(JSON.stringify(lines2)).not.toContain(password);
  });

  it('the command reset-password says if the person still may not sign in, and refuses an unknown name', async () => {
    expect((await run('reset-password', 'gone')).warnings).toEqual([operatorTexts.barred('账号已停用，请联系管理员')]);
    await expect(run('reset-password', 'nobody')).rejects.toThrow(operatorTexts.noUser('nobody'));
    await expect(run('reset-password')).rejects.toThrow(operatorTexts.usage.resetPassword);
  });

  it('the command unlock clears failed sign-ins of a person or an address', async () => {
    for (let tried = 0; tried < 5; tried += 1) await signIn('Forgetful', 'wrong');
    const locked = await signIn('Forgetful', 'Own#Choice72');
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await run('users', 'Forgetful')).lines[1]).toContain('登录锁定至');
    expect((await run('unlock', 'forgetful')).lines).toEqual([operatorTexts.unlocked('forgetful', 5)]);
    expect(await lastLine()).toMatchObject({ reason: operatorTexts.unlockReason(5), userName: '命令行（root）' });
    expect((await signIn('Forgetful', 'Own#Choice72')).status).toBe(200);
    await signIn('Forgetful', 'wrong');
    const { lines } = await run('unlock', '127.0.0.1');
    expect(lines[0]).toMatch(/^(已清除 127|127).*/);
    await expect(run('unlock', 'nobody')).rejects.toThrow(StartRefusal);
  });

  it('the operator commands are carried out by the running server if it has the embedded database', async () => {
    if (server.database.kind !== 'pglite') return;
    const { dataDir } = server.services.env;
    const control = await serveControl(server.services, runOperatorCommand);
    onTestFinished(() => control.stop());
    const ask = (command: string, ...args: string[]) => requestCommand(dataDir, { command, args, account: 'root' });
    expect((await ask('users', 'gone')).lines).toHaveLength(2);
    await expect(ask('unlock')).rejects.toThrow(operatorTexts.usage.unlock);
    await expect(ask('future')).rejects.toThrow('正在运行的服务没有 future 命令');
  });

  it('the operator commands are refused if there is no database, and create none', async () => {
    const dataDir = join(tmpdir(), `none-${randomUUID()}`);
    const told: string[] = [];
    const say = { line: (text: string) => told.push(text), warning: (text: string) => told.push(text) };
    expect(await runCommand(parseEnv({ DATA_DIR: dataDir }), 'users', [], say)).toBe(1);
    expect(told).toEqual([operatorTexts.empty(dataDir)]);
  });

  it('the command maintenance lets only platform administrators work, and shows others the operator’s message', async () => {
    const { token } = (await signIn('Forgetful', 'Own#Choice72')).body;
    await server.rows.user({ userName: 'chief', isAdmin: true });
    const admin = await server.login('chief');
    expect((await run('maintenance')).lines).toEqual([operatorTexts.maintenanceState(null)]);
    await run('maintenance', 'on', '今晚升级，22:00恢复');
    const refused = await server.ask<ErrorBody>('GET', 'api/user/center', { token });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      503,
      'maintenance',
      '今晚升级，22:00恢复',
    ]);
    expect((await server.ask('GET', 'auth/info', { token })).status).toBe(200);
    expect((await server.ask('GET', 'api/user/center', { token: admin })).status).toBe(200);
    expect(await lastLine()).toMatchObject({ entity: 'installation', userName: '命令行（root）' });
    expect((await run('maintenance')).lines).toEqual([operatorTexts.maintenanceState('今晚升级，22:00恢复')]);
    await expect(run('maintenance', 'on', '长'.repeat(201))).rejects.toThrow(operatorTexts.tooLong(200));
    await expect(run('maintenance', 'later')).rejects.toThrow(operatorTexts.usage.maintenance);
    await run('maintenance', 'off');
    expect((await server.ask('GET', 'api/user/center', { token })).status).toBe(200);
  });

  it('the command doctor prints a line for each check, and what to do about each fault', async () => {
    const told: string[] = [];
    const say = { line: (text: string) => told.push(text), warning: (text: string) => told.push(text) };
    const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const run = (more: Record<string, string>, ...args: string[]) => {
      told.length = 0;
      return runCommand(parseEnv({ DATA_DIR: dataDir, ...more }), 'doctor', args, say);
    };
    expect(await run({ PUBLIC_URL: 'https://lab.example.com' })).toBe(0);
    expect(told.map((line) => line.split('\t').slice(0, 2).join(' '))).toEqual([
      '正常 Node',
      '正常 数据目录',
      '正常 磁盘',
      '正常 字体',
      '正常 对外网址',
      '正常 主密钥',
      '提示 自动备份',
      '提示 邮件',
      '提示 数据库',
      doctorTexts.all,
    ]);
    chmodSync(dataDir, 0o755);
    expect(await run({ BACKUP_DIR: join(dataDir, 'none') })).toBe(1);
    expect(told).toContain(doctorTexts.fault('数据目录', doctorTexts.open(dataDir)));
    expect(told).toContain(doctorTexts.fault('自动备份', doctorTexts.notWritable(join(dataDir, 'none'), 'ENOENT')));
    expect(told.at(-1)).toBe(doctorTexts.some(2));
    expect(await run({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com' }, '--mail', 'b@example.com')).toBe(
      1,
    );
    expect(told.find((line) => line.startsWith('问题\t邮件'))).toContain('连接不上邮件服务器');
    expect(await run({ DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' })).toBe(1);
    expect(told.find((line) => line.startsWith('问题\t数据库'))).toContain('无法连接 DATABASE_URL');
    expect(await run({}, '--mail')).toBe(1);
    expect(told).toEqual([operatorTexts.usage.doctor]);
  });

  it('the command doctor asks the running server about database, files and clock', async () => {
    const { lines, code } = await run('doctor');
    expect(
      lines.map((line) => line.split('\t').slice(0, 2).join(' ')).filter((line) => !line.includes('连接')),
    ).toEqual(['正常 数据库', '正常 文件存储', '正常 时钟']);
    expect(code).toBe(0);
  });

  it('the command help names every command, and the command version prints build and schema', async () => {
    const told: string[] = [];
    const say = { line: (text: string) => told.push(text), warning: (text: string) => told.push(text) };
    expect(await runCommand(parseEnv({}), 'help', [], say)).toBe(0);
    for (const name of ['users', 'reset-password', 'unlock', 'backup', 'restore', 'verify-audit', 'version'])
      expect(
        told.find((line) => line.startsWith(`${name} `)),
        name,
      ).toMatch(/\p{Script=Han}/u);
    expect(await runCommand(parseEnv({}), 'version', [], say)).toBe(0);
    expect(told.at(-1)).toMatch(/version \d+\.\d+\.\d+\nbuild {3}\S+\nschema {2}\d{4}_\w+\nnode {4}v/);
  });
});

describe('settings file', () => {
  it('the settings file is read as systemd reads it: values are not cut at &, # or $', () => {
    const text = [
      '# a comment \\',
      'goes on',
      '; another',
      'FILE_STORE=s3://lab?endpoint=http://h:9000&region=x#y',
      'A="with \\"quotes\\", \\$ and \\n"',
      "B='as $it & is\\'",
      'C=two \\',
      'lines  ',
      ' D = spaced ',
      'E="one"\'two\' three',
      'no assignment',
      'F=',
      "G=it's",
    ].join('\r\n');
    expect(parseEnvFile(text)).toEqual({
      FILE_STORE: 's3://lab?endpoint=http://h:9000&region=x#y',
      A: 'with "quotes", $ and \\n',
      B: 'as $it & is\\',
      C: 'two lines',
      D: 'spaced',
      E: 'onetwothree',
      F: '',
      G: "it's",
    });
  });

  it('the check of the settings file names variables that no setting reads', () => {
    const names = ['DATABASE_URL', 'DATA_DIR', 'BACKUP_DIR', 'PORT'];
    expect(
      unknownSettings(names, { PATH: '/bin', MAIL: '/var/mail/root', DATABSE_URL: 'x', BACKUP_TIME: '1' }),
    ).toEqual([
      '没有名为 DATABSE_URL 的设置，是否为 DATABASE_URL？',
      '没有名为 BACKUP_TIME 的设置，请对照 .env.example 检查。',
    ]);
    expect(
      unknownSettings(names, { DATA_DIR: '/x', NODE_ENV: 'production' }, { COLOUR: 'red', DATADIR: '/y' }),
    ).toEqual(['没有名为 COLOUR 的设置，请对照 .env.example 检查。', '没有名为 DATADIR 的设置，是否为 DATA_DIR？']);
  });

  it('the settings check explains that special characters in a database password must be encoded', () => {
    for (const url of ['postgres://lab:p@ss@h/d', 'postgres://lab:p#ss@h/d', 'postgres://lab:100%@h/d'])
      expect(() => parseEnv({ DATABASE_URL: url }), url).toThrow('@ 写作 %40');
    expect(parseEnv({ DATABASE_URL: 'postgres://lab:a%40b&c@h/d' }).databaseUrl).toContain('a%40b&c');
  });
});
