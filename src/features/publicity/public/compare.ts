// Compares a file with the issued one by its hash. Nothing of the file leaves the browser.

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns the SHA-256 of bytes, hexadecimal. Browsers have their own under https alone; elsewhere a script is loaded.
 */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle) return hexOf(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return hexOf(sha256(bytes));
}

/** Says below the section whether a file is the issued one, and what became of the report. */
export async function compareFile(section: HTMLElement, file: File): Promise<void> {
  const line = section.querySelector<HTMLElement>('[data-said]');
  if (!line) return;
  const say = (text: string, tone: 'good' | 'bad' | '') => {
    line.textContent = text;
    line.dataset['tone'] = tone;
  };
  const { compare, same = '', other = '', busy = '', unread = '' } = section.dataset;
  say(busy, '');
  try {
    const found = await sha256Of(new Uint8Array(await file.arrayBuffer()));
    const agrees = found === compare;
    say(`${file.name}：${agrees ? same : other}`, agrees ? 'good' : 'bad');
  } catch {
    say(unread, 'bad');
  }
}
