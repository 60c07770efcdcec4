import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseEnv } from '@server/base/env';
import { root } from '@server/base/root';
import { StartRefusal } from '@server/base/startRefusal';
import { version } from '@server/base/version';
import { openDatabase } from '@server/db/openDatabase';
import { nodeProblem } from '@server/entry/nodeVersion';
import { startServer } from '@server/entry/start';
import { buildProduct } from '../browser/support/productServer';
import { pgliteTemplate } from '../support/pgliteTemplate';

/** A migrated, empty database: the basis of a first start here, since migrating is tested elsewhere. */
let migrated: string;
/** Result of a first start, whose terminal showed `firstWords`. */
let filled: string;
let firstWords: string;
beforeAll(async () => {
  await buildProduct('server');
  migrated = mkdtempSync(join(tmpdir(), 'occhealth-start-'));
  await (await openDatabase({ dataDir: migrated, template: await pgliteTemplate('migrated') })).close();
  filled = mkdtempSync(join(tmpdir(), 'occhealth-start-'));
  cpSync(migrated, filled, { recursive: true });
  const first = await launched({ DATA_DIR: filled, DEMO: 'off' });
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  firstWords = first.said();
});
afterAll(() => {
  for (const directory of [migrated, filled]) rmSync(directory, { recursive: true, force: true });
});

function copyOf(directory: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'occhealth-start-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  cpSync(directory, dataDir, { recursive: true });
  return dataDir;
}

/** Returns a data directory for a later start. */
const filledDirectory = (): string => copyOf(filled);

