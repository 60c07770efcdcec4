import { and, desc, eq, ne } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { User } from '@contract/wire';
import { onBehalf } from '@contract/workflow/signatureTexts';
import type { Machine } from '@contract/workflow/stateMachine';
import type { Orm } from '@server/db/orm';
import { signatureTable, userSignatureTable, userTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { beginSealing, keyedSeal } from './keyedSeal';
import { signatureHash } from './signatureHash';
import { contentOf } from './signedContent';

export type StoredSignature = typeof signatureTable.$inferSelect;

type SealedFields = Omit<StoredSignature, 'id' | 'seal'>;

/**
 * Returns the content of a signature's row: signer, content, time and circumstances. An account that was not stored
 * is left out.
 */
export const sealedFields = ({
  organizationId,
  entity,
  machine,
  rowId,
  move,
  meaning,
  step,
  personId,
  personName,
  personAccount,
  fileId,
  time,
  hash,
  parts,
}: SealedFields) => ({
  organizationId,
  entity,
  machine,
  rowId,
  move,
  meaning,
  step,
  personId,
  personName,
  ...(personAccount === null ? {} : { personAccount }),
  fileId,
  time,
  hash,
  parts,
});

/** Returns the file of a person's current specimen signature; null if there is none. */
export async function specimenOf(orm: Orm, userId: number): Promise<string | null> {
  const [newestSpecimen] = await orm
    .select({ fileId: userSignatureTable.fileId })
    .from(userSignatureTable)
    .where(eq(userSignatureTable.userId, userId))
    .orderBy(desc(userSignatureTable.id))
    .limit(1);
  return newestSpecimen?.fileId ?? null;
}

/**
 * Returns the name of a person for actions and papers. The account distinguishes two people of the same name in an
 * organization, a deleted person included, because papers outlive accounts.
 */
export async function nameOnPaper(
  orm: Orm,
  { id, nickName, userName, organizationId }: Pick<User, 'id' | 'nickName' | 'userName' | 'organizationId'>,
): Promise<string> {
  if (organizationId === null) return nickName;
  const [namesake] = await orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(userTable.organizationId, organizationId), eq(userTable.nickName, nickName), ne(userTable.id, id)))
    .limit(1);
  return namesake ? `${nickName}（${userName}）` : nickName;
}

interface SigningRequest {
  readonly machine: Machine;
  readonly entity: string;
  readonly move: string;
  /** The signer; `nickName` is printed on paper. */
  readonly person: { readonly id: number; readonly nickName: string; readonly userName: string };
  readonly onBehalf?: { readonly name: string } | undefined;
  readonly time: Date;
  /** Each row with the step of its move. The rows are locked, so the signed content can't change. */
  readonly signed: readonly { readonly row: AnyRow; readonly step: number }[];
}

/**
 * Signs rows in the transaction that moves them.
 * @returns hash by row; empty for entities without signatures
 */
export async function signRows(
  services: Services,
  tx: Orm,
  { machine, entity, move, person, onBehalf: principal, time, signed }: SigningRequest,
): Promise<ReadonlyMap<number, string>> {
  const newSignatures: Omit<StoredSignature, 'id'>[] = [];
  const meaning = `${machine.moves.find(({ key }) => key === move)?.label ?? move}${principal ? onBehalf(principal.name) : ''}`;
  const fileId = await specimenOf(tx, person.id);
  await beginSealing(services, tx);
  for (const { row, step } of signed) {
    const content = await contentOf(tx, entity, row.id, move);
    if (content === undefined) return new Map();
    if (content === null) throw new Error(`nothing to sign: ${entity} ${row.id}`);
    const signatureValues = {
      organizationId: row.organizationId,
      entity,
      machine: machine.name,
      rowId: row.id,
      move,
      meaning,
      step,
      personId: person.id,
      personName: person.nickName,
      personAccount: person.userName,
      fileId,
      time,
      ...signatureHash(content),
    };
    newSignatures.push({ ...signatureValues, seal: keyedSeal(services.env, sealedFields(signatureValues)) });
  }
  for (let from = 0; from < newSignatures.length; from += 500)
    await tx.insert(signatureTable).values(newSignatures.slice(from, from + 500));
  return new Map(newSignatures.map(({ rowId, hash }) => [rowId, hash]));
}
