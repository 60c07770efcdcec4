import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { buildProduct } from '../browser/support/productServer';

// The commands of the Chinese guide, run as it says, in a scratch root: the directories that they write to are covered
// by others within a mount namespace, which needs root. npm and systemctl are replaced: they record what they were
// asked.

const guide = readFileSync(join(root, 'docs/operations.zh-CN.md'), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'guide-'));
const upper = join(scratch, 'upper');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Returns the first block of code after a text. */
function blockAfter(text: string): string {
  const at = guide.indexOf(text);
  expect(at, text).toBeGreaterThan(0);
  return /```\w*\n([\s\S]*?)```/.exec(guide.slice(at))?.[1] ?? '';
}

/** Arguments for the placeholders of the guide. */
const placeholders: Readonly<Record<string, string>> = {
  '[--mail 邮箱]': '',
  '--mail 邮箱': '--mail lab@example.com',
  '[文字]': 'admin',
  用户名或IP: '192.0.2.7',
  用户名: 'admin',
  '"说明"': '"今晚升级"',
  备份文件: '/var/backups/occhealth/guide.tar',
  '[--check]': '--check',
  '[端口]': '--help',
  目标: 'file',
  文件: '/var/backups/occhealth/guide.tar',
  命令: 'doctor',
};

/** Exit codes of commands that can't succeed here, by their beginning, and why. */
const refused: Readonly<Record<string, readonly [code: number, sentence: string]>> = {
  'doctor --mail': [1, '邮件'],
  'verify-report': [1, ''],
  'prepare-database': [1, 'DATABASE_URL'],
  'take-in': [1, ''],
  'copy-files file': [1, '目标与正在使用的 FILE_STORE 相同'],
  'copy-files': [1, '用法'],
  'verify-audit': [1, '正被另一个进程使用'],
  'backup /var/backups/occhealth/guide.tar': [1, '已存在'],
  'restore /var/backups/occhealth/guide.tar': [1, '正被另一个进程使用'],
};

/** Commands `occhealth …` of the guide with their placeholders replaced, each once, in its order. */
function commandsOfGuide(): string[] {
  const found = [...guide.matchAll(/`occhealth ([^`]+)`/g)].map(([, words = '']) =>
    Object.entries(placeholders)
      .reduce((text, [name, value]) => text.replaceAll(name, value), words)
      .trim(),
  );
  return [...new Set(found)].filter((words) => words !== 'backup');
}

/** Runs a script as root in the scratch root; `/opt/occhealth` is this tree. */
function inScratch(script: string): { status: number | null; said: string } {
  const covered = ['/etc', '/opt', '/usr/local', '/var'];
  const mounts = covered.map((place) => {
    const name = place.replaceAll('/', '_');
    for (const folder of ['u', 'w']) mkdirSync(join(upper, name, folder), { recursive: true });
    return `mount -t overlay overlay -o lowerdir=${place},upperdir=${upper}/${name}/u,workdir=${upper}/${name}/w ${place}`;
  });
  const whole = [
    'set -e',
    // A sentence of a command stands between the marks of its command.
    'exec 2>&1',
    `mount -t tmpfs tmpfs ${upper}`,
    ...covered.map(
      (place) => `mkdir -p ${upper}/${place.replaceAll('/', '_')}/u ${upper}/${place.replaceAll('/', '_')}/w`,
    ),
    ...mounts,
    'mkdir -p /opt/occhealth',
    `mount --bind ${root} /opt/occhealth`,
    `export PATH=${join(scratch, 'bin')}:$PATH`,
    script,
  ].join('\n');
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'bash', '-c', whole], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return { status, said: stdout + stderr };
}

const able =
  process.getuid?.() === 0 &&
  spawnSync('unshare', [
    '-m',
    'sh',
    '-c',
    'mount -t tmpfs t /mnt && mkdir /mnt/u /mnt/w && mount -t overlay o -o lowerdir=/etc,upperdir=/mnt/u,workdir=/mnt/w /etc',
  ]).status === 0;

beforeAll(async () => {
  await buildProduct('server', 'web');
  mkdirSync(join(scratch, 'bin'), { recursive: true });
  mkdirSync(upper, { recursive: true });
  for (const name of ['npm', 'systemctl']) {
    writeFileSync(join(scratch, 'bin', name), `#!/bin/sh\necho "asked: ${name} $*"\n`);
    chmodSync(join(scratch, 'bin', name), 0o755);
  }
}, 600_000);

const install = blockAfter('## 2.');
const settings = blockAfter('`/etc/occhealth.env` 示例');
const wrapper = blockAfter('建立 `/usr/local/bin/occhealth`');

