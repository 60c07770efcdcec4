import { type KeyObject, sign, verify } from 'node:crypto';
import {
  type LibraryFileContent,
  libraryContentOf,
  libraryFileOf,
  libraryFileTexts,
} from '@contract/features/library/libraryFile';
import { keyOfUpdates } from '@server/base/env';
import { badRequest, conflict } from '@server/http/errors';

/**
 * Reads a library file and verifies its signature.
 * @param publicKey Ed25519, SPKI as base64; undefined if the operator set none
 * @throws Refusal 400 for another file, a broken signature or incomplete content; 409 without a key
 */
export function readSigned(text: string, publicKey: string | undefined): LibraryFileContent {
  if (!publicKey) throw conflict(libraryFileTexts.noKey);
  const file = libraryFileOf(text);
  if (!file) throw badRequest(libraryFileTexts.notOurs);
  if (!verify(null, Buffer.from(file.content, 'utf8'), keyOfUpdates(publicKey), Buffer.from(file.signature, 'base64')))
    throw badRequest(libraryFileTexts.badSignature);
  const content = libraryContentOf(file.content);
  if (!content) throw badRequest(libraryFileTexts.badContent);
  return content;
}

/** Writes a library file: the content as text, and its Ed25519 signature. */
export function signedFile(content: LibraryFileContent, privateKey: KeyObject): string {
  const text = JSON.stringify(content);
  return JSON.stringify({
    content: text,
    signature: sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  });
}
