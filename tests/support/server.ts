import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, getTableName } from 'drizzle-orm';
import { pino } from 'pino';
import { approval } from '@contract/features/reports/entities/approval';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { SeenRow } from '@contract/workflow/workflowWire';
import { createApp } from '@server/app/createApp';
import { registry } from '@server/app/resources';
import { openSession } from '@server/auth/session';
import { type Env, parseEnv } from '@server/base/env';
import type { Resource } from '@server/crud/resource';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { userTable } from '@server/db/schema';
import { createPush } from '@server/features/notices/browserPush';
import { createFileStore } from '@server/files/fileStore';
import type { Services } from '@server/services';
import { contentFingerprint, currentFingerprint } from '@server/signing/seenFingerprint';
import { signedRecords } from '@server/signing/signedContent';
import { claimingApp } from './claimingApp';
import { archiveMark, compiledMark } from './compiledMark';
import { testDatabase } from './database';
import { proofs } from './proofs';
import { type Rows, rowsOf } from './rows';
import { watchedTrail } from './watchedTrail';

export interface Answered<B = Record<string, unknown>> {
  readonly status: number;
  readonly body: B;
  readonly text: string;
  readonly headers: Headers;
}

export interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Address of the caller, for lockouts. */
  readonly ip?: string;
}

/** The real app on its own database, called without a network. */
export interface TestServer {
  readonly app: ReturnType<typeof createApp>;
  readonly services: Services;
  readonly database: Database;
  /** Organizations, roles and people, written directly to the tables. */
  readonly rows: Rows;
  /** All JSON answers so far. */
  readonly answers: readonly string[];
  /** All log lines so far. */
  readonly logged: readonly string[];
  /** Advances the server's clock. */
  advance(ms: number): void;
  ask<B = Record<string, unknown>>(method: string, path: string, asked?: Asked): Promise<Answered<B>>;
  /** Returns a token of the person as a login does, without the time for hashing a password. */
  login(userName: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts a server; close it in `afterAll`. CAPTCHA is off and x-forwarded-for counts by default. `filled` is a
 * disposable data directory, or one with its PostgreSQL.
 */
export async function testServer(
  changes: Partial<Env> = {},
  filled?:
    | string
    | {
        readonly dataDir: string;
        readonly databaseUrl?: string;
        readonly readUrl?: string;
        readonly poolSize?: number;
      },
): Promise<TestServer> {
  const given = typeof filled === 'string' ? { dataDir: filled } : filled;
  const dataDir = given?.dataDir ?? (await mkdtemp(join(tmpdir(), 'occhealth-')));
  const database = await (given ? openDatabase(given) : testDatabase());
  const env: Env = {
    ...parseEnv({ CAPTCHA: 'off', TRUST_PROXY: 'on', DEMO: 'off', DIAGNOSTICS: 'on', DATA_DIR: dataDir }),
    ...changes,
  };
  const logged: string[] = [];
  const answers: string[] = [];
  const push = createPush(database);
  let ahead = 0;
  const services: Services = {
    env,
    database,
    files: await createFileStore(env),
    push,
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    now: () => new Date(Date.now() + ahead),
  };
  const claims = process.env['CLAIMS'];
  // In the proofs, and on request, every test checks that the audit trail records what was written.
  const watched = (proofs || process.env['TRAIL'] === 'on') && database.kind === 'pglite' && !filled;
  const app = claims ? claimingApp(services, claims) : watched ? watchedTrail(services) : createApp(services);

  /** Returns the fingerprint of a row as a page shows it. */
  async function asSeenOf(resource: Resource, id: number, move: unknown): Promise<{ asSeen: SeenFingerprint }> {
    // What an archive signs is put together by the archive.
    if (resource.entity.name === 'project' && move === 'archive') return { asSeen: await archiveMark(services, id) };
    return { asSeen: (await currentFingerprint(database.orm, resource.entity.name, id)) ?? {} };
  }

  const submissionPath = `${approval.path}/submit`;
  /** Adds the stored version and content of what is submitted for approval. */
  async function submissionSeen<B extends { project?: unknown; kind?: unknown }>(body: B): Promise<unknown> {
    if (!Number.isInteger(body.project)) return body;
    const [found] = await database.query<{ id: number; version: number }>(
      body.kind === 'report'
        ? `select id, version from report where project = $1 and delete_time is null
          order by state <> 'drafting', id desc limit 1`
        : 'select id, version from project where id = $1',
      [body.project],
    );
    const asSeen =
      body.kind === 'report'
        ? await compiledMark(services, Number(body.project), found?.id)
        : contentFingerprint({ records: await signedRecords(database.orm, Number(body.project)) });
    return { asSeen, version: found?.version ?? 1, ...body };
  }

  /** Adds the stored version to a move, as the console does after reading the row, unless the test gives one. */
  async function asSeen(path: string, body: unknown): Promise<unknown> {
    if (path === submissionPath) return submissionSeen(body as { project?: unknown; kind?: unknown });
    const [, entityPath, call] = /^(.+)\/(move|moveMany|receive|refuse|takeBack)$/.exec(path) ?? [];
    const resource = registry.all.find(({ entity }) => entity.path === entityPath);
    if (!resource || body === null || typeof body !== 'object') return body;
    const versionOf = async (id: unknown) =>
      Number.isInteger(id)
        ? ((
            await database.query<{ version: number }>(
              `select version from "${getTableName(resource.table)}" where id = $1`,
              [id],
            )
          )[0]?.version ?? 1)
        : 1;
    const { id, ids, version, ...rest } = body as {
      id?: unknown;
      ids?: readonly unknown[];
      version?: unknown;
      rows?: readonly SeenRow[];
      move?: unknown;
    };
    const seenOf = async (one: unknown) => (Number.isInteger(one) ? asSeenOf(resource, Number(one), rest.move) : {});
    if (call === 'move')
      return id === undefined
        ? body
        : { ...(await seenOf(id)), version: version === undefined ? await versionOf(id) : version, ...rest, id };
    if (Array.isArray(rest.rows))
      return {
        ...body,
        rows: await Promise.all(rest.rows.map(async (row) => ({ ...(await seenOf(row.id)), ...row }))),
      };
    return ids
      ? {
          ...rest,
          rows: await Promise.all(
            ids.map(async (one) => ({ ...(await seenOf(one)), id: one, version: await versionOf(one) })),
          ),
        }
      : body;
  }

  const ask: TestServer['ask'] = async <B>(
    method: string,
    path: string,
    { token, body: given, headers, ip }: Asked = {},
  ): Promise<Answered<B>> => {
    const body = method === 'PUT' || path === submissionPath ? await asSeen(path, given) : given;
    const response = await app.request(`/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        'x-forwarded-for': ip ?? '192.0.2.1',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    if (json) answers.push(text);
    return { status: response.status, text, headers: response.headers, body: (json ? JSON.parse(text) : null) as B };
  };

  return {
    app,
    services,
    database,
    answers,
    logged,
    ask,
    rows: rowsOf(services),
    advance(ms) {
      ahead += ms;
    },
    async login(userName) {
      const [userRow] = await database.orm
        .select({ userId: userTable.id })
        .from(userTable)
        .where(eq(userTable.userName, userName));
      if (!userRow) throw new Error(`nobody is called ${userName}`);
      return openSession(database.orm, { ...userRow, ip: '192.0.2.1', agent: 'test' }, services.now());
    },
    async close() {
      await push.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
