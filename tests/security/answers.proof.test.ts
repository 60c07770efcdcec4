import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userTable } from '@server/db/schema';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { declaredGrants } from './declared';
import { deskOf, type SecurityDesk } from './desk';
import { holderOf } from './people';
import { kinds, plantRows } from './plantedRows';
import { bareTrial, trialOf } from './trial';

let server: TestServer;
let desk: SecurityDesk;
let token: string;
let admin: string;

beforeAll(async () => {
  server = await testServer({ captcha: true });
  desk = deskOf(server);
  await plantRows(server.database);
  token = await holderOf(server, 'holder', [...declaredGrants.keys()]);
  await server.rows.user({ userName: 'chief', isAdmin: true });
  admin = await server.login('chief');
});
afterAll(() => server.close());

/** Text that reveals the program: stacks, statements, paths, names of the database. */
const inside =
  /\bat .{0,80}\.(ts|js|mjs):\d|node_modules|\/(tmp|root|home|usr|var)\/\w|\bselect .{1,200} from "|insert into "|update "\w+" set|delete from "|Failed query|syntax error at|pg_catalog|PostgresError|DrizzleQueryError|TypeError|RangeError|ReferenceError|violates \w+ constraint|PGlite/i;

/** A lone surrogate can't be sent. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

describe('hash and salt (AU4)', () => {
  it('password hash and salt are in 0 answers of all calls, reading and writing, as an administrator and with every permission', async () => {
    const people = await server.database.orm.select({ hash: userTable.passwordHash }).from(userTable);
    const secrets = people.flatMap(({ hash }) =>
      hash.startsWith('scrypt$') ? [hash, ...hash.split('$').slice(-2)] : [],
    );
    expect(secrets.length).toBeGreaterThan(2);
    const wrong: string[] = [];
    let read = 0;
    for (const route of desk.routes) {
      for (const who of [admin, token]) {
        for (const trial of [bareTrial(route), trialOf(route, 'own')]) {
          const { text } = await desk.call(route.method, trial, who);
          read += 1;
          // The monitor shows column names in statements, and no values.
          if (
            secrets.some((secret) => text.includes(secret)) ||
            (!route.path.startsWith('api/monitor') &&
              /passwordHash|password_hash|sealSecret|seal_secret|tokenHash|token_hash|"salt"/.test(text))
          )
            wrong.push(`${route.path}: ${text.slice(0, 200)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(read).toBeGreaterThan(1000);
    measured(`${desk.routes.length} 个接口的 ${read} 个应答，${wrong.length} 处散列或盐`);
  });
});

describe('error answers (IN14)', () => {
  it('error answers are Chinese: 0 stacks, SQL statements and paths in 1000 fuzzed answers, and 0 server errors', async () => {
    const strange = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(
        '__proto__',
        "' or 1=1 --",
        '../../etc/passwd',
        '\u0000',
        '\ud800',
        'NaN',
        '1e309',
        '<script>',
        '{{7*7}}',
        '%s%n',
        'ＡＢＣ',
      ),
      fc.array(fc.anything({ maxDepth: 2 })),
      fc.object({ maxDepth: 2 }),
    );
    const query = fc.array(
      fc.tuple(
        fc.constantFrom(
          'page',
          'size',
          'sort',
          'ids',
          'keyword',
          'deleted',
          'id',
          'organizationId',
          'createTime',
          'format',
          'x',
        ),
        fc.string({ unit: 'binary', maxLength: 40 }),
      ),
      { maxLength: 3 },
    );
    const wrong: string[] = [];
    let refused = 0;
    const calls = fc.sample(
      fc.record({
        at: fc.nat(desk.routes.length - 1),
        path: fc.oneof(
          fc.string({ maxLength: 30 }),
          fc.constantFrom('..%2f..', '%00', '-1', '0', '9e99', '2147483648', '%ff'),
        ),
        query,
        changed: strange,
        key: fc.nat(9),
        whole: strange,
        replace: fc.nat(3),
      }),
      1000,
    );
    for (const { at, path: part, query: pairs, changed, key, whole, replace } of calls) {
      const route = desk.routes[at];
      if (!route) continue;
      const { body } = trialOf(route, 'own');
      const path = `${route.path.replace(/:\w+/g, () => (part.includes('%') ? part : encodeURIComponent(wellFormed(part)) || 'x'))}?${new URLSearchParams(pairs.map(([name, value]) => [name, wellFormed(value)]))}`;
      const names = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
      const fuzzed =
        body === undefined
          ? undefined
          : replace === 0 || names.length === 0
            ? whole
            : { ...(body as object), [names[key % names.length] as string]: changed };
      const { status, text } = await desk.call(route.method, { path, body: fuzzed }, token);
      if (inside.test(text.slice(0, 20_000)) && status !== 200)
        wrong.push(`${route.method} ${path}: ${status} ${text.slice(0, 300)}`);
      if (status >= 400) refused += 1;
      if (status >= 500)
        wrong.push(`${route.method} ${path} ${JSON.stringify(fuzzed)}: ${status} ${text.slice(0, 200)}`);
      if (status >= 400 && !/[\u4e00-\u9fff]/.test(text))
        wrong.push(`${route.method} ${path}: ${status} without a Chinese sentence: ${text.slice(0, 100)}`);
    }
    expect(calls).toHaveLength(1000);
    expect(wrong).toEqual([]);
    measured(`${calls.length} 个模糊请求，${refused} 个被拒绝的应答中 ${wrong.length} 处堆栈、SQL、路径`);
  });
});

describe('log (IN15)', () => {
  it('the log contains 0 of the secrets sent through all calls (passwords, tokens, captchas, telephones, identity numbers), and no forged line', async () => {
    const canaries = [
      'Canary-Pw#2026',
      'canaryCaptcha77',
      '13912345678',
      '330106199001011234',
      'canaryTokenQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ',
      'canary-cookie-9',
    ];
    const [secret = '', captcha = '', phone = '', identity = '', forged = '', cookie = ''] = canaries;
    const fill = (value: unknown, name = ''): unknown => {
      if (Array.isArray(value)) return value.map((one) => fill(one));
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, key)]));
      if (typeof value !== 'string' || ['move', 'kind', 'mode', 'machine'].includes(name)) return value;
      return /pass|password|secret|apiKey/i.test(name)
        ? secret
        : /code|uuid/i.test(name)
          ? captcha
          : /phone|tel/i.test(name)
            ? phone
            : `${value}${phone}\r\n{"level":60,"msg":"forged"} ${identity}`;
    };
    const from = server.logged.length;
    for (const route of desk.routes) {
      for (const kind of kinds.slice(0, route.body ? 3 : 1)) {
        const { path, body } = trialOf(route, kind);
        await desk.call(route.method, { path, body: fill(body) }, token, { cookie: `token=${cookie}` });
      }
      await desk.call(route.method, bareTrial(route), forged);
    }
    await desk.call('POST', {
      path: 'auth/login',
      body: { username: 'holder', password: secret, code: captcha, uuid: captcha },
    });
    await desk.call(
      'GET',
      { path: `api/inspectUnit?keyword=${phone}&ids=${identity}%0d%0a{"level":60}`, body: undefined },
      token,
    );
    const lines = server.logged.slice(from);
    expect(lines.length).toBeGreaterThan(1500);
    const secrets = [...canaries, token, admin];
    const told = secrets.flatMap((canary) => lines.filter((line) => line.includes(canary)).slice(0, 3));
    expect(told).toEqual([]);
    const torn = lines.filter((line) => /[\r\n]/.test(line.trimEnd()) || line.includes('"msg":"forged"'));
    expect(torn).toEqual([]);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    measured(
      `${secrets.length} 种标记经全部 ${desk.routes.length} 个接口，${lines.length} 行日志中 ${told.length} 处；${torn.length} 行被换行伪造`,
    );
  });
});
