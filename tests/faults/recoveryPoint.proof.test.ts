import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupTexts } from '@contract/features/system/backupTexts';
import type { Answer } from '@contract/wire';
import { root } from '@server/base/root';
import { migrate } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { putTrailSealAside } from '@server/signing/trailSeal';
import { buildProduct, commandIn, type ProductServer, startIn } from '../browser/support/productServer';
import { measured } from '../support/measured';
import { asUser, findPostgres, type StartedPostgres, startPostgres } from '../support/postgres';
import { testServer } from '../support/server';
import { checkNumbers } from './writers';

// QUALITY FT10: runs the chapter of docs/operations.md about a recovery point of minutes as it is written, in a
// directory that replaces the machine's own.

/** Most seconds that may be lost. */
const required = 300;
const bin = findPostgres();
const hasRsync = spawnSync('rsync', ['--version']).status === 0;
const chapter =
  /\n## At most two minutes lost\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8'))?.[1] ??
  '';

let place: string;
let postgres: StartedPostgres | undefined;
let product: ProductServer | undefined;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'occhealth-recovery-'));
  // PostgreSQL runs as a user other than root.
  chmodSync(place, 0o755);
});
afterAll(async () => {
  await product?.stop();
  await postgres?.stop();
  rmSync(place, { recursive: true, force: true });
});

