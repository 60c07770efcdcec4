import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { openDatabase } from '@server/db/openDatabase';
import { buildProduct, password, type ProductServer, startIn } from '../browser/support/productServer';
import { findPostgres, type StartedPostgres, startPostgres } from '../support/postgres';
import { s3Keys, type S3Server, s3Server } from '../support/s3';
import { pdf } from '../support/uploads';

// The restore of the guide in containers, line by line. `docker` is replaced by a program that runs what a container
// would run, with the environment of its service in compose.yaml; PostgreSQL is a real one.

const bin = findPostgres();
const scratch = mkdtempSync(join(tmpdir(), 'containers-'));
let postgres: StartedPostgres | undefined;
let s3: S3Server | undefined;
let product: ProductServer | undefined;
afterAll(async () => {
  await product?.stop();
  await s3?.close();
  await postgres?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const lines = /\*\*In containers\*\*[\s\S]*?```\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
const settings = {
  DB_PASSWORD: 'owner1',
  DB_RUN_PASSWORD: 'run1',
  SITE: 'lab.example.com',
  SECRET_KEY: 'k'.repeat(44),
};

/** Returns the environment of a service in compose.yaml, with the addresses of this machine. */
function environmentOf(service: string): Record<string, string> {
  const text = new RegExp(`^ {2}${service}:\\n([\\s\\S]*?)(?=^ {2}\\w+:$|^\\w)`, 'm').exec(compose)?.[1] ?? '';
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(text)?.[1] ?? '';
  const values = [...block.matchAll(/^ {6}(\w+): "?(.*?)"?$/gm)].map(([, name = '', value = '']) => [
    name,
    value
      .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, key: string) => settings[key as keyof typeof settings] ?? '')
      .replace('db:5432', new URL(postgres?.url ?? '').host)
      .replace(/^\/backup$/, join(scratch, 'backup')),
  ]);
  const here = { DATA_DIR: join(scratch, 'data'), FILE_STORE: s3?.address ?? '' };
  const keys = { FILE_STORE_ACCESS_KEY: s3Keys.accessKey, FILE_STORE_SECRET_KEY: s3Keys.secretKey };
  return {
    ...(Object.fromEntries(values) as Record<string, string>),
    ...(service === 'app' ? { ...here, ...keys } : {}),
  };
}

/** Writes the program that stands in for `docker`. */
function writeDocker(): void {
  const { port } = new URL(postgres?.url ?? '');
  const services = { app: environmentOf('app'), prepare: environmentOf('prepare') };
  const program = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const [compose, verb, ...words] = process.argv.slice(2);
const places = (text) => text.replace('@db:5432', '@127.0.0.1:${port}').replace(/^\\/backup/, ${JSON.stringify(join(scratch, 'backup'))});
const run = (program, args, env) => process.exit(spawnSync(program, args, { stdio: 'inherit', cwd: ${JSON.stringify(root)}, env: { PATH: process.env.PATH, ...env } }).status ?? 9);
console.log('docker ' + compose + ' ' + verb + ' ' + words.join(' '));
if (verb === 'exec') run('psql', words.slice(words.indexOf('psql') + 1), { PGHOST: '127.0.0.1', PGPORT: '${port}' });
if (verb === 'run') {
  const given = {};
  while (words[0].startsWith('-')) if (words.shift() === '-e') { const [name, ...value] = words.shift().split('='); given[name] = places(value.join('=')); }
  const [service, , ...args] = words;
  const command = args.length ? args : ['dist/server/main.js', 'prepare-database'];
  run(process.execPath, command.map(places), { ...${JSON.stringify(services)}[service], ...given });
}
`;
  mkdirSync(join(scratch, 'bin'));
  writeFileSync(join(scratch, 'bin/docker'), program);
  chmodSync(join(scratch, 'bin/docker'), 0o755);
}

/** Runs lines of a shell. Not synchronous: the store answers in this process. */
async function docker(script: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn('sh', ['-e', '-c', script], {
    cwd: scratch,
    env: { PATH: `${join(scratch, 'bin')}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...said };
}

async function upload(url: string): Promise<string> {
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { token } = (await login.json()) as { token: string };
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([Uint8Array.from(pdf())], '标准.pdf'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/file/upload`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { body: { id: string } }).body.id;
}

beforeAll(async () => {
  if (!bin) return;
  await buildProduct('server', 'web');
  postgres = await startPostgres(bin);
  s3 = await s3Server();
  for (const folder of ['data', 'backup']) mkdirSync(join(scratch, folder), { mode: 0o700 });
  writeFileSync(
    join(scratch, '.env'),
    Object.entries(settings)
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  );
  writeDocker();
  const cluster = await openDatabase({ databaseUrl: postgres.url, poolSize: 1 });
  await cluster.query('create role occhealth superuser login');
  await cluster.query(`create database occhealth owner occhealth template template0 encoding 'UTF8'`);
  await cluster.close();
  const prepared = await docker('docker compose run --rm --no-deps -T prepare');
  expect([prepared.status, prepared.stderr]).toEqual([0, '']);
}, 600_000);

it.runIf(bin)(
  'a backup is restored in containers by the lines of the guide: rows, files, rights of the server’s role and the trail',
  async () => {
    product = await startIn(join(scratch, 'data'), { ...environmentOf('app'), CAPTCHA: 'off', BACKUP_DIR: '' });
    const file = await upload(product.url);
    const made = await docker(
      'docker compose run --rm --no-deps -T app node dist/server/main.js backup /backup/lab.tar',
    );
    expect([made.status, made.stderr]).toEqual([0, '']);
    const later = await upload(product.url);
    await product.stop();
    const content = [...(s3?.objects ?? [])].find(([name]) => name.endsWith(file));
    s3?.objects.delete(content?.[0] ?? '');

    expect(lines).toContain('restore /backup/lab.tar');
    const { status, stdout, stderr } = await docker(lines);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /docker compose stop app proxy[\s\S]*已恢复[\s\S]*数据库已准备好[\s\S]*docker compose up -d/,
    );
    expect([...(s3?.objects ?? [])].find(([name]) => name.endsWith(file))?.[1]).toEqual(content?.[1]);

    product = await startIn(join(scratch, 'data'), { ...environmentOf('app'), CAPTCHA: 'off', BACKUP_DIR: '' });
    await upload(product.url);
    const url = (name: string): string => (postgres?.url ?? '').replace(/postgres$/, name);
    const filesIn = async (name: string): Promise<string[]> => {
      const database = await openDatabase({ databaseUrl: url(name), poolSize: 1 });
      const rows = await database.query<{ id: string }>('select id from stored_file');
      await database.close();
      return rows.map(({ id }) => id);
    };
    expect(await filesIn('occhealth')).toEqual(expect.arrayContaining([file]));
    expect(await filesIn('occhealth')).not.toContain(later);
    expect(await filesIn('occhealth_before')).toEqual(expect.arrayContaining([file, later]));
  },
  600_000,
);
