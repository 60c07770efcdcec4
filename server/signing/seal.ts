import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { sealTexts } from '@contract/workflow/signing';
import { actorOf, recordAudit } from '@server/audit/trail';
import { derivedKey, type Keeper } from '@server/base/sealed';
import { systemCall } from '@server/http/systemCall';
import type { Database } from '../db/client';
import type { Orm } from '../db/orm';
import { auditLogTable, signatureTable } from '../db/schema';
import type { Services } from '../services';
import { canonicalJson } from './canonical';

// Whoever writes the database can change a content with all of its hashes. What nobody can make without the
// installation's key is the seal of a signature.

const purpose = 'occhealth seals of signatures';
const keyedAs = 'key:';

const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Tells one key from another without telling the key. */
export const keyMarkOf = (keeper: Keeper): string =>
  createHash('sha256')
    .update(derivedKey(keeper, `${purpose}: its name`))
    .digest('hex')
    .slice(0, 16);

const hmacOf = (keeper: Keeper, words: string): string =>
  createHmac('sha256', derivedKey(keeper, purpose)).update(words).digest('hex');

/** The seal over words: `key:<which key>:<HMAC-SHA-256>`. */
export const keyedSeal = (keeper: Keeper, words: unknown): string =>
  `${keyedAs}${keyMarkOf(keeper)}:${hmacOf(keeper, canonicalJson(words))}`;

/** From which signature on this installation's key seals, and what those before it were then. */
export interface SealStart {
  readonly key: string;
  /** The first signature that the key seals. */
  readonly first: number;
  /** Hash over the seals of all before it. */
  readonly before: string;
}

const entity = { name: sealTexts.name, label: sealTexts.entity };

/** Hash over the seals and hashes of all signatures below a number: none of them was sealed by this key. */
export async function sealsBefore(orm: Orm, first: number): Promise<string> {
  const { id, seal, hash } = signatureTable;
  const [found] = await orm
    .select({
      words: sql<string>`encode(sha256(convert_to(coalesce(string_agg(${id} || ':' || ${seal} || ':' || ${hash}, E'\n' order by ${id}), ''), 'UTF8')), 'hex')`,
    })
    .from(signatureTable)
    .where(sql`${id} < ${first}`);
  return found?.words ?? '';
}

/**
 * What the trail says of this installation's key; undefined where it says nothing. A line that the key did not seal
 * says nothing.
 */
export async function readSealStart(keeper: Keeper, orm: Orm): Promise<SealStart | undefined> {
  const mark = keyMarkOf(keeper);
  const lines = await orm
    .select({ after: auditLogTable.after })
    .from(auditLogTable)
    .where(and(eq(auditLogTable.entity, entity.name), eq(auditLogTable.title, mark)))
    .orderBy(auditLogTable.id)
    .limit(10);
  for (const { after } of lines) {
    const { key, first, before, seal } = (after ?? {}) as Partial<SealStart> & { seal?: string };
    if (
      key === mark &&
      typeof first === 'number' &&
      typeof before === 'string' &&
      typeof seal === 'string' &&
      equal(seal, keyedSeal(keeper, { key, first, before }))
    )
      return { key, first, before };
  }
  return undefined;
}

const known = new WeakMap<Database, Map<string, SealStart>>();

/** The same, read once for each database that is open. */
export async function sealStart(
  { env, database }: Pick<Services, 'env' | 'database'>,
  orm: Orm,
): Promise<SealStart | undefined> {
  const held = known.get(database) ?? new Map<string, SealStart>();
  known.set(database, held);
  const mark = keyMarkOf(env);
  const found = held.get(mark) ?? (await readSealStart(env, orm));
  if (found) held.set(mark, found);
  return found;
}

/** Any number will do, as long as every process takes the same one. */
const advisoryKey = 7_204_129;

/**
 * Writes down, once, from which signature on this key seals. Before the first signature under it, in the transaction of
 * that one, or at the start.
 * What was written in a transaction that fails is written again by the next: so nothing is remembered of it here.
 */
export async function beginSealing(services: Services, tx: Orm): Promise<void> {
  if (await sealStart(services, tx)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKey})`);
  if (await readSealStart(services.env, tx)) return;
  const [last] = await tx.select({ id: sql<number>`coalesce(max(${signatureTable.id}), 0)::int` }).from(signatureTable);
  const first = (last?.id ?? 0) + 1;
  const start: SealStart = { key: keyMarkOf(services.env), first, before: await sealsBefore(tx, first) };
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
 * Whether a signature's seal is what its words say. From the number on that the key's record names only the key's own
 * seal counts.
 * @param plain hash over the words, which sealed signatures from before
 */
export function sealStands(
  keeper: Keeper,
  start: SealStart | undefined,
  signature: { readonly id: number; readonly seal: string },
  words: unknown,
  plain: string,
): boolean {
  const { id, seal } = signature;
  const own = seal.startsWith(`${keyedAs}${keyMarkOf(keeper)}:`);
  if (own) return start !== undefined && equal(seal, keyedSeal(keeper, words));
  if (start && id >= start.first) return false;
  // Of another key nothing can be said here; that it was not changed since the key was another is said by the record
  // (`sealsBefore`).
  return seal.startsWith(keyedAs) || seal === plain;
}
