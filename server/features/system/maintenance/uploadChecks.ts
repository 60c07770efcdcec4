import { verify } from 'node:crypto';
import { maintenanceTexts } from '@contract/features/system/maintenanceFiles';
import { keyOfUpdates } from '@server/base/env';
import { version as running } from '@server/base/version';
import { badRequest, invalid } from '@server/http/errors';

const versionNumbers = (version: string): number[] => version.split('.').map(Number);

/** Compares versions by their numbers. */
function isNewer(version: string, other: string): boolean {
  const [a, b] = [versionNumbers(version), versionNumbers(other)];
  const index = a.findIndex((part, place) => part !== (b[place] ?? 0));
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0);
}

/**
 * Checks the signature (Ed25519, of the package's SHA-256 as text) and the version of an update package. Does not
 * read its content.
 * @param signature base64
 * @returns a sentence about what was checked
 * @throws Refusal 400
 */
export function updateFacts(
  { name, sha256, signature }: { readonly name: string; readonly sha256: string; readonly signature: string },
  key: string | undefined,
): string {
  if (!key) throw badRequest(maintenanceTexts.noKey);
  const version = /^occhealth-lab-(\d{1,4}\.\d{1,4}\.\d{1,4})\.tar\.gz$/.exec(name)?.[1];
  if (!version) throw badRequest(maintenanceTexts.badName);
  if (!signature.trim()) throw invalid([{ field: 'signature', message: maintenanceTexts.noSignature }]);
  const isSignatureValid = verify(
    null,
    Buffer.from(`${name} ${sha256}`),
    keyOfUpdates(key),
    Buffer.from(signature.trim(), 'base64'),
  );
  if (!isSignatureValid) throw badRequest(maintenanceTexts.badSignature);
  if (!isNewer(version, running)) throw badRequest(maintenanceTexts.notNewer(running));
  return maintenanceTexts.signed(version);
}
