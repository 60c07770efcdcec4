// SPEC §9: stored values are obfuscated. The first script of a page reads settings, visited pages, tabs and the key
// of sealed drafts before the cipher of the cookies (`./obscureCookie`) has loaded, so a short symmetric cipher is
// used. It hides names and numbers from a glance or a screenshot. It does not protect against a person who has this
// file.

const versionPrefix = 'v1:';
const keyPhrase = 'occhealth-lab/veil';

/**
 * Encrypts and decrypts: the operation is its own inverse. The key stream depends on the position, so that equal
 * characters do not look equal.
 */
function applyKeyStream(bytes: Uint8Array): Uint8Array {
  let state = 7;
  return bytes.map((byte, index) => {
    state = (state * 31 + keyPhrase.charCodeAt(index % keyPhrase.length) + index) & 0xff;
    return byte ^ state;
  });
}

/** Returns the obfuscated text for storage. */
export function obfuscate(text: string): string {
  const bytes = applyKeyStream(new TextEncoder().encode(text));
  let characters = '';
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return versionPrefix + btoa(characters);
}

/**
 * Returns the original of a stored text. A text that an earlier version stored in clear is returned unchanged;
 * undefined if the text can't be decoded.
 */
export function deobfuscate(storedText: string | null): string | undefined {
  if (storedText === null) return undefined;
  if (!storedText.startsWith(versionPrefix)) return storedText;
  try {
    const bytes = Uint8Array.from(atob(storedText.slice(versionPrefix.length)), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(applyKeyStream(bytes));
  } catch {
    return undefined;
  }
}
