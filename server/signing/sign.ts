import type { AnyRow } from '@contract/entity';
import { onBehalf } from '@contract/delegation';
import type { Machine } from '@contract/workflow/machine';
import { desc, eq } from 'drizzle-orm';
import { signatureTable, userSignatureTable } from '../db/schema';
import type { Orm } from '../db/orm';
import { hashOf } from './canonical';
import { contentOf, type SignedContent } from './content';

export type StoredSignature = typeof signatureTable.$inferSelect;

export const partHashes = ({ parts }: SignedContent): Record<string, string> => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashOf(part)]));

/** The words of a signature's own row: who, what, when, under which content. */
export function sealOf({ organizationId, entity, machine, rowId, move, meaning, step, personId, personName, fileId, time, hash, parts }: Omit<StoredSignature, 'id' | 'seal'>): string {
  return hashOf({ organizationId, entity, machine, rowId, move, meaning, step, personId, personName, fileId, time, hash, parts });
}

/** The file of a person's specimen signature as it holds now; null where there is none. */
export async function specimenOf(orm: Orm, userId: number): Promise<string | null> {
  const [newest] = await orm.select({ fileId: userSignatureTable.fileId }).from(userSignatureTable).where(eq(userSignatureTable.userId, userId)).orderBy(desc(userSignatureTable.id)).limit(1);
  return newest?.fileId ?? null;
}

interface Signing {
  readonly machine: Machine;
  readonly entity: string;
  readonly move: string;
  readonly person: { readonly id: number; readonly nickName: string };
  readonly onBehalf?: { readonly name: string } | undefined;
  readonly time: Date;
  /** Each row with the step of its move; the rows are locked, so that what is read is what stays. */
  readonly signed: readonly { readonly row: AnyRow; readonly step: number }[];
}

/**
 * Signs rows in the transaction that moves them.
 * @returns hash by row, none for entities whose moves leave no signature of their own
 */
export async function signRows(tx: Orm, { machine, entity, move, person, onBehalf: principal, time, signed }: Signing): Promise<ReadonlyMap<number, string>> {
  const made: Omit<StoredSignature, 'id'>[] = [];
  const meaning = `${machine.moves.find(({ key }) => key === move)?.label ?? move}${principal ? onBehalf(principal.name) : ''}`;
  const fileId = await specimenOf(tx, person.id);
  for (const { row, step } of signed) {
    const content = await contentOf(tx, entity, row.id, move);
    if (content === undefined) return new Map();
    if (content === null) throw new Error(`nothing to sign: ${entity} ${row.id}`);
    const parts = partHashes(content);
    const written = { organizationId: row.organizationId, entity, machine: machine.name, rowId: row.id, move, meaning, step, personId: person.id, personName: person.nickName, fileId, time, hash: hashOf(parts), parts };
    made.push({ ...written, seal: sealOf(written) });
  }
  for (let from = 0; from < made.length; from += 500) await tx.insert(signatureTable).values(made.slice(from, from + 500));
  return new Map(made.map(({ rowId, hash }) => [rowId, hash]));
}
