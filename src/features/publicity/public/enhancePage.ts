import './public.css';
import { compareReportFile } from './compareReportFile';
import { sendComplaint, showCaptcha } from './sendComplaint';
import { sendReceipt } from './sendReceipt';

// Adds behaviour to a page rendered by the server. Links and forms work without it, and the layout does not change.

/** Goes back in the history if the reader came from the list, to keep its scroll position. */
function backToList(event: MouseEvent, link: HTMLAnchorElement): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || !document.referrer) return;
  const from = new URL(document.referrer);
  if (from.origin !== window.location.origin || from.pathname !== link.pathname || window.history.length < 2) return;
  event.preventDefault();
  window.history.back();
}

/** Leaves empty fields out of the address (SPEC §2). */
function leaveOutEmpty(form: HTMLFormElement): void {
  const emptyFilters = [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select[name]'),
  ].filter(({ value, disabled }) => value.trim() === '' && !disabled);
  for (const field of emptyFilters) field.disabled = true;
  setTimeout(() => {
    for (const field of emptyFilters) field.disabled = false;
  }, 0);
}

const compareIn = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-compare]') : null;

const compareWithSigned = (section: HTMLElement, file: File | undefined): Promise<void> =>
  file ? compareReportFile(section, file) : Promise.resolve();

/** Compares a file that is chosen or dropped with the issued one. */
function compareFiles(): void {
  document.addEventListener('change', (event) => {
    const section = compareIn(event);
    if (section && event.target instanceof HTMLInputElement) void compareWithSigned(section, event.target.files?.[0]);
  });
  for (const kind of ['dragover', 'drop'] as const)
    document.addEventListener(kind, (event) => {
      const section = compareIn(event);
      if (!section) return;
      event.preventDefault();
      if (kind === 'drop') void compareWithSigned(section, event.dataTransfer?.files[0]);
    });
}

/** Runs once per document, whether the server or the browser rendered it. */
export function enhancePage(): void {
  const { dataset } = document.documentElement;
  if ('scripted' in dataset) return;
  dataset['scripted'] = '';
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>('a[data-back]');
    if (link) return backToList(event, link);
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
    if (act === 'print') window.print();
    else if (act === 'captcha') void showCaptcha(target.closest('form'));
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.matches('[data-complaint]')) {
      event.preventDefault();
      void sendComplaint(form);
    } else if (form.matches('[data-receipt]')) {
      event.preventDefault();
      void sendReceipt(form);
    } else if (form.method === 'get' && form.closest('.pub-page')) leaveOutEmpty(form);
  });
  // `toggle` does not bubble.
  document.addEventListener(
    'toggle',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLDetailsElement && target.open)
        void showCaptcha(target.querySelector('form[data-complaint]'));
    },
    true,
  );
  compareFiles();
  // For forms opened before this file was loaded.
  for (const form of document.querySelectorAll<HTMLFormElement>('details[open] form[data-complaint]'))
    void showCaptcha(form);
}

enhancePage();
