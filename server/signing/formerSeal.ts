import { and, eq } from 'drizzle-orm';
import type { EncryptionKeySource } from '@server/base/secretEncryption';
import type { Orm } from '../db/orm';
import { formerSignatureTable, signatureTable } from '../db/schema';
import { keyedSeal } from './keyedSeal';

// Signatures that were imported with an organization from another installation. The key of that installation sealed
// them and stays there; this installation's own key seals each as it was imported.

interface FormerSignature {
  readonly signatureId: number;
  readonly house: string;
  /** Seal and hash that the signature had in the other installation. */
  readonly seal: string;
  readonly hash: string;
}

/** Returns this installation's seal of an imported signature. */
export const formerSeal = (keeper: EncryptionKeySource, { signatureId, house, seal, hash }: FormerSignature): string =>
  keyedSeal(keeper, { former: signatureId, house, seal, hash });

/**
 * Returns, by the id of the signature, the former organization of each of a row's signatures that was imported and is
 * unchanged.
 */
export async function formerOrganizations(
  keeper: EncryptionKeySource,
  orm: Orm,
  machine: string,
  rowId: number,
): Promise<ReadonlyMap<number, string>> {
  const formerSeals = await orm
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
    formerSeals
      .filter((seal) => seal.own === formerSeal(keeper, seal))
      .map(({ signatureId, house }) => [signatureId, house]),
  );
}
