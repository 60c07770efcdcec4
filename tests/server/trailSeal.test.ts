import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { trailSealTexts, signatureCheckTexts } from '@contract/workflow/signatureTexts';
import { chainEnd, verifyAuditChain } from '@server/audit/auditHashChain';
import { JobProblem } from '@server/base/jobProblem';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { auditLogTable, signatureTable } from '@server/db/schema';
import { contentOf } from '@server/signing/signedContent';
import { sealedFields } from '@server/signing/signRows';
import { brokenTrailSeals, putTrailSealAside, sealTrail } from '@server/signing/trailSeal';
import { verifyInstallation } from '@server/signing/verifyInstallation';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// Attacks by somebody who holds the database, its source and its role, but not the installation's key (SEC-13).

let server: TestServer;
let issued: Awaited<ReturnType<Awaited<ReturnType<typeof reportBench>>['issued']>>;
let first: number;

beforeAll(async () => {
  server = await testServer();
  const bench = await reportBench(server);
  await bench.issued();
  expect(await sealTrail(server.services)).toMatch(/^已封签审计日志至第\d+条$/);
  first = (await end()).seq;
  issued = await bench.issued();
  // A day has not passed: the file alone is written.
  expect(await sealTrail(server.services)).toBeNull();
});
afterAll(() => server.close());

const end = async (orm: Orm = server.database.orm) => {
  const found = await chainEnd(orm);
  if (!found) throw new Error('the trail is empty');
  return found;
};
/** The database as an open transaction sees it. */
const within = (tx: Orm): Database => Object.create(server.database, { orm: { value: tx } }) as Database;
const place = () => join(server.services.env.dataDir, 'trail.seal');

interface Found {
  /** Faults of the chain alone. */
  readonly chain: number;
  readonly broken: readonly string[];
}