/** The installation of the guide, with a first start of the server as its own user, and a backup. */
const installed = [
  install,
  "cat > /etc/occhealth.env <<'SETTINGS'",
  settings.trimEnd(),
  'SETTINGS',
  'sed -i "s|^SECRET_KEY=.*|SECRET_KEY=$(openssl rand -base64 32)|" /etc/occhealth.env',
  'echo PORT=8391 >> /etc/occhealth.env',
  "cat > /usr/local/bin/occhealth <<'WRAPPER'",
  wrapper.trimEnd(),
  'WRAPPER',
  'chmod 0755 /usr/local/bin/occhealth',
  'runuser -u occhealth -- sh -c "umask 077; cd /opt/occhealth && exec /usr/bin/node dist/server/supervisor.js -- --env-file /etc/occhealth.env" > /tmp/guide-$$.log 2>&1 &',
  'server=$!',
  'for try in $(seq 300); do if curl -fs http://127.0.0.1:8391/readyz >/dev/null; then break; fi; sleep 1; done',
  'curl -fs http://127.0.0.1:8391/readyz || { cat /tmp/guide-$$.log; exit 9; }',
  'occhealth backup /var/backups/occhealth/guide.tar',
].join('\n');

describe('operations guide', () => {
  it.runIf(able)(
    'the installation steps of the operations guide create user, directories and settings as written, and every command of the guide runs',
    () => {
      const commands = commandsOfGuide();
      expect(commands.length).toBeGreaterThan(15);
      const script = [
        installed,
        'stat -c "mode %a %U %G %n" /var/lib/occhealth /var/backups/occhealth /etc/occhealth.env /var/backups/occhealth/guide.tar',
        'set +e',
        ...commands.map((words) => `echo "<<< ${words.replaceAll('"', "'")}"; occhealth ${words}; echo ">>> $?"`),
        'kill $server; wait $server',
        'occhealth verify-audit; echo "verified $?"',
      ].join('\n');
      const { said } = inScratch(script);
      for (const line of [
        'asked: npm ci --ignore-scripts',
        'asked: npm run build',
        'asked: systemctl enable --now occhealth',
        'mode 700 occhealth occhealth /var/lib/occhealth',
        'mode 700 occhealth occhealth /var/backups/occhealth',
        'mode 640 root occhealth /etc/occhealth.env',
        'mode 600 occhealth occhealth /var/backups/occhealth/guide.tar',
        'verified 0',
      ])
        expect(said).toContain(line);
      const runs = [...said.matchAll(/<<< (.*)\n([\s\S]*?)>>> (\d+)\n/g)].map(([, words = '', output = '', code]) => ({
        words,
        output,
        code: Number(code),
      }));
      expect(runs.map(({ words }) => words)).toEqual(commands.map((words) => words.replaceAll('"', "'")));
      const wanted = runs.map(({ words }) => {
        const [code, sentence] = Object.entries(refused).find(
          ([start]) => words.replace(/ --check$/, '!').startsWith(start) && !words.endsWith('--check'),
        )?.[1] ?? [0, ''];
        return [words, code, expect.stringContaining(sentence)];
      });
      expect(runs.map(({ words, code, output }) => [words, code, output])).toEqual(wanted);
      for (const { words, output } of runs) expect(output, words).not.toMatch(/\n\s+at .*:\d+|没有名为|没有选项/);
    },
    600_000,
  );

  it.each([
    ['nginx', 'nginx，含跳转'],
    ['haproxy', 'HAProxy，两个节点'],
    ['caddy', 'Caddy，内网使用自签证书'],
  ])('the operations guide’s configuration example for %s is accepted by that program', (program, place) => {
    if (!able || spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return;
    const file = join(scratch, program === 'caddy' ? 'Caddyfile' : `${program}.conf`);
    const block = blockAfter(place);
    const certificate =
      'mkdir -p /etc/ssl /etc/haproxy; openssl req -x509 -newkey rsa:2048 -nodes -keyout /etc/ssl/lab.key -out /etc/ssl/lab.pem -days 2 -subj /CN=lab 2>/dev/null; cat /etc/ssl/lab.pem /etc/ssl/lab.key > /etc/haproxy/lab.pem';
    writeFileSync(
      file,
      program === 'nginx'
        ? `events {}\nhttp {\n${block}\n}\n`
        : program === 'haproxy'
          ? `defaults\n  mode http\n  timeout connect 5s\n${block}`
          : block,
    );
    const check = {
      nginx: `nginx -t -c ${file}`,
      haproxy: `haproxy -c -f ${file}`,
      caddy: `caddy validate --adapter caddyfile --config ${file}`,
    }[program];
    const { status, said } = inScratch(`${certificate}\n${check}`);
    expect([status, said]).toEqual([0, expect.not.stringMatching(/\[emerg\]|\[ALERT\]|\[WARNING\]/)]);
  });
});

describe('unit of systemd', () => {
  const unit = join(root, 'docs/operations/occhealth.service');

  it('the installed systemd unit has an exposure of at most 3 of 10, and its files are readable only by its own user', () => {
    const seen = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], { encoding: 'utf8' });
    if (seen.error) return;
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(seen.stdout)?.[1])).toBeLessThanOrEqual(3);
    expect(readFileSync(unit, 'utf8')).toMatch(/^UMask=0077$/m);
  });
});
