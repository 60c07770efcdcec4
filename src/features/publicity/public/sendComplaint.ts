import { type Complaint, complaintPath, complaintTexts } from '@contract/features/publicity/publicContact';

// Complaint form below a notice and a report verification, rendered by the server or by React.

/** Id of the captcha shown in a form; absent if none is required. */
const uuids = new WeakMap<HTMLFormElement, string>();

function showStatus(form: HTMLFormElement, text: string, tone: 'bad' | 'good' | '' = ''): void {
  const line = form.querySelector<HTMLElement>('[data-status]');
  if (!line) return;
  line.textContent = text;
  line.dataset['tone'] = tone;
}

/** Shows a new captcha if the server requires one. */
export async function showCaptcha(form: HTMLFormElement | null): Promise<void> {
  const captchaElement = form?.querySelector<HTMLElement>('[data-captcha]');
  if (!form || !captchaElement) return;
  try {
    const answer = (await (await fetch('/auth/code')).json()) as { readonly uuid?: string; readonly img?: string };
    captchaElement.hidden = answer.uuid === undefined;
    if (!answer.uuid || !answer.img) return;
    uuids.set(form, answer.uuid);
    const picture = captchaElement.querySelector('img');
    if (picture) picture.src = answer.img;
    const input = captchaElement.querySelector('input');
    if (input) input.value = '';
  } catch {
    showStatus(form, complaintTexts.unsent, 'bad');
  }
}

const valueIn = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null)?.value.trim() ?? '';

function complaintIn(form: HTMLFormElement): Complaint {
  const [notice, code, uuid] = [valueIn(form, 'notice'), valueIn(form, 'code'), uuids.get(form)];
  return {
    ...(notice ? { notice: Number(notice) } : {}),
    ...(code ? { code } : {}),
    content: valueIn(form, 'content'),
    person: valueIn(form, 'person'),
    contact: valueIn(form, 'contact'),
    ...(uuid ? { uuid, captcha: valueIn(form, 'captcha') } : {}),
  };
}

/** Sends a complaint and shows its number. After a refusal the input stays. */
export async function sendComplaint(form: HTMLFormElement): Promise<void> {
  const complaint = complaintIn(form);
  if (!complaint.content) return showStatus(form, complaintTexts.noContent, 'bad');
  if (complaint.uuid && !complaint.captcha) return showStatus(form, complaintTexts.noCaptcha, 'bad');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button) button.disabled = true;
  showStatus(form, complaintTexts.sending);
  try {
    const response = await fetch(`/${complaintPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(complaint),
    });
    const answer = (await response.json()) as { readonly message?: string; readonly body?: { readonly no: string } };
    if (response.ok && answer.body) {
      form.reset();
      showStatus(form, complaintTexts.sent(answer.body.no), 'good');
    } else showStatus(form, answer.message ?? complaintTexts.unsent, 'bad');
  } catch {
    showStatus(form, complaintTexts.unsent, 'bad');
  }
  if (button) button.disabled = false;
  // A captcha is valid for one attempt.
  await showCaptcha(form);
}