/** Returns the block of the chapter that contains a line with this beginning, with the test's paths and user. */
function text(begins: string, data = ''): string {
  const found = [...chapter.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
    .map(([, inside = '']) => inside)
    .filter((inside) =>
      inside
        .split('\n')
        .slice(0, 2)
        .some((line) => line.startsWith(begins)),
    );
  if (found.length !== 1) throw new Error(`${found.length} texts begin with ${begins}`);
  const { uid, gid } = asUser();
  return (found[0] ?? '')
    .replaceAll('-o postgres -g postgres', uid ? `-o ${uid} -g ${gid}` : '')
    .replaceAll('postgres:postgres', uid ? `${uid}:${gid}` : '$(id -u):$(id -g)')
    .replaceAll('occhealth:occhealth', '$(id -u):$(id -g)')
    .replaceAll('/usr/lib/postgresql/17/bin', bin ?? '')
    .replaceAll('/var/lib/postgresql/17/main', data)
    .replaceAll('/var/lib/', join(place, 'var/lib/'))
    .replaceAll('/mnt/', join(place, 'mnt/'));
}

/** In s; if missing in the chapter, the wait ends at once. */
const [archiveTimeout = NaN, checkpointTimeout = NaN] = ['archive_timeout', 'checkpoint_timeout'].map((name) =>
  Number(new RegExp(`^${name} = (\\d+)s$`, 'm').exec(chapter)?.[1]),
);

async function shell(
  script: string,
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const child = spawn('sh', ['-c', script], {
    ...options,
    cwd: place,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${script}\nended with ${code}: ${said}`);
}

const dataDir = (): string => join(place, 'var/lib/occhealth');
/** Returns the WAL segments of a timeline (each recovery begins one) that are archived locally and not remotely. */
const spooled = (timeline = 1): string[] =>
  readdirSync(join(place, 'var/lib/occhealth-wal')).filter((name) =>
    new RegExp(`^0{7}${timeline}[0-9A-F]{16}\\.gz$`).test(name),
  );

/** Creates the directories of a new machine. */
async function makeDirectories(): Promise<void> {
  mkdirSync(join(place, 'var/lib'), { recursive: true });
  mkdirSync(dataDir(), { mode: 0o700 });
  mkdirSync(join(place, 'mnt/away'), { recursive: true });
  await shell(text('# as root, once'));
}

const serve = (url: string): Promise<ProductServer> =>
  startIn(dataDir(), { DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', DATABASE_URL: url });

/** One acknowledged write. */
interface Written {
  readonly kind: 'customer' | 'project' | 'file';
  readonly id: number | string;
  /** SHA-256 of a file. */
  readonly sha256?: string;
  readonly at: number;
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

it(
  'a machine with WAL archiving by the operations guide, lost at the worst moment, is recovered to less than 300 s before, with 0 files missing (FT10)',
  { timeout: 900_000 },
  async ({ skip }) => {
    if (!bin) return skip('no PostgreSQL found');
    if (!hasRsync) return skip('no rsync found');
    expect(chapter).toContain('\nOnCalendar=minutely\nAccuracySec=1s\n');
    const minute = 60_000;
    await buildProduct('server');
    await makeDirectories();
    postgres = await startPostgres(bin, {
      durable: true,
      conf: text('# /etc/postgresql/17/main/conf.d/occhealth.conf'),
    });
    const first = postgres;
    const script = join(place, 'occhealth-away');
    writeFileSync(script, text('# /usr/local/bin/occhealth-away'), { mode: 0o755 });
    const away = () => shell(script);

    const below = await openDatabase({ databaseUrl: first.url });
    await migrate(below);
    await below.close();
    product = await serve(first.url);
    const server = await testServer({}, { dataDir: dataDir(), databaseUrl: first.url });
    const organizationId = await server.rows.organization();
    const unit = await server.rows.inspectUnit({ organizationId });
    await server.rows.user({
      userName: 'writer',
      organizationId,
      isAdmin: true,
      roles: [
        await server.rows.role({
          permissions: ['customer:list', 'customer:add', 'project:list', 'project:add', 'auditLog:list'],
        }),
      ],
    });
    const token = await server.login('writer');
    await server.services.push.close();
    await server.database.close();

    const call = async (method: string, path: string, body?: FormData | object): Promise<string> => {
      const json = body && !(body instanceof FormData);
      const response = await fetch(`${product?.url}/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(json ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: json ? JSON.stringify(body) : (body as FormData) } : {}),
      });
      const answer = await response.text();
      expect(response.status, `${path}: ${answer.slice(0, 300)}`).toBe(200);
      return answer;
    };
    const ask = async <B>(method: string, path: string, body?: unknown): Promise<B> =>
      JSON.parse(await call(method, path, body as object | undefined)) as B;
    const written: Written[] = [];
    const write = async (): Promise<void> => {
      const serial = written.length;
      let one: Omit<Written, 'at'>;
      if (serial % 5 === 2) {
        const [form, content] = [new FormData(), `编号,数值\n${`${serial},0.05\n`.repeat(2_000)}`];
        form.append('fileClass', 'document');
        form.append('file', new File([content], `谱图${serial}.csv`));
        const { body } = JSON.parse(await call('POST', 'api/file/upload', form)) as Answer<{ id: string }>;
        one = { kind: 'file', id: body?.id ?? '', sha256: hashOf(content) };
      } else {
        const kind = serial % 5 === 4 ? 'project' : 'customer';
        const { body } = await ask<Answer<{ id: number }>>(
          'POST',
          `api/${kind}/add`,
          kind === 'project'
            ? { projectName: `归档项目${serial}`, belongInspect: unit, type: 'DQ', plannedOn: '2031-03-02' }
            : { customerName: `归档客户${serial}`, contact: '周敏' },
        );
        one = { kind, id: body?.id ?? 0 };
      }
      written.push({ ...one, at: Date.now() });
    };

    for (let turn = 0; turn < 20; turn += 1) await write();
    await shell(text('# as postgres'), {
      ...asUser(),
      env: {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        PGHOST: '127.0.0.1',
        PGPORT: new URL(first.url).port,
        PGUSER: 'postgres',
      },
    });
    await away();
    const before = written.length;

    // A working laboratory: five writes a second, one after the other, until the machine is lost.
    let lost = false;
    const working = (async () => {
      while (!lost) {
        try {
          await write();
        } catch (error) {
          if (!lost) throw error;
        }
        await wait(200);
      }
    })();
    const crash = (async () => {
      await expect.poll(() => spooled(), { timeout: 3 * archiveTimeout * 1_000, interval: 200 }).not.toEqual([]);
      // The worst moment for the timer: it runs shortly before the next segment is archived, and the machine is lost
      // shortly before its next run.
      await wait(archiveTimeout * 1_000 - 5_000);
      const began = Date.now();
      await away();
      const took = Date.now() - began;
      await wait(minute - took - 1_000);
      const left = spooled();
      lost = true;
      const at = Date.now();
      await Promise.all([product?.kill(), first.kill()]);
      return { at, took, left };
    })();
    const [{ at, took: sending, left }] = await Promise.all([crash, working]);
    expect(left).not.toEqual([]);
    const acknowledged = written.length;
    await first.stop();
    // Without the disk it reports that, and waiting segments keep waiting.
    const [disk, elsewhere] = [join(place, 'mnt/away'), join(place, 'mnt/elsewhere')];
    renameSync(disk, elsewhere);
    mkdirSync(disk);
    await expect(away()).rejects.toThrow('/mnt/away/wal');
    expect([readdirSync(disk), spooled()]).toEqual([[], left]);
    rmdirSync(disk);
    renameSync(elsewhere, disk);
    rmSync(join(place, 'var'), { recursive: true, force: true, maxRetries: 10 });

    await makeDirectories();
    // User numbers of another machine.
    if (asUser().uid) await shell(`chown -R 4711:4711 ${disk}`);
    const began = Date.now();
    postgres = await startPostgres(bin, {
      durable: true,
      fill: (data) => {
        const { status, stderr } = spawnSync('sh', ['-c', text('# as root, on the other machine', data)], {
          encoding: 'utf8',
        });
        if (status !== 0) throw new Error(`the recovery ended with ${status}: ${stderr}`);
      },
    });
    expect(statSync(join(dataDir(), 'files')).uid).toBe(process.getuid?.());
    const recovered = await openDatabase({ databaseUrl: postgres.url });
    await expect
      .poll(
        async () => (await recovered.query<{ reading: boolean }>('select pg_is_in_recovery() as reading'))[0]?.reading,
        { interval: 100 },
      )
      .toBe(false);
    product = await serve(postgres.url);
    const starting = Date.now() - began;

    const idsOf = async (table: string): Promise<Set<string>> =>
      new Set((await recovered.query<{ id: number | string }>(`select id from ${table}`)).map(({ id }) => String(id)));
    const there = {
      customer: await idsOf('customer'),
      project: await idsOf('project'),
      file: await idsOf('stored_file'),
    };
    await recovered.close();
    const isThere = ({ kind, id }: Written): boolean => there[kind].has(String(id));
    const kept = written.filter(isThere);
    // Everything recovered is complete up to one moment, and nothing else.
    expect(written.slice(0, kept.length).filter((one) => !isThere(one))).toEqual([]);
    expect(there.customer.size + there.project.size + there.file.size).toBe(kept.length);
    const [oldest] = written.slice(kept.length);
    if (!oldest) throw new Error('nothing was lost: the machine did not go at its worst moment');
    expect(kept.length).toBeGreaterThan(before);
    const point = (at - oldest.at) / 1_000;
    expect(point).toBeLessThanOrEqual(required);

    const files = kept.filter(({ kind }) => kind === 'file');
    for (const { id, sha256 } of files) expect(hashOf(await call('GET', `api/file/${id}`))).toBe(sha256);
    const variables = { DATABASE_URL: postgres.url };
    // The seal has seen what was lost (docs/operations.md).
    await putTrailSealAside(dataDir());
    const verified = await commandIn(dataDir(), ['verify-audit'], variables);
    expect(verified).toEqual({ code: 0, said: expect.stringMatching(/^共 \d+ 条/) });
    const archive = await commandIn(dataDir(), ['backup', join(place, 'now.tar')], variables);
    expect(archive).toEqual({ code: 0, said: expect.stringContaining(`${files.length} 个文件`) });
    for (const warning of [backupTexts.missing, backupTexts.altered])
      expect(archive.said).not.toContain(warning(0).replace(/^.*0 /, ''));
    const numbers = await checkNumbers(ask);
    for (let turn = 0; turn < 5; turn += 1) await write();
    expect(await checkNumbers(ask)).toBe(numbers + 1);
    // No checkpoint was requested since the start: what is written now is still archived in time.
    await expect
      .poll(() => spooled(2), { timeout: (archiveTimeout + checkpointTimeout) * 1_000, interval: 200 })
      .not.toEqual([]);
    measured(
      `PostgreSQL 归档（archive_timeout ${archiveTimeout} s、每 60 s 送出一次，即文档所写的设置）：在最坏时刻失去整台机器，恢复点为之前 ${point.toFixed(0)} s；已答复的 ${acknowledged} 次写入中留下的 ${kept.length} 次前后相连、无缺口，${files.length} 个文件散列相同，审计链（${/\d+/.exec(verified.said)?.[0] ?? ''} 条）与 ${numbers} 个编号完整；${(starting / 1_000).toFixed(0)} s 后可继续工作，随后照常归档；送出一次 ${(sending / 1_000).toFixed(1)} s`,
      point <= required,
    );
  },
);
