import { hashOf } from './canonicalJson';
import type { SignedContent } from './signedContent';

/** Returns the hash of each signed part. */
export const partHashes = ({ parts }: SignedContent): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashOf(part)]));

/** Returns the hash that a signature stores: the SHA-256 of its parts' hashes. Each part can be compared later. */
export function signatureHash(content: SignedContent): { hash: string; parts: Record<string, string> } {
  const parts = partHashes(content);
  return { hash: hashOf(parts), parts };
}