/** Returns what is found after statements past the triggers, which are undone. */
async function after(...statements: string[]): Promise<Found> {
  const undone = new Error('undone');
  let found: Found | undefined;
  await server.database
    .transaction(async (tx) => {
      await tx.execute(sql.raw('set local session_replication_role = replica'));
      for (const statement of statements) await tx.execute(sql.raw(statement));
      const database = within(tx);
      found = {
        chain: (await verifyAuditChain(tx)).broken.length,
        broken: (await verifyInstallation({ ...server.services, database })).broken,
      };
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  if (!found) throw new Error('nothing was looked for');
  return found;
}

/** Cuts the trail behind a link, as if nothing had been written since. */
const cutTo = (seq: number): string[] => [
  `delete from audit_log where id in (select audit_id from audit_chain where seq > ${seq})`,
  `delete from audit_chain where seq > ${seq}`,
  `update audit_head set seq = ${seq}, hash = (select hash from audit_chain where seq = ${seq})`,
];

/** Numbers and links the whole trail anew, as the database does itself. */
const relinked = `do $$ declare link record; line audit_log; before text := repeat('0', 64); at int := 0; begin
  for link in select seq, audit_id from audit_chain where seq > 0 order by seq loop
    select * into line from audit_log where id = link.audit_id;
    at := at + 1;
    update audit_chain set seq = at, previous = before, hash = audit_hash(before, line) where seq = link.seq;
    before := audit_hash(before, line);
  end loop;
  update audit_head set seq = at, hash = before;
end $$`;

describe('seal of the trail', () => {
  it('the audit trail’s seal reports 0 faults for a trail that was only extended, and is renewed at its new end (SEC-13)', async () => {
    expect(await brokenTrailSeals(server.services, server.database.orm)).toEqual([]);
    expect(JSON.parse(await readFile(place(), 'utf8'))).toMatchObject(await end());
    const lines = await server.database.orm
      .select({ after: auditLogTable.after })
      .from(auditLogTable)
      .where(eq(auditLogTable.entity, trailSealTexts.name));
    expect(lines.map((line) => (line.after as { seq: number }).seq)).toEqual([first - 1]);
  });

  it('the audit trail’s seal detects an end that was cut off, which the chain alone does not (SEC-13)', async () => {
    const { seq } = await end();
    const { chain, broken } = await after(...cutTo(seq - 1));
    expect([chain, broken]).toEqual([
      0,
      expect.arrayContaining([trailSealTexts.cut(trailSealTexts.file, seq, seq - 1)]),
    ]);
  });

  it('the audit trail’s seal detects an older trail put back together with its own seal (SEC-13)', async () => {
    const { seq } = await end();
    const { broken } = await after(...cutTo(first));
    expect(broken).toContain(trailSealTexts.cut(trailSealTexts.file, seq, first));
  });

  it('the audit trail’s seal detects a changed line in a trail linked anew, in the database and in the file (SEC-13)', async () => {
    const { chain, broken } = await after(
      `update audit_log set title = '改' where id = (select min(id) from audit_log)`,
      relinked,
    );
    const [line] = await server.database.orm
      .select({ id: auditLogTable.id })
      .from(auditLogTable)
      .where(eq(auditLogTable.entity, trailSealTexts.name));
    expect([chain, broken]).toEqual([
      0,
      expect.arrayContaining([
        trailSealTexts.rewritten(trailSealTexts.line(line?.id ?? 0), first - 1),
        trailSealTexts.rewritten(trailSealTexts.file, (await end()).seq),
      ]),
    ]);
  });

  it('the audit trail’s seal detects a signature removed with its step and audit line in a trail linked anew (SEC-13)', async () => {
    const last = `(select max(id) from signature)`;
    const { chain, broken } = await after(
      `delete from audit_chain where audit_id in (select max(audit.id) from audit_log audit, signature
        where signature.id = ${last} and audit.after ->> 'hash' = signature.hash)`,
      `delete from audit_log where id in (select max(audit.id) from audit_log audit, signature
        where signature.id = ${last} and audit.after ->> 'hash' = signature.hash)`,
      `delete from workflow_step where id = (select step from signature where id = ${last})`,
      `delete from signature where id = ${last}`,
      relinked,
    );
    expect([chain, broken]).toEqual([0, expect.arrayContaining([trailSealTexts.unsigned(trailSealTexts.file, 1)])]);
  });

  it('an audit trail seal written without the key is ignored (SEC-13)', async () => {
    const own = await readFile(place(), 'utf8');
    const { seq, ...rest } = JSON.parse(own) as { seq: number };
    for (const forged of [JSON.stringify({ ...rest, seq: seq - 1 }), JSON.stringify({ seq }), '{', ''])
      await writeFile(place(), forged).then(async () =>
        expect(await brokenTrailSeals(server.services, server.database.orm), forged).toEqual([
          trailSealTexts.forged(trailSealTexts.file),
        ]),
      );
    await writeFile(place(), own);
    const { broken } = await after(
      `update audit_log set after = jsonb_set(after, '{signatures}', '0') where entity = '${trailSealTexts.name}'`,
    );
    expect(broken).toContainEqual(expect.stringContaining(trailSealTexts.forged('')));
  });

  it('the audit trail’s seal is not overwritten by a trail that does not continue it, and administrators learn of the failed background job (SEC-13)', async () => {
    const own = await readFile(place(), 'utf8');
    const ahead = { ...server.services, now: () => new Date(Date.now() + 90_000_000) };
    const undone = new Error('undone');
    const { seq } = await end();
    await server.database
      .transaction(async (tx) => {
        await tx.execute(sql.raw('set local session_replication_role = replica'));
        for (const statement of cutTo(seq - 1)) await tx.execute(sql.raw(statement));
        await expect(sealTrail({ ...ahead, database: within(tx) })).rejects.toThrow(JobProblem);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    expect(await readFile(place(), 'utf8')).toBe(own);
    // The next day has a seal of its own in the trail.
    expect(await sealTrail(ahead)).toBe(trailSealTexts.sealed(seq));
    // A restored backup begins anew.
    await putTrailSealAside(server.services.env.dataDir);
    await putTrailSealAside(server.services.env.dataDir);
    expect(await brokenTrailSeals(server.services, server.database.orm)).toEqual([]);
    await sealTrail(server.services);
    expect(JSON.parse(await readFile(place(), 'utf8'))).toMatchObject(await end());
  });
});

it('a stored end of the audit chain that differs from its last link is detected, whichever of the two was changed', async () => {
  for (const change of ['set hash = repeat(chr(48), 64)', 'set seq = seq + 1', 'set seq = seq - 1'])
    expect([change, (await after(`update audit_head ${change}`)).chain > 0]).toEqual([change, true]);
  expect((await after('delete from audit_head')).chain).toBeGreaterThan(0);
});

it('the sealed words of a signature name the account, except for signatures from before accounts were stored', async () => {
  const [signature] = await server.database.orm.select().from(signatureTable).limit(1);
  const words = (personAccount: string | null) =>
    sealedFields({ ...(signature as NonNullable<typeof signature>), personAccount });
  expect(words('zhou')).toMatchObject({ personAccount: 'zhou' });
  expect(words(null)).not.toHaveProperty('personAccount');
});

it('the signed content of a row that no longer exists is empty, for every kind of row that is signed', async () => {
  for (const kind of ['labSheet', 'labCurve', 'samplePlan', 'handOver', 'report', 'approval', 'project'])
    expect([kind, await contentOf(server.database.orm, kind, 2_000_000_000, 'submit')]).toEqual([kind, null]);
});

describe('signed row without a signature', () => {
  it('a row whose signed state was written directly into the database without a signature is detected (SEC-13)', async () => {
    const { broken } = await after(
      `update lab_sheet set state = 'approved' where id = (select max(id) from lab_sheet)`,
    );
    expect(broken).toContainEqual(
      expect.stringContaining(signatureCheckTexts.unsignedState('', 0, recordMachine.states.approved.label).slice(-20)),
    );
  });

  it('a row whose signed state, step and audit line were written directly into the database is detected (SEC-13)', async () => {
    const { id } = issued.report;
    const { broken } = await after(
      `update workflow_step set signed = false where machine = 'report' and row_id = ${id} and move = 'issue'`,
      `delete from signature where machine = 'report' and row_id = ${id} and move = 'issue'`,
    );
    expect(broken).toContain(
      signatureCheckTexts.unsignedStep(
        reportMachine.label,
        id,
        reportMachine.moves.find(({ key }) => key === 'issue')?.label ?? '',
      ),
    );
  });

  it('a signed row that was deleted directly in the database, softly or completely, is reported as missing (SEC-13)', async () => {
    const { id } = issued.report;
    for (const statement of [
      `delete from report where id = ${id}`,
      `update report set delete_time = now() where id = ${id}`,
    ])
      expect(
        (await after(statement)).broken.filter((one) => one.includes(`编号${id}）`)),
        statement,
      ).not.toEqual([]);
  });
});
