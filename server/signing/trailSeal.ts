import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { trailSealTexts } from '@contract/workflow/signatureTexts';
import { chainEnd, stillHolds } from '@server/audit/auditHashChain';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { JobProblem } from '@server/base/jobProblem';
import { keyFingerprint } from '@server/base/keyFingerprint';
import type { EncryptionKeySource } from '@server/base/secretEncryption';
import { systemCall } from '@server/http/systemCall';
import type { Orm } from '../db/orm';
import { auditLogTable, signatureTable } from '../db/schema';
import type { Services } from '../services';
import { keyedSeal } from './keyedSeal';

// A person with the database's role can remove the last links of the trail, or rebuild it from any line on, because
// the chain has no secret. Therefore the installation's key seals the end of the trail and the number of signatures.
// One seal a day is written into the trail itself and covers the lines before it. One seal a minute is written to a
// file beside the database and covers the end.

/** Name of the file in the data directory. */
const trailSealFile = 'trail.seal';
/** Time in ms between two seals in the trail. */
const sealIntervalMs = 86_400_000;

interface SealedState {
  /** Number of the last line of the chain. */
  readonly seq: number;
  readonly hash: string;
  /** Number of signatures up to `lastSignature`. */
  readonly signatures: number;
  readonly lastSignature: number;
  readonly at: string;
}
type TrailSeal = SealedState & { readonly seal: string };

const entity = { name: trailSealTexts.name, label: trailSealTexts.entity };
const wordsOf = ({ seq, hash, signatures, lastSignature, at }: SealedState): SealedState => ({
  seq,
  hash,
  signatures,
  lastSignature,
  at,
});

async function signaturesUpTo(orm: Orm, last: number | null): Promise<{ count: number; last: number }> {
  const { id } = signatureTable;
  const [trailEnd] = await orm
    .select({ count: sql<number>`count(*)::int`, last: sql<number>`coalesce(max(${id}), 0)::int` })
    .from(signatureTable)
    .where(last === null ? undefined : sql`${id} <= ${last}`);
  return trailEnd ?? { count: 0, last: 0 };
}

/** Returns the seal of the current trail; null for an empty trail. */
async function sealOfNow({ env, now }: Pick<Services, 'env' | 'now'>, orm: Orm): Promise<TrailSeal | null> {
  const end = await chainEnd(orm);
  if (!end) return null;
  const { count, last } = await signaturesUpTo(orm, null);
  const sealedContent = { ...end, signatures: count, lastSignature: last, at: now().toISOString() };
  return { ...sealedContent, seal: keyedSeal(env, sealedContent) };
}

/**
 * Compares a seal with the trail.
 * @param knownResult hash of the chain at the seal's position
 * @returns sentences; none for a seal of another key, which can't be checked here
 */
async function faultsOf(
  keeper: EncryptionKeySource,
  orm: Orm,
  trailSeal: Partial<TrailSeal>,
  knownResult: boolean | null,
  location: string,
): Promise<string[]> {
  const sealedContent = wordsOf(trailSeal as SealedState);
  const keyMark = String(trailSeal.seal).split(':')[1];
  if (keyMark !== keyFingerprint(keeper)) return keyMark ? [] : [trailSealTexts.forged(location)];
  if (trailSeal.seal !== keyedSeal(keeper, sealedContent)) return [trailSealTexts.forged(location)];
  const end = await chainEnd(orm);
  const faults: string[] = [];
  if (!end || end.seq < sealedContent.seq) faults.push(trailSealTexts.cut(location, sealedContent.seq, end?.seq ?? 0));
  else if (!(knownResult ?? (await stillHolds(orm, sealedContent))))
    faults.push(trailSealTexts.rewritten(location, sealedContent.seq));
  const { count } = await signaturesUpTo(orm, sealedContent.lastSignature);
  if (count < sealedContent.signatures)
    faults.push(trailSealTexts.unsigned(location, sealedContent.signatures - count));
  return faults;
}

/** Returns the seal in the data directory; null if there is none, an empty object if it can't be read. */
async function readKeptSeal(dataDir: string): Promise<Partial<TrailSeal> | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, trailSealFile), 'utf8')) as Partial<TrailSeal>;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : {};
  }
}

async function storeSeal(dataDir: string, seal: TrailSeal): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const [temporaryPath, sealPath] = [join(dataDir, `${trailSealFile}.new`), join(dataDir, trailSealFile)];
  const file = await open(temporaryPath, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(seal)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, sealPath);
}

/** Returns the seals in the trail, oldest first, each with the hash of the chain at its position. */
async function sealsInTrail(orm: Orm): Promise<{ id: number; after: unknown; hash: string | null }[]> {
  const result = await orm.execute(sql`
    select line.id, line.after, chain.hash from ${auditLogTable} line
    left join audit_chain chain on chain.seq = (line.after ->> 'seq')::int
    where line.entity = ${entity.name} order by line.id`);
  return (result as unknown as { rows: { id: number; after: unknown; hash: string | null }[] }).rows;
}

/**
 * Compares every seal with the trail: the seals in the trail, and the seal in the data directory.
 * @returns one sentence for each fault
 */
export async function brokenTrailSeals({ env }: Pick<Services, 'env'>, orm: Orm): Promise<string[]> {
  const faultTexts: string[] = [];
  for (const { id, after, hash } of await sealsInTrail(orm)) {
    const trailSeal = (after ?? {}) as Partial<TrailSeal>;
    faultTexts.push(...(await faultsOf(env, orm, trailSeal, hash === trailSeal.hash, trailSealTexts.line(id))));
  }
  const file = await readKeptSeal(env.dataDir);
  if (file) faultTexts.push(...(await faultsOf(env, orm, file, null, trailSealTexts.file)));
  return faultTexts;
}

/**
 * Seals the end of the trail in the data directory, and once a day in the trail. If the trail does not continue the
 * last seal, that seal is kept as evidence.
 * @returns a sentence about the seal in the trail; null if only the file was written
 * @throws JobProblem if sealed lines are missing or changed
 */
export async function sealTrail(services: Pick<Services, 'env' | 'now' | 'database'>): Promise<string | null> {
  const { env, database } = services;
  const { orm } = database;
  const before = await readKeptSeal(env.dataDir);
  const faults = before ? await faultsOf(env, orm, before, null, trailSealTexts.file) : [];
  if (faults.length) throw new JobProblem(faults.join('；'));
  const seal = await sealOfNow(services, orm);
  if (!seal) return null;
  if (before?.seq !== seal.seq || before.signatures !== seal.signatures) await storeSeal(env.dataDir, seal);
  const [last] = await orm
    .select({ time: sql<Date | string>`max(${auditLogTable.createTime})` })
    .from(auditLogTable)
    .where(eq(auditLogTable.entity, entity.name));
  if (last?.time && services.now().getTime() - new Date(last.time).getTime() < sealIntervalMs) return null;
  await database.transaction((tx) =>
    recordAudit(tx, actorOf(systemCall(trailSealTexts.worker)), [
      { action: 'add', entity, title: String(seal.seq), after: { ...seal } },
    ]),
  );
  return trailSealTexts.sealed(seal.seq);
}

/** Renames the seal in the data directory, because another database is used from now on. */
export async function putTrailSealAside(dataDir: string): Promise<void> {
  const sealPath = join(dataDir, trailSealFile);
  await rename(sealPath, `${sealPath}.before`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
