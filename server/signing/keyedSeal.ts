import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { sealTexts } from '@contract/workflow/signatureTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { keyFingerprint } from '@server/base/keyFingerprint';
import { derivedKey, type EncryptionKeySource } from '@server/base/secretEncryption';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { auditLogTable, signatureTable } from '@server/db/schema';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';
import { canonicalJson } from './canonicalJson';

// A person with write access to the database could change a content and all its hashes. Without the installation's
// key nobody can create the seal of a signature.

const keyPurpose = 'occhealth seals of signatures';
const keyedAs = 'key:';

const equalInConstantTime = (first: string, other: string): boolean =>
  first.length === other.length && timingSafeEqual(Buffer.from(first), Buffer.from(other));

const hmacOf = (keeper: EncryptionKeySource, message: string): string =>
  createHmac('sha256', derivedKey(keeper, keyPurpose)).update(message).digest('hex');

/** Returns the seal of a content: `key:<key id>:<HMAC-SHA-256>`. */
export const keyedSeal = (keeper: EncryptionKeySource, content: unknown): string =>
  `${keyedAs}${keyFingerprint(keeper)}:${hmacOf(keeper, canonicalJson(content))}`;

/** The first signature that this key seals, and a hash of all signatures before it. */
export interface SealStart {
  readonly key: string;
  /** Id of the first signature that the key seals. */
  readonly first: number;
  /** Hash over the seals of all earlier signatures. */
  readonly before: string;
}

const entity = { name: sealTexts.name, label: sealTexts.entity };

/** Returns a hash over the seals and hashes of all signatures below an id. This key sealed none of them. */
export async function sealsBefore(orm: Orm, first: number): Promise<string> {
  const { id, seal, hash } = signatureTable;
  const [sealRow] = await orm
    .select({
      words: sql<string>`encode(sha256(convert_to(coalesce(string_agg(${id} || ':' || ${seal} || ':' || ${hash}, E'\n' order by ${id}), ''), 'UTF8')), 'hex')`,
    })
    .from(signatureTable)
    .where(sql`${id} < ${first}`);
  return sealRow?.words ?? '';
}

/**
 * Returns the audit trail's record of this key; undefined if there is none. Ignores a record that the key did not
 * seal.
 */
export async function readSealStart(keeper: EncryptionKeySource, orm: Orm): Promise<SealStart | undefined> {
  const keyMark = keyFingerprint(keeper);
  const lines = await orm
    .select({ after: auditLogTable.after })
    .from(auditLogTable)
    .where(and(eq(auditLogTable.entity, entity.name), eq(auditLogTable.title, keyMark)))
    .orderBy(auditLogTable.id)
    .limit(10);
  for (const { after } of lines) {
    const { key, first, before, seal } = (after ?? {}) as Partial<SealStart> & { seal?: string };
    if (
      key === keyMark &&
      typeof first === 'number' &&
      typeof before === 'string' &&
      typeof seal === 'string' &&
      equalInConstantTime(seal, keyedSeal(keeper, { key, first, before }))
    )
      return { key, first, before };
  }
  return undefined;
}

const startsByDatabase = new WeakMap<Database, Map<string, SealStart>>();

/** Like `readSealStart`, but cached per open database. */
export async function sealStart(
  { env, database }: Pick<Services, 'env' | 'database'>,
  orm: Orm,
): Promise<SealStart | undefined> {
  const startByMark = startsByDatabase.get(database) ?? new Map<string, SealStart>();
  startsByDatabase.set(database, startByMark);
  const keyMark = keyFingerprint(env);
  const start = startByMark.get(keyMark) ?? (await readSealStart(env, orm));
  if (start) startByMark.set(keyMark, start);
  return start;
}

/** Key of the advisory lock: an arbitrary number, the same in every process. */
const advisoryKey = 7_204_129;

/**
 * Records once the first signature that this key seals: before that signature and in its transaction, or at the start
 * of the server. Nothing is cached here, because a failed transaction removes the record.
 */
export async function beginSealing(services: Services, tx: Orm): Promise<void> {
  if (await sealStart(services, tx)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKey})`);
  if (await readSealStart(services.env, tx)) return;
  const [last] = await tx.select({ id: sql<number>`coalesce(max(${signatureTable.id}), 0)::int` }).from(signatureTable);
  const first = (last?.id ?? 0) + 1;
  const start: SealStart = { key: keyFingerprint(services.env), first, before: await sealsBefore(tx, first) };
  await recordAudit(tx, actorOf(systemCall(sealTexts.worker)), [
    {
      action: 'add',
      entity,
      title: start.key,
      after: { ...start, seal: keyedSeal(services.env, start) },
      reason: sealTexts.begun(first),
    },
  ]);
}

/**
 * Checks whether a signature's seal matches its content. From the recorded id on, only the key's own seal counts.
 * @param plainSeal hash of the content, the seal of earlier signatures
 */
export function isSealValid(
  keeper: EncryptionKeySource,
  start: SealStart | undefined,
  signature: { readonly id: number; readonly seal: string },
  content: unknown,
  plainSeal: string,
): boolean {
  const { id, seal } = signature;
  const isOwnSeal = seal.startsWith(`${keyedAs}${keyFingerprint(keeper)}:`);
  if (isOwnSeal) return start !== undefined && equalInConstantTime(seal, keyedSeal(keeper, content));
  if (start && id >= start.first) return false;
  // A seal of another key can't be checked here. The record (`sealsBefore`) proves that it was not changed since.
  return seal.startsWith(keyedAs) || seal === plainSeal;
}
