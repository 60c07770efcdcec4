// Compares a file with the issued one by its hash. Nothing of the file leaves the browser.

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Shows below the section whether a file equals the issued one, and the current state of the report. */
export async function compareReportFile(section: HTMLElement, file: File): Promise<void> {
  const line = section.querySelector<HTMLElement>('[data-status]');
  if (!line) return;
  const showStatus = (text: string, tone: 'good' | 'waiting' | 'bad' | '') => {
    line.textContent = text;
    line.dataset['tone'] = tone;
  };
  const { compare, verdict, same = '', other = '', busy = '', unread = '', plain = '' } = section.dataset;
  // Browsers compute hashes only with https. A script for it would be as large as all other scripts of the page.
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return showStatus(plain, 'bad');
  showStatus(busy, '');
  try {
    const fileHash = hexOf(new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer())));
    const hasIssuedHash = fileHash === compare;
    // The issued file of a report that is no longer valid is no good news.
    const sameTone = verdict === 'valid' ? 'good' : 'waiting';
    showStatus(`${file.name}：${hasIssuedHash ? same : other}`, hasIssuedHash ? sameTone : 'bad');
  } catch {
    showStatus(unread, 'bad');
  }
}
