import { and, eq } from 'drizzle-orm';
import type { Keeper } from '@server/base/sealed';
import type { Orm } from '../db/orm';
import { formerSignatureTable, signatureTable } from '../db/schema';
import { keyedSeal } from './keyedSeal';

// Signatures that came with an organization from another installation. Its key sealed them and stays there; this
// installation's own key seals each as it was taken in.

interface Former {
  readonly signatureId: number;
  readonly house: string;
  /** The signature's own seal and hash. */
  readonly seal: string;
  readonly hash: string;
}

/** Returns this installation's seal of a signature that was taken in. */
export const formerSeal = (keeper: Keeper, { signatureId, house, seal, hash }: Former): string =>
  keyedSeal(keeper, { former: signatureId, house, seal, hash });

/** Returns the organization of each of a row's signatures that was taken in and is unchanged, by the id of the signature. */
export async function formerOrganizations(
  keeper: Keeper,
  orm: Orm,
  machine: string,
  rowId: number,
): Promise<ReadonlyMap<number, string>> {
  const found = await orm
    .select({
      signatureId: formerSignatureTable.signatureId,
      house: formerSignatureTable.house,
      own: formerSignatureTable.seal,
      seal: signatureTable.seal,
      hash: signatureTable.hash,
    })
    .from(formerSignatureTable)
    .innerJoin(signatureTable, eq(signatureTable.id, formerSignatureTable.signatureId))
    .where(and(eq(signatureTable.machine, machine), eq(signatureTable.rowId, rowId)));
  return new Map(
    found.filter((one) => one.own === formerSeal(keeper, one)).map(({ signatureId, house }) => [signatureId, house]),
  );
}
