// Texts come from instruments and notepads in UTF-8, in GB18030, and in UTF-16 with or without a mark in front.

/** Bytes that are looked at: enough for some lines. */
const looked = 8192;

/**
 * Which UTF-16 a text is in, null for none: by its mark, or by the zero byte that every digit, letter and line break
 * has beside it,
 * always on the same side.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  let [even, odd] = [0, 0];
  const end = Math.min(bytes.length, looked) & ~1;
  for (let at = 0; at < end; at += 2) {
    even += Number(bytes[at] === 0);
    odd += Number(bytes[at + 1] === 0);
  }
  // A tenth of the signs: a line break and a delimiter a line at the least.
  if (odd > end / 20 && even === 0) return 'utf-16le';
  return even > end / 20 && odd === 0 ? 'utf-16be' : null;
}

/** A text in whatever encoding it is in; what no encoding explains becomes �. */
export function decodedText(bytes: Uint8Array): string {
  const wide = utf16Of(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Whether the beginning of a file is text: no binary, and no markup that a browser might take for a page. */
export function isPlainText(head: Uint8Array): boolean {
  const wide = utf16Of(head);
  // A beginning may end within a sign.
  const text = wide
    ? new TextDecoder(wide).decode(head.subarray(0, head.length & ~1))
    : Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  // eslint-disable-next-line no-control-regex
  return (
    !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) &&
    !/^(\uFEFF|\u00ef\u00bb\u00bf)?\s*<\s*[!?a-z]/i.test(text.slice(0, 1024))
  );
}
