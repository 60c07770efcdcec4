import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enhancePage } from '@/features/publicity/public/enhancePage';
import { verifiedPage } from '@contract/features/publicity/pages/verifiedPage';
import { compareTexts, type VerifiedReport } from '@contract/features/publicity/publicityWire';
import { toHtml } from '@server/features/publicity/pages/htmlOfPage';

// The page of a QR code as the server writes it, with the script that takes it over.

const issued = new TextEncoder().encode('%PDF-1.3 报告');
const report: VerifiedReport = {
  verdict: 'valid',
  reportNo: 'JC-1',
  title: '检测报告',
  unitName: '某单位',
  organizationName: '某机构',
  issuedOn: '2026-05-20',
  replacedBy: null,
  replacingNotice: null,
  notice: null,
  sha256: createHash('sha256').update(issued).digest('hex'),
  agency: { name: '某机构', address: null, phone: null, email: null },
  supervision: null,
};

function shown(changes: Partial<VerifiedReport> = {}): HTMLElement | null {
  document.body.innerHTML = verifiedPage({ ...report, ...changes }, 'code')
    .map((child) => toHtml(child))
    .join('');
  return document.querySelector<HTMLElement>('[data-compare]');
}

function bring(section: HTMLElement | null, bytes: Uint8Array<ArrayBuffer>, by: 'choose' | 'drop'): void {
  const files = [new File([bytes], '报告.pdf', { type: 'application/pdf' })];
  if (by === 'choose') {
    const input = section?.querySelector('input');
    Object.defineProperty(input, 'files', { value: files });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { files } });
  section?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
}

const statusText = (): string | null | undefined => document.querySelector('[data-compare] [data-status]')?.textContent;

beforeEach(() => enhancePage());
afterEach(() => document.body.replaceChildren());

describe('comparison of a visitor’s file on the page of a QR code', () => {
  it.each(['choose', 'drop'] as const)(
    'a visitor’s file on the page of a QR code is recognised as the issued report (%s)',
    async (by) => {
      const section = shown();
      expect(statusText()).toBe('');
      bring(section, issued, by);
      await expect.poll(statusText).toBe(`报告.pdf：${compareTexts.same}。`);
      expect(document.querySelector<HTMLElement>('[data-compare] [data-status]')?.dataset['tone']).toBe('good');
      expect(document.documentElement.dataset).toHaveProperty('scripted');
    },
  );

  it('a visitor’s file on the page of a QR code is not recognised as the issued report after one changed byte', async () => {
    bring(
      shown(),
      Uint8Array.from(issued, (byte, index) => (index === 3 ? byte ^ 1 : byte)),
      'drop',
    );
    await expect.poll(statusText).toBe(`报告.pdf：${compareTexts.other}`);
  });

  it.each(['replaced', 'withdrawn', 'altered'] as const)(
    'a visitor’s file that equals the report is reported together with the state of the report: %s',
    async (verdict) => {
      bring(shown({ verdict }), issued, 'drop');
      await expect.poll(statusText).toBe(`报告.pdf：${compareTexts.same}${compareTexts.but[verdict]}`);
      expect(document.querySelector<HTMLElement>('[data-compare] [data-status]')?.dataset['tone']).toBe('waiting');
    },
  );

  it('a file to be compared over http, where browsers calculate no hash, is answered with advice', async () => {
    vi.stubGlobal('crypto', {});
    try {
      bring(shown(), issued, 'choose');
      await expect.poll(statusText).toBe(compareTexts.plain);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('the page of a QR code asks for no file if the report has no PDF', () => {
    expect(shown({ sha256: null })).toBeNull();
  });
});
