import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { OutboxFile, OutboxItem } from './outboxRules';

// Encrypts unsent work (docs/decisions/0021-drafts-sealed-at-logout.md). Uses a library, because browsers offer their
// own cipher only over https. Loaded on demand.

const cipherOf = (key: string) => managedNonce(xchacha20poly1305)(bytesOf(key));

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Converts in slices, because a call accepts a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 0x8000)
    text += String.fromCharCode(...bytes.subarray(index, index + 0x8000));
  return btoa(text);
}

/** Returns what `open` returns; undefined if it throws, as decryption does for another key or a damaged content. */
function undefinedOnFailure<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/**
 * Encrypts texts with their names as one text, for `openTexts`. The text is compressed: while the originals are not yet
 * deleted, the storage holds both.
 */
export const sealTexts = (key: string, texts: Readonly<Record<string, string>>): string =>
  base64Of(cipherOf(key).encrypt(deflateSync(strToU8(JSON.stringify(texts)))));

/** Decrypts what `sealTexts` returned; undefined for another key or a damaged text. */
export const openTexts = (key: string, sealed: string): Record<string, string> | undefined =>
  undefinedOnFailure(
    () => JSON.parse(strFromU8(inflateSync(cipherOf(key).decrypt(bytesOf(sealed))))) as Record<string, string>,
  );

interface SealedHeader {
  readonly item: Omit<OutboxItem, 'files'>;
  readonly files: readonly (Omit<OutboxFile, 'blob'> & { readonly size: number; readonly type: string })[];
}

/** Encrypts an item: length of the header, header, and the files. */
export async function sealItem(key: string, { files, ...item }: OutboxItem): Promise<Uint8Array<ArrayBuffer>> {
  const head = strToU8(
    JSON.stringify({
      item,
      files: files.map(({ blob, ...file }) => ({ ...file, size: blob.size, type: blob.type })),
    } satisfies SealedHeader),
  );
  const bytes = new Uint8Array(4 + head.length + files.reduce((sum, { blob }) => sum + blob.size, 0));
  new DataView(bytes.buffer).setUint32(0, head.length);
  bytes.set(head, 4);
  let index = 4 + head.length;
  for (const { blob } of files) {
    bytes.set(new Uint8Array(await blob.arrayBuffer()), index);
    index += blob.size;
  }
  return cipherOf(key).encrypt(bytes) as Uint8Array<ArrayBuffer>;
}

/** Decrypts what `sealItem` returned; undefined for another key or a damaged item. */
export const openItem = (key: string, sealed: Uint8Array): OutboxItem | undefined =>
  undefinedOnFailure(() => {
    const bytes = cipherOf(key).decrypt(sealed) as Uint8Array<ArrayBuffer>;
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    const { item, files } = JSON.parse(strFromU8(bytes.subarray(4, 4 + length))) as SealedHeader;
    let index = 4 + length;
    return {
      ...item,
      files: files.map(({ size, type, ...file }) => ({
        ...file,
        blob: new Blob([bytes.subarray(index, (index += size))], { type }),
      })),
    };
  });
