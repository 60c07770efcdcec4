import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';

// The archive for machines without Internet: made, installed into an empty root, and used in a network without a way
// out.

const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
const target = join(scratch, 'root');
let unpacked: string;
let said: string;

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 64 << 20 });
const install = (...args: string[]) => run('sh', [join(unpacked, 'install.sh'), ...args], { ROOT: target });

beforeAll(() => {
  const made = run(process.execPath, [join(root, 'scripts/bundle.mjs'), '--out', scratch, '--deb']);
  expect(made.status, made.stderr).toBe(0);
  said = made.stdout;
  const archive = readdirSync(scratch).find((name) => name.endsWith('.tar.gz')) ?? '';
  expect(run('sh', ['-c', `cd ${scratch} && sha256sum -c ${archive}.sha256 && tar -xzf ${archive}`]).status).toBe(0);
  unpacked = join(scratch, archive.replace('.tar.gz', ''));
  mkdirSync(target);
}, 600_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('bundle', () => {
  it('the program in the offline installation bundle has at most 150 MB, without packages of the console and of development', () => {
    expect(Number(/程序 (\d+) MB/.exec(said)?.[1])).toBeLessThanOrEqual(150);
    // On the disk, in whole blocks.
    expect(Number.parseInt(run('du', ['-sm', join(unpacked, 'app')]).stdout, 10)).toBeLessThanOrEqual(150);
    for (const name of ['antd', 'react', 'vite', 'vitest', 'typescript'])
      expect(existsSync(join(unpacked, 'app/node_modules', name)), name).toBe(false);
  });

  it('the offline installation bundle is installed into an empty root, upgraded beside the version before, and rolled back', () => {
    const first = install();
    expect(first.status, first.stderr).toBe(0);
    const current = join(target, 'opt/occhealth/current');
    const release = readlinkSync(current);
    expect(statSync(join(target, 'etc/occhealth.env')).mode & 0o007).toBe(0);
    expect(readFileSync(join(target, 'etc/occhealth.env'), 'utf8')).toMatch(/^SECRET_KEY=\S{40,}$/m);
    expect(statSync(join(target, 'var/lib/occhealth')).mode & 0o077).toBe(0);
    expect(readFileSync(join(target, 'etc/systemd/system/occhealth.service'), 'utf8')).toContain(
      'ExecStart=/opt/occhealth/current/bin/node dist/server/supervisor.js',
    );
    const key = readFileSync(join(target, 'etc/occhealth.env'), 'utf8');
    const again = install();
    expect(again.status, again.stderr).toBe(0);
    expect(readFileSync(join(target, 'etc/occhealth.env'), 'utf8')).toBe(key);
    expect(install('--rollback').status).toBe(0);
    expect(existsSync(readlinkSync(current))).toBe(true);
    expect(release).toContain('/opt/occhealth/releases/');
  });

  it('the Debian package installs the same tree, keeps the version before at an upgrade, goes back to it by one command, and leaves data at its removal', () => {
    const deb = readdirSync(scratch).find((name) => name.endsWith('.deb')) ?? '';
    const place = join(scratch, 'debian');
    mkdirSync(join(place, 'var/lib/dpkg/info'), { recursive: true });
    mkdirSync(join(place, 'var/lib/dpkg/updates'));
    writeFileSync(join(place, 'var/lib/dpkg/status'), '');
    const dpkg = (...words: string[]) =>
      run('dpkg', [`--root=${place}`, '--force-script-chrootless', '--force-depends', '--force-not-root', ...words]);
    const first = dpkg('--install', join(scratch, deb));
    expect(first.status, first.stderr).toBe(0);
    const home = join(place, 'opt/occhealth');
    const before = readlinkSync(join(home, 'current'));
    expect(run('sh', ['-c', `cd ${before} && sha256sum --quiet -c SHA256SUMS`]).status).toBe(0);
    const settings = readFileSync(join(place, 'etc/occhealth.env'), 'utf8');

    const next = join(scratch, 'next');
    expect(run('dpkg-deb', ['--raw-extract', join(scratch, deb), next]).status).toBe(0);
    const [name = ''] = readdirSync(join(next, 'usr/lib/occhealth'));
    const later = name.replace(/\d+\.\d+\.\d+/, '99.0.0');
    renameSync(join(next, 'usr/lib/occhealth', name), join(next, 'usr/lib/occhealth', later));
    for (const file of ['control', 'postinst']) {
      const path = join(next, 'DEBIAN', file);
      writeFileSync(
        path,
        readFileSync(path, 'utf8')
          .replace(name, later)
          .replace(/^Version: .*$/m, 'Version: 99.0.0'),
      );
    }
    expect(run('dpkg-deb', ['-Znone', '--build', next, join(scratch, 'next.deb')]).status).toBe(0);
    const second = dpkg('--install', join(scratch, 'next.deb'));
    expect(second.status, second.stderr).toBe(0);
    expect(readlinkSync(join(home, 'current'))).toContain('99.0.0');
    expect(readlinkSync(join(home, 'previous'))).toBe(before);
    expect(existsSync(join(before, 'app/dist/server/main.js'))).toBe(true);
    const rollback = readFileSync(join(place, 'usr/local/bin/occhealth-rollback'), 'utf8');
    expect(rollback).toContain('/opt/occhealth/current/install.sh --rollback');
    const back = run('sh', [join(home, 'current/install.sh'), '--rollback'], { ROOT: place });
    expect(back.status, back.stderr).toBe(0);
    expect(readlinkSync(join(home, 'current'))).toBe(before);

    expect(dpkg('--remove', 'occhealth').status).toBe(0);
    expect([existsSync(home), readFileSync(join(place, 'etc/occhealth.env'), 'utf8')]).toEqual([false, settings]);
    expect(existsSync(join(place, 'var/lib/occhealth'))).toBe(true);
  }, 600_000);

  it('the offline installation bundle refuses an archive that was cut or changed', () => {
    const file = join(unpacked, 'app/package.json');
    const before = readFileSync(file);
    appendFileSync(file, ' ');
    const refused = install();
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('安装包不完整')]);
    rmSync(file);
    appendFileSync(file, before);
  });

  it('the server installed from the offline bundle runs the main workflow where no other machine can be reached', () => {
    const release = join(target, 'opt/occhealth/current');
    const program = `ip link set lo up && exec ${release}/bin/node ${join(root, 'tests/faults/bundleClient.mjs')} ${release}/app ${join(scratch, 'data')}`;
    const used = run('unshare', ['-rn', 'sh', '-c', program]);
    const seen = JSON.parse(used.stdout.trim().split('\n').at(-1) ?? '') as Record<string, Record<string, unknown>>;
    expect(seen).toMatchObject({
      outside: 'away',
      page: true,
      pdf: { status: 200, head: '%PDF' },
      docx: { status: 200, head: 'PK\u0003\u0004' },
      xlsx: { status: 200, head: 'PK\u0003\u0004' },
      commands: { version: { status: 0 }, doctor: { status: 0 }, users: { status: 0 } },
    });
    expect(Number(seen['reports'])).toBeGreaterThan(0);
  }, 600_000);
});