const envFor = (dataDir: string, more: Record<string, string> = {}) =>
  parseEnv({ PORT: '0', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent', ...more });

/** Sends a request as it is, and returns the whole answer. */
async function rawAnswer(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(request);
  let text = '';
  for await (const part of socket) text += String(part);
  return text;
}

describe('start of the server', () => {
  it('the start of the server refuses a port in use in one sentence, before it opens or creates anything', async () => {
    const dataDir = join(tmpdir(), 'occhealth-start-never-made');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const start = startServer(envFor(dataDir, { PORT: String(port) }));
    await expect(start).rejects.toThrow(StartRefusal);
    await expect(start).rejects.toThrow(`端口 ${port} 已被占用`);
    await expect(startServer(envFor(dataDir, { HOST: '203.0.113.7' }))).rejects.toThrow(
      'HOST 指定的地址 203.0.113.7 在本机不可用',
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('the start of the server refuses a data directory in use, and a database newer than the code', async () => {
    const dataDir = filledDirectory();
    const running = await startServer(envFor(dataDir));
    await expect(startServer(envFor(dataDir))).rejects.toThrow(`数据目录 ${dataDir} 正被另一个进程使用`);
    await running.stop();

    const newer = await openDatabase({ dataDir });
    await newer.query(`insert into migration (name, sha256) values ('9999_future', '')`);
    await newer.close();
    await expect(startServer(envFor(dataDir))).rejects.toThrow('数据库比程序新');
  });

  it('the server can be stopped although a browser keeps an idle connection open', async () => {
    const running = await startServer(envFor(filledDirectory()));
    const answer = await fetch(`${running.url}/api/health`);
    expect(await answer.json()).toEqual({
      status: 'ok',
      database: 'pglite',
      disk: expect.stringMatching(/^(ok|low)$/),
      jobs: 'ok',
      version,
    });
    const { port } = new URL(running.url);
    for (const probe of ['/healthz', '/readyz'])
      expect(await rawAnswer(Number(port), `GET ${probe} HTTP/1.0\r\n\r\n`), probe).toMatch(/^HTTP\/1\.1 200 /);
    const started = Date.now();
    await running.stop();
    // Less than the time for running calls.
    expect(Date.now() - started).toBeLessThan(9_000);
  });
});

interface Server {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything written to the terminal so far. */
  said(): string;
  exit: Promise<number | null>;
}

const children: Server['child'][] = [];
const endAll = (): void => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
};
afterEach(endAll);
afterAll(endAll);

function launch(variables: Record<string, string>, entry = 'main', args: string[] = []): Server {
  const child = spawn(process.execPath, [join(root, `dist/server/${entry}.js`), ...args], {
    cwd: root,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  const exit = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  return { child, said: () => text, exit };
}

const addressIn = (text: string): URL | undefined => {
  const [found] = /http:\/\/\S+/.exec(text) ?? [];
  return found ? new URL(found) : undefined;
};

async function launched(variables: Record<string, string>, entry?: string): Promise<Server & { address: URL }> {
  const server = launch(variables, entry);
  await vi.waitUntil(() => addressIn(server.said()), { timeout: 300_000 });
  return { ...server, address: addressIn(server.said()) ?? new URL('http://nowhere') };
}

async function openSocket({ hostname, port }: URL): Promise<Socket & { heard(): string }> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // The server may close the connection: only what was received counts.
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  return Object.assign(socket, { heard: () => text });
}

describe('server process', () => {
  it('the server process ends with code 1 and one sentence for an invalid variable', async () => {
    const { exit, said } = launch({ PORT: 'eighty', DATA_DIR: tmpdir() });
    expect(await exit).toBe(1);
    expect(said().trim()).toBe('环境变量 PORT 不正确：应为 0 到 65535 的整数。');
  });

  it('the server process prints generated passwords only at the first start', async () => {
    expect(firstWords).toMatch(/管理员 admin，密码 \S{8,16}/);
    const second = await launched({ DATA_DIR: filledDirectory(), DEMO: 'off' });
    expect(second.said()).not.toContain('密码');
    second.child.kill('SIGINT');
    expect(await second.exit).toBe(0);
  });

  it('the server process never prints passwords given in the environment', async () => {
    const given = await launched({ DATA_DIR: copyOf(migrated), DEMO: 'off', ADMIN_PASSWORD: 'Canary-1!' });
    expect(given.said()).toContain('密码为 ADMIN_PASSWORD 的值');
    expect(given.said()).not.toContain('Canary-1!');
  });

  it('the server process told to stop answers running calls, accepts no new ones, and releases the data directory', async () => {
    const dataDir = filledDirectory();
    const { child, exit, address } = await launched({ DATA_DIR: dataDir, DEMO: 'off', CAPTCHA: 'off' });
    const body = JSON.stringify({ username: 'admin', password: 'not it' });
    const socket = await openSocket(address);
    socket.write(
      `POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
    );
    await expect.poll(() => socket.heard()).toMatch(/^HTTP\/1\.1 100 /);
    child.kill('SIGTERM');
    // On a busy machine the signal arrives late.
    const knock = () =>
      openSocket(address).then(
        (late) => String(late.destroy().connecting),
        (error: Error) => error.message,
      );
    await expect.poll(knock).toContain('ECONNREFUSED');
    expect(child.exitCode).toBeNull();
    socket.write(body.slice(10));
    await expect.poll(() => socket.heard()).toMatch(/HTTP\/1\.1 4\d\d [\s\S]*"message"/);
    expect(await exit).toBe(0);
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false);
  });
});

const childrenOf = (pid: number | undefined): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

describe('data directory', () => {
  const modes = (directory: string): number[] =>
    [directory, ...readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name)))].map(
      (path) => statSync(path).mode & 0o077,
    );

  it('starting the server closes the data directory to other users (SEC-8)', async () => {
    const dataDir = filledDirectory();
    chmodSync(dataDir, 0o755);
    for (const name of readdirSync(join(dataDir, 'pglite'))) chmodSync(join(dataDir, 'pglite', name), 0o755);
    const { child, exit } = await launched({ DATA_DIR: dataDir, DEMO: 'off' });
    expect(modes(dataDir)).toEqual(modes(dataDir).map(() => 0));
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it('the data directory contains 0 files readable by other users from the first start on, whatever the umask (SEC-8)', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'occhealth-start-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const before = process.umask(0o022);
    onTestFinished(() => void process.umask(before));
    const { child, exit } = await launched({ DATA_DIR: dataDir, DEMO: 'off' });
    expect(modes(dataDir).length).toBeGreaterThan(500);
    expect(modes(dataDir).filter((mode) => mode !== 0)).toEqual([]);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(modes(dataDir).filter((mode) => mode !== 0)).toEqual([]);
  });

  it('generated passwords are kept in a separate file where the terminal output is stored, until the administrator has changed them (SEC-20)', async () => {
    const dataDir = copyOf(migrated);
    const first = await launched({ DATA_DIR: dataDir, DEMO: 'off', FIRST_PASSWORDS: 'file' });
    const path = join(dataDir, 'first-passwords.txt');
    const password = /管理员 admin，密码 (\S{8,16})/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
    expect([first.said().includes(path), first.said().includes(password), statSync(path).mode & 0o777]).toEqual([
      true,
      false,
      0o600,
    ]);
    first.child.kill('SIGTERM');
    await first.exit;
    const second = await launched({ DATA_DIR: dataDir, DEMO: 'off', FIRST_PASSWORDS: 'file', CAPTCHA: 'off' });
    expect(existsSync(path)).toBe(true);
    const ask = (method: string, call: string, body: object, token = '') =>
      fetch(new URL(call, second.address), {
        method,
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(body),
      });
    const { token } = (await (await ask('POST', 'auth/login', { username: 'admin', password })).json()) as {
      token: string;
    };
    expect(
      (await ask('PUT', 'api/user/password', { oldPassword: password, newPassword: 'Other-2024#Xy' }, token)).status,
    ).toBe(200);
    second.child.kill('SIGTERM');
    await second.exit;
    const third = await launched({ DATA_DIR: dataDir, DEMO: 'off', FIRST_PASSWORDS: 'file' });
    expect(existsSync(path)).toBe(false);
    third.child.kill('SIGTERM');
    await third.exit;
  });

  it('a damaged database is reported in 1 Chinese sentence without a stack (SEC-9)', async () => {
    const dataDir = filledDirectory();
    writeFileSync(join(dataDir, 'pglite/global/pg_control'), Buffer.alloc(8192, 7));
    const { exit, said } = launch({ DATA_DIR: dataDir, DEMO: 'off' });
    expect(await exit).toBe(1);
    expect(said()).toContain('数据库文件可能已损坏');
    expect(said()).not.toMatch(/\n\s+at |wasm|RuntimeError/);
  });

  it('a data directory used by a server in another process namespace under the same host name is refused, 2 of 2: to a server and a command (SEC-6)', async () => {
    const dataDir = filledDirectory();
    const apart = (await can('unshare', ['--pid', '--fork', '--kill-child', 'true']))
      ? ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
      : null;
    if (!apart) return;
    const first = spawn(apart[0] ?? '', [...apart.slice(1), process.execPath, join(root, 'dist/server/main.js')], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void first.kill('SIGKILL'));
    let said = '';
    first.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toContain('已启动');
    for (const args of [[], ['verify-audit']]) {
      const second = launch({ DATA_DIR: dataDir, DEMO: 'off' }, 'main', args);
      expect(await second.exit).toBe(1);
      expect(second.said()).toContain(`数据目录 ${dataDir} 正被另一个进程使用`);
    }
    first.kill('SIGKILL');
    // After its end it holds nothing.
    const next = await launched({ DATA_DIR: dataDir, DEMO: 'off' });
    next.child.kill('SIGTERM');
    expect(await next.exit).toBe(0);
  });
});

const can = (command: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });

describe('supervisor', () => {
  it('the supervisor notifies systemd that the server is ready, that it is alive, and that it stops', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'notify-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const path = join(directory, 'socket');
    // Node has no datagram sockets of the file system.
    const hear =
      'socket(S,AF_UNIX,SOCK_DGRAM,0); bind(S,sockaddr_un($ARGV[0])); $|=1; while(1){recv(S,$m,4096,0); print "$m\\n"}';
    const systemd = spawn('perl', ['-MSocket', '-e', hear, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void systemd.kill());
    let heard = '';
    systemd.stdout.on('data', (chunk) => (heard += String(chunk)));
    await expect.poll(() => existsSync(path)).toBe(true);
    const { child, exit } = await launched(
      { DATA_DIR: filledDirectory(), DEMO: 'off', NOTIFY_SOCKET: path, WATCHDOG_USEC: '1000000' },
      'supervisor',
    );
    await expect.poll(() => heard, { timeout: 20_000 }).toMatch(/READY=1[\s\S]*WATCHDOG=1[\s\S]*WATCHDOG=1/);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    await expect.poll(() => heard).toContain('STOPPING=1');
  });

  it('the supervisor ends together with a server that must not be restarted, with the same exit code', async () => {
    const { exit, said } = launch({ PORT: 'eighty', DATA_DIR: tmpdir() }, 'supervisor');
    expect(await exit).toBe(1);
    expect(said().trim()).toBe('环境变量 PORT 不正确：应为 0 到 65535 的整数。');
    const dataDir = filledDirectory();
    const told = await launched({ DATA_DIR: dataDir, DEMO: 'off' }, 'supervisor');
    told.child.kill('SIGTERM');
    expect(await told.exit).toBe(0);
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false);
  });

  it('the supervisor asks for a newer Node in one sentence, and starts no server with an older one', async () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
    expect(engines.node).toBe('^20.19.0 || >=22.12.0');
    const older = ['18.20.8', '20.18.3', '21.7.3', '22.11.0'];
    expect(older.filter((version) => nodeProblem(version) === null)).toEqual([]);
    expect(['20.19.0', '22.12.0', '23.0.0', '24.1.0'].map(nodeProblem)).toEqual([null, null, null, null]);
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`;
    const { exit, said } = launch(
      {
        PORT: 'eighty',
        DATA_DIR: tmpdir(),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}`,
      },
      'supervisor',
    );
    expect(await exit).toBe(1);
    expect(said().trim()).toBe('Node 18.20.8 版本过低，需要 20.19、22.12 或以上版本。请先升级 Node，再重新启动服务。');
  });

  it('the supervisor ends with the signal that ended its server during the start, which systemd does not count as a failure', async () => {
    const { child, said } = launch({ DATA_DIR: filledDirectory(), DEMO: 'off' }, 'supervisor');
    const ended = once(child, 'exit');
    await expect.poll(() => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).not.toBe('');
    child.kill('SIGTERM');
    expect([await ended, said()]).toEqual([[null, 'SIGTERM'], '']);
  });

  it('the supervisor process exits after the operator command that it was started with has ended', async () => {
    const { exit, said } = launch({ DATA_DIR: filledDirectory() }, 'supervisor', ['verify-audit']);
    expect(await exit).toBe(0);
    expect(said()).toContain('最新散列值');
  });

  it('the supervisor restarts a killed server, and notifies administrators how it ended (SEC-2)', async () => {
    const dataDir = filledDirectory();
    const { child, said, exit } = await launched({ DATA_DIR: dataDir, DEMO: 'off' }, 'supervisor');
    const [first] = childrenOf(child.pid);
    process.kill(Number(first), 'SIGKILL');
    await expect.poll(said).toContain('服务异常退出（SIGKILL），1 秒后自动重新启动。');
    await expect.poll(said).toContain('服务已重新启动。');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    const database = await openDatabase({ dataDir });
    expect(
      await database.query<{ titile: string }>(`select titile from announcement where titile like '服务异常退出%'`),
    ).toHaveLength(1);
    await database.close();
  });

  it('the supervisor leaves no server running when it is killed itself', async () => {
    const dataDir = filledDirectory();
    const killed = await launched({ DATA_DIR: dataDir, DEMO: 'off' }, 'supervisor');
    killed.child.kill('SIGKILL');
    await killed.exit;
    await expect.poll(() => existsSync(join(dataDir, 'lock.json'))).toBe(false);
  });
});
