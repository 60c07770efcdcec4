import { type SeenFingerprint, signedParts, signingTexts } from '@contract/workflow/signatureTexts';
import type { Orm } from '@server/db/orm';
import { conflict, invalid } from '@server/http/errors';
import { hashOf } from './canonicalJson';
import { contentOf } from './signedContent';

// A row's version does not change when a reading of the row changes. Therefore the client sends a hash of each
// displayed part, and the server compares the hashes before signing.

/** Content is read without a move, because the page looks the same whichever move follows. */
const noMove = '';
/** Number of hex characters of a hash: 64 bits, compared with one stored row. */
const fingerprintLength = 16;

/** Returns the fingerprint of parts: a short hash of each. */
export const contentFingerprint = (parts: Readonly<Record<string, unknown>>): SeenFingerprint =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashOf(part).slice(0, fingerprintLength)]));

/**
 * Returns the fingerprint of a row as it is stored now; null for entities without signatures.
 * @param extraParts additional parts that the move itself compiles
 */
export async function currentFingerprint(
  orm: Orm,
  entity: string,
  id: number,
  extraParts: Readonly<Record<string, unknown>> = {},
): Promise<SeenFingerprint | null> {
  const content = await contentOf(orm, entity, id, noMove);
  return content ? contentFingerprint({ ...content.parts, ...extraParts }) : null;
}

/**
 * Refuses a signature if the content differs from what the person saw.
 * @param currentSeenFingerprint fingerprint read under the row's lock
 * @throws Refusal 400 without a fingerprint; 409 `changedSince` that names the changed parts
 */
export function assertSeen(currentSeenFingerprint: SeenFingerprint, seenMarks: SeenFingerprint | undefined): void {
  if (!seenMarks) throw invalid([{ field: 'asSeen', message: signingTexts.noFingerprint }]);
  const changedParts = Object.keys(currentSeenFingerprint).filter(
    (part) => currentSeenFingerprint[part] !== seenMarks[part],
  );
  if (changedParts.length)
    throw conflict(signingTexts.changedSince(changedParts.map((part) => signedParts[part] ?? part)), 'changedSince');
}
