import { and, asc, eq, gt, isNotNull, isNull, like, or, sql } from 'drizzle-orm';
import { machines } from '@contract/subjects';
import { sealTexts, signatureCheckTexts } from '@contract/workflow/signatureTexts';
import type { Machine } from '@contract/workflow/stateMachine';
import { keyFingerprint } from '@server/base/keyFingerprint';
import type { Orm } from '@server/db/orm';
import {
  auditLogTable,
  reportPaperTable,
  reportTable,
  signatureTable,
  storedFileTable,
  workflowStepTable,
} from '@server/db/schema';
import { fileHash } from '@server/files/fileHash';
import type { Services } from '@server/services';
import { findStateFaults } from './brokenStates';
import { readSealStart, sealsBefore } from './keyedSeal';
import { passwordsNotStoredByProgram } from './passwordSeal';
import { brokenTrailSeals } from './trailSeal';
import { signaturesWithoutStep, verifySignatures } from './verifySignatures';

// Verifies all signatures, papers and files of an installation, for the verification of the audit trail.

type VerificationServices = Pick<Services, 'env' | 'database' | 'files'>;

/** Number of rows read at a time. */
const rowsPerBatch = 500;

interface InstallationReport {
  readonly signatures: number;
  readonly papers: number;
  readonly files: number;
  /** One sentence for each fault. */
  readonly broken: readonly string[];
}

async function brokenSeals({ env }: VerificationServices, orm: Orm): Promise<string[]> {
  const start = await readSealStart(env, orm);
  if (start)
    return (await sealsBefore(orm, start.first)) === start.before
      ? []
      : [signatureCheckTexts.sealedBefore(start.first)];
  const [keyedSignature] = await orm
    .select({ seal: signatureTable.seal })
    .from(signatureTable)
    .where(like(signatureTable.seal, 'key:%'))
    .limit(1);
  const [trailLine] = await orm
    .select({ key: auditLogTable.title })
    .from(auditLogTable)
    .where(eq(auditLogTable.entity, sealTexts.name))
    .limit(1);
  if (keyedSignature?.seal.startsWith(`key:${keyFingerprint(env)}:`)) return [signatureCheckTexts.noStart];
  return (keyedSignature ?? trailLine) ? [signatureCheckTexts.otherKey] : [];
}

async function brokenOf(services: VerificationServices, orm: Orm, machine: Machine, rowId: number): Promise<string[]> {
  const step = workflowStepTable;
  const steps = await orm
    .select()
    .from(step)
    .where(and(eq(step.machine, machine.name), eq(step.rowId, rowId)))
    .orderBy(asc(step.id));
  const verdicts = await verifySignatures(services, orm, machine, rowId, steps);
  const lostSignatures = await signaturesWithoutStep(orm, machine, rowId, steps);
  const problems = steps.flatMap(({ id, personName }) => {
    const verdict = verdicts.get(id);
    return verdict?.state === 'invalid'
      ? [signatureCheckTexts.signature(machine.label, rowId, personName, verdict.meaning, verdict.changed)]
      : [];
  });
  return [
    ...problems,
    ...lostSignatures.map(({ personName, meaning }) =>
      signatureCheckTexts.lostStep(machine.label, rowId, personName, meaning),
    ),
  ];
}

