// Text from instruments and editors is in UTF-8, GB18030, or UTF-16 with or without a byte order mark.

/** Number of inspected bytes, enough for some lines. */
const inspectedBytes = 8192;

/**
 * Returns the UTF-16 encoding of a text, null for another encoding. Detects it by the byte order mark, or by the zero
 * bytes beside ASCII characters, which are always on the same side.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  let [evenZeros, oddZeros] = [0, 0];
  const end = Math.min(bytes.length, inspectedBytes) & ~1;
  for (let index = 0; index < end; index += 2) {
    evenZeros += Number(bytes[index] === 0);
    oddZeros += Number(bytes[index + 1] === 0);
  }
  // Threshold: a tenth of the characters is ASCII, at least a line break and a delimiter per line.
  if (oddZeros > end / 20 && evenZeros === 0) return 'utf-16le';
  return evenZeros > end / 20 && oddZeros === 0 ? 'utf-16be' : null;
}

/** Decodes a text in any of these encodings; undecodable bytes become �. */
export function decodedText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Checks whether the beginning of a file is text: neither binary nor markup that a browser might render. */
export function isPlainText(head: Uint8Array): boolean {
  const encoding = utf16Of(head);
  // The inspected bytes may end within a character.
  const text = encoding
    ? new TextDecoder(encoding).decode(head.subarray(0, head.length & ~1))
    : Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  // eslint-disable-next-line no-control-regex
  return (
    !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) &&
    !/^(\uFEFF|\u00ef\u00bb\u00bf)?\s*<\s*[!?a-z]/i.test(text.slice(0, 1024))
  );
}
