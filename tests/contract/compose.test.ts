import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readYaml, type Yaml } from '../support/yaml';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
const compose = readYaml(text) as Record<string, Record<string, Record<string, Yaml>>>;
const services = Object.entries(compose['services'] ?? {});
const service = (name: string): Record<string, Yaml> => services.find(([one]) => one === name)?.[1] ?? {};

describe('compose.yaml', () => {
  it('the test’s reader of compose.yaml resolves anchors, merged keys, lists and text blocks as written', () => {
    expect(
      readYaml(
        'a: 1\nb: &x [p, "q r", { c: d }]\nm: &m\n  k: v\nl:\n  - *x\n  - z: |nope\nn:\n  <<: *m\n  t: |\n    one\n      two\n',
      ).valueOf(),
    ).toEqual({
      a: '1',
      b: ['p', 'q r', { c: 'd' }],
      m: { k: 'v' },
      l: [['p', 'q r', { c: 'd' }], 'z: |nope'],
      n: { k: 'v', t: 'one\n  two' },
    });
    expect(services.map(([name]) => name)).toEqual(['prepare', 'app', 'proxy', 'db', 'store', 'bucket']);
  });

  it.each(services)(
    'compose.yaml limits service %s: read-only except its data, no capability, no privilege escalation, capped memory and processes (SEC-20)',
    (name, one) => {
      expect(one).toMatchObject({
        read_only: 'true',
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: expect.stringMatching(/^\d+$/),
      });
      expect(one['cap_add'] ?? []).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : []);
      expect([one['privileged'], one['network_mode'], one['pid'], one['devices']]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(JSON.stringify(one['volumes'] ?? [])).not.toContain('docker.sock');
      expect(one['logging']).toMatchObject({ options: { 'max-size': expect.stringMatching(/^\d+m$/) } });
    },
  );

  // Its start ends with “Unable to create certs CA directory at /root/.minio/certs/CAs: read-only file system”
  // otherwise.
  it('compose.yaml gives the store, whose root is read-only, a place for the certificates’ directory that it makes at each start (SEC-20)', () => {
    expect(service('store')).toMatchObject({ read_only: 'true', tmpfs: expect.arrayContaining(['/root/.minio']) });
  });

  it('compose.yaml names 6 of 6 images by digest (SEC-20)', () => {
    for (const [name, one] of services) {
      const image =
        typeof one['build'] === 'object'
          ? String((one['build'] as { args?: Record<string, Yaml> }).args?.['NODE_IMAGE'])
          : String(one['image']);
      expect(image, name).toMatch(/^[\w./-]+:[\w.-]+@\$\{[A-Z]+_DIGEST:\?docs\/operations\.md\}$/);
    }
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(
      /ARG NODE_IMAGE=node:[\d.]+-bookworm-slim\nFROM \$\{NODE_IMAGE\} AS build/,
    );
  });

  it('compose.yaml separates the networks: database and store are reachable only by their users and have no way out (SEC-20)', () => {
    const on = (network: string) =>
      services.filter(([, one]) => (one['networks'] as string[]).includes(network)).map(([name]) => name);
    expect([on('front'), on('database'), on('files')]).toEqual([
      ['app', 'proxy'],
      ['prepare', 'app', 'db'],
      ['app', 'store', 'bucket'],
    ]);
    expect(compose['networks']).toEqual({ front: {}, database: { internal: 'true' }, files: { internal: 'true' } });
    expect(services.filter(([, one]) => one['ports']).map(([name]) => name)).toEqual(['proxy']);
  });

  it('compose.yaml gives the server its own database role and store user, and the owner’s passwords to no serving container (SEC-20)', () => {
    const app = service('app')['environment'] as Record<string, string>;
    const [database, store, bucket] = ['db', 'store', 'bucket'].map(
      (name) => service(name)['environment'] as Record<string, string>,
    );
    expect(new URL((app['DATABASE_URL'] ?? '').replace(/\$\{\w+:\?\}/, 'x')).username).toBe('occhealth_run');
    expect(database?.['POSTGRES_USER']).toBe('occhealth');
    expect([store?.['MINIO_ROOT_USER'], app['FILE_STORE_ACCESS_KEY']]).toEqual(['root', 'occhealth']);
    const words = JSON.stringify(app);
    for (const secret of ['DB_PASSWORD', 'STORE_ROOT_PASSWORD', 'DATABASE_OWNER_URL', 'ADMIN_PASSWORD'])
      expect(words.includes(`{${secret}`) || words.includes(`"${secret}"`), secret).toBe(false);
    expect(JSON.stringify(bucket)).toContain('STORE_ROOT_PASSWORD');
    const policy = JSON.parse(compose['configs']?.['storepolicy']?.['content'] as string) as {
      Statement: { Action: string[]; Resource: string[] }[];
    };
    expect(policy.Statement.flatMap(({ Resource }) => Resource)).toEqual([
      'arn:aws:s3:::lab-files',
      'arn:aws:s3:::lab-files/*',
    ]);
    expect(policy.Statement.flatMap(({ Action }) => Action).some((one) => one.includes('*'))).toBe(false);
  });

  it('compose.yaml never writes the first passwords to the log (SEC-20)', () => {
    expect(text).not.toContain('ADMIN_PASSWORD');
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^ENV .*FIRST_PASSWORDS=file/m);
  });

  it('compose.yaml has every required .env variable documented in docs/operations.md', () => {
    const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const wanted = new Set([...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name));
    expect(wanted.size).toBe(11);
    for (const name of wanted) expect(operations, name).toContain(`\`${name}\``);
  });
});