async function walkSignatures(services: VerificationServices, orm: Orm): Promise<{ count: number; broken: string[] }> {
  const faultTexts: string[] = [];
  const [{ count } = { count: 0 }] = await orm.select({ count: sql<number>`count(*)::int` }).from(signatureTable);
  for (const machine of machines) {
    // A signed step without its signature is found by the step, a signature without its step by the signature.
    const signedRows = await orm
      .selectDistinct({ rowId: signatureTable.rowId })
      .from(signatureTable)
      .where(eq(signatureTable.machine, machine.name));
    const steppedRows = await orm
      .selectDistinct({ rowId: workflowStepTable.rowId })
      .from(workflowStepTable)
      .where(and(eq(workflowStepTable.machine, machine.name), eq(workflowStepTable.signed, true)));
    const rows = [...new Set([...signedRows, ...steppedRows].map(({ rowId }) => rowId))].sort((a, b) => a - b);
    for (const rowId of rows) faultTexts.push(...(await brokenOf(services, orm, machine, rowId)));
  }
  // Finds signatures that the audit trail recorded and that no longer exist. Two people who sign equal content leave
  // equal hashes, so counts are compared.
  const vanishedRows = (await orm.execute(sql`
    with told as (
      select max(id) as id, max(title) as title, max(entity_label) as label, entity, entity_id, after ->> 'hash' as hash, count(*) as lines
      from audit_log where action = 'status' and after ->> 'hash' is not null
      group by entity, entity_id, after ->> 'hash'
    ), kept as (select entity, row_id, hash, count(*) as signatures from signature group by entity, row_id, hash)
    select told.id, told.title, told.label from told
    left join kept on kept.entity = told.entity and kept.row_id = told.entity_id and kept.hash = told.hash
    where told.lines > coalesce(kept.signatures, 0) order by told.id`)) as unknown as {
    rows: { id: number; title: string | null; label: string | null }[];
  };
  return {
    count,
    broken: [
      ...faultTexts,
      ...vanishedRows.rows.map(({ id, title, label }) => signatureCheckTexts.untold(label ?? '', title ?? '', id)),
    ],
  };
}

async function walkPapers(services: VerificationServices, orm: Orm): Promise<{ count: number; broken: string[] }> {
  const faultTexts: string[] = [];
  const papers = await orm
    .select({
      no: reportTable.reportNo,
      file: reportPaperTable.fileId,
      sha256: reportPaperTable.sha256,
      pdf: reportTable.pdf,
      known: storedFileTable.sha256,
    })
    .from(reportTable)
    .leftJoin(reportPaperTable, eq(reportPaperTable.reportId, reportTable.id))
    .leftJoin(storedFileTable, eq(storedFileTable.id, reportPaperTable.fileId))
    .where(or(isNotNull(reportPaperTable.fileId), isNotNull(reportTable.pdf)))
    .orderBy(asc(reportTable.id));
  for (const { no, file, sha256, pdf, known } of papers) {
    const storedHash = file === null ? null : await fileHash(services, file);
    const isMissing = file !== null && pdf === file && known === sha256 && storedHash === null;
    if (isMissing) faultTexts.push(signatureCheckTexts.paperMissing(no ?? ''));
    else if (file === null || pdf !== file || known !== sha256 || storedHash !== sha256)
      faultTexts.push(signatureCheckTexts.paper(no ?? ''));
  }
  return { count: papers.length, broken: faultTexts };
}

async function walkFiles(services: VerificationServices, orm: Orm): Promise<{ count: number; broken: string[] }> {
  const { id, name, sha256, purgeTime } = storedFileTable;
  const faultTexts: string[] = [];
  let count = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const files = await orm
      .select({ id, name, sha256 })
      .from(storedFileTable)
      .where(and(isNull(purgeTime), gt(id, after)))
      .orderBy(asc(id))
      .limit(rowsPerBatch);
    for (const file of files) {
      const storedHash = await fileHash(services, file.id);
      if (storedHash === null) faultTexts.push(signatureCheckTexts.missingFile(file.name, file.id));
      else if (storedHash !== file.sha256) faultTexts.push(signatureCheckTexts.file(file.name, file.id));
    }
    count += files.length;
    const lastFile = files.at(-1);
    if (!lastFile || files.length < rowsPerBatch) return { count, broken: faultTexts };
    after = lastFile.id;
  }
}

/** Verifies all signatures. Signatures written during the run are left to the next run. */
export async function verifyInstallation(services: VerificationServices): Promise<InstallationReport> {
  const { orm } = services.database;
  const seals = [...(await brokenTrailSeals(services, orm)), ...(await brokenSeals(services, orm))];
  const signatures = await walkSignatures(services, orm);
  const states = await findStateFaults(orm);
  const passwords = await passwordsNotStoredByProgram(services, orm);
  const papers = await walkPapers(services, orm);
  const files = await walkFiles(services, orm);
  return {
    signatures: signatures.count,
    papers: papers.count,
    files: files.count,
    broken: [...seals, ...signatures.broken, ...states, ...passwords, ...papers.broken, ...files.broken],
  };
}
