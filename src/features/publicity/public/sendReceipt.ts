import { handOutTexts, receiptCall } from '@contract/features/reports/handOut/handOutTexts';

/** Signs the receipt of a report and shows its time. After a refusal the name stays. */
export async function sendReceipt(form: HTMLFormElement): Promise<void> {
  const line = form.querySelector<HTMLElement>('[data-status]');
  const showStatus = (text: string, tone: 'good' | 'bad' | '') => {
    if (!line) return;
    line.textContent = text;
    line.dataset['tone'] = tone;
  };
  const input = form.querySelector<HTMLInputElement>('input[name=name]');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const name = input?.value.trim() ?? '';
  if (!name) return showStatus(handOutTexts.noName, 'bad');
  if (button) button.disabled = true;
  showStatus(handOutTexts.sending, '');
  try {
    const response = await fetch(`/${receiptCall}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: form.dataset['receipt'], name }),
    });
    const answer = (await response.json()) as { message?: string; body?: { name: string; at: string } };
    if (response.ok && answer.body) {
      showStatus(handOutTexts.receivedBy(answer.body.name, answer.body.at), 'good');
      if (input) input.disabled = true;
      return;
    }
    showStatus(answer.message ?? handOutTexts.unsent, 'bad');
  } catch {
    showStatus(handOutTexts.unsent, 'bad');
  }
  if (button) button.disabled = false;
}
