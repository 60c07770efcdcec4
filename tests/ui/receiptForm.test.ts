import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enhancePage } from '@/features/publicity/public/enhancePage';
import { contactSection } from '@contract/features/publicity/pages/contactSection';
import { receiptPage } from '@contract/features/publicity/pages/receiptPage';
import { complaintTexts } from '@contract/features/publicity/publicContact';
import { handOutTexts, receiptCall, type Receipt } from '@contract/features/reports/handOut/handOutTexts';
import { toHtml } from '@server/features/publicity/pages/htmlOfPage';

// The page of a hand-out's link as the server writes it, with the script that takes it over.

const receipt: Receipt = {
  reportNo: 'JC-1',
  title: '检测报告',
  organizationName: '某机构',
  copies: 2,
  times: 2,
  way: '快递',
  courier: 'SF100',
  receivedBy: null,
  receivedAt: null,
};

const show = (changes: Partial<Receipt> = {}): HTMLFormElement | null => {
  document.body.innerHTML = receiptPage({ ...receipt, ...changes }, 'code-of-the-link')
    .map((child) => toHtml(child))
    .join('');
  return document.querySelector('form');
};
const statusText = (): string | null | undefined => document.querySelector('[data-status]')?.textContent;
const sign = (form: HTMLFormElement | null, name: string): void => {
  const input = form?.querySelector<HTMLInputElement>('input[name=name]');
  if (input) input.value = name;
  // Unlike the event alone, a request checks the inputs as the browser does.
  form?.requestSubmit();
};

beforeEach(() => enhancePage());
afterEach(() => document.body.replaceChildren());

describe('the page of a hand-out', () => {
  it('the receipt form of a report hand-out sends the name with the code of the link, and says who signed and when', async () => {
    const asked = vi.fn(async () =>
      Response.json({ message: '', body: { name: '王收件', at: '2026-11-26 10:00:00' } }),
    );
    vi.stubGlobal('fetch', asked);
    try {
      sign(show(), ' 王收件 ');
      await expect.poll(statusText).toBe(handOutTexts.receivedBy('王收件', '2026-11-26 10:00:00'));
      expect(asked).toHaveBeenCalledExactlyOnceWith(
        `/${receiptCall}`,
        expect.objectContaining({ method: 'POST', body: JSON.stringify({ code: 'code-of-the-link', name: '王收件' }) }),
      );
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('the receipt form of a report hand-out asks for a missing name, and keeps the name after a refusal', async () => {
    const form = show();
    sign(form, ' ');
    await expect.poll(statusText).toBe(handOutTexts.noName);
    vi.stubGlobal('fetch', async () => Response.json({ message: handOutTexts.already }, { status: 409 }));
    try {
      sign(form, '王收件');
      await expect.poll(statusText).toBe(handOutTexts.already);
      expect(form?.querySelector<HTMLInputElement>('input[name=name]')?.value).toBe('王收件');
      expect(form?.querySelector('button')?.disabled).toBe(false);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('the forms of public pages explain a missing input themselves, and the browser shows no message of its own', async () => {
    document.body.innerHTML = toHtml(
      contactSection({
        agency: { name: '某机构', phone: null, address: null, email: null },
        supervision: null,
        about: { notice: 1 },
      }),
    );
    const form = document.querySelector('form');
    form?.requestSubmit();
    await expect.poll(statusText).toBe(complaintTexts.noContent);
    expect(form?.querySelector('[name=content]')?.hasAttribute('required')).toBe(true);
  });

  it('the receipt page of a report hand-out that was signed for shows who signed, and no form', () => {
    expect(show({ receivedBy: '王收件', receivedAt: '2026-11-26 10:00:00' })).toBeNull();
    expect(document.body.textContent).toContain(handOutTexts.receivedBy('王收件', '2026-11-26 10:00:00'));
    expect(document.body.textContent).toContain('第2次发放');
  });
});
