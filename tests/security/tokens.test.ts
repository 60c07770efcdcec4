import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionTable } from '@server/db/schema';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  await server.rows.user({ userName: 'analyst', organizationId });
  token = await server.login('analyst');
});
afterAll(() => server.close());

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (header: object, claims: object, key: string): string => {
  const body = `${base64(header)}.${base64(claims)}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
};

describe('forged token (AU7)', () => {
  it('of 20 forged tokens 0 are accepted: altered, half, doubled, hashed, signed by somebody, for another audience or without a signature', async () => {
    const [session] = await server.database.orm.select().from(sessionTable);
    const claims = { sub: '1', user_name: 'admin', isAdmin: true, aud: 'lab', exp: 9_999_999_999 };
    const last = token.endsWith('A') ? 'B' : 'A';
    const forgeries = [
      `${token.slice(0, -1)}${last}`,
      token.slice(0, -1),
      `${token}A`,
      `${token}${token}`,
      token.toUpperCase(),
      [...token].reverse().join(''),
      `${token}.`,
      `x${token}`,
      token.slice(0, 20),
      session?.tokenHash ?? '',
      session?.id ?? '',
      createHash('sha256').update(token).digest('base64url'),
      Buffer.from(token).toString('base64'),
      `${base64({ alg: 'none' })}.${base64(claims)}.`,
      jwt({ alg: 'HS256', typ: 'JWT' }, claims, 'secret'),
      jwt({ alg: 'HS256', typ: 'JWT' }, { ...claims, exp: 1 }, ''),
      jwt({ alg: 'RS256', typ: 'JWT' }, { ...claims, aud: 'other' }, 'public key'),
      'null',
      "' or 1=1 --",
      'a'.repeat(5000),
    ];
    expect(forgeries).toHaveLength(20);
    const statuses = await Promise.all(
      forgeries.map(async (forged) => (await server.ask('GET', 'auth/info', { token: forged })).status),
    );
    const accepted = statuses.filter((status) => status !== 401);
    expect(accepted).toEqual([]);
    measured(`${forgeries.length} 个伪造的令牌，接受 ${accepted.length} 个`);
    expect((await server.ask('GET', 'auth/info', { token })).status).toBe(200);
  });

  it('a token cannot be guessed: 256 random bits, of which the database stores only the hash', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => server.login('analyst')));
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const stored = JSON.stringify(await server.database.orm.select().from(sessionTable));
    for (const token of tokens) expect(stored).not.toContain(token);
  });
});
