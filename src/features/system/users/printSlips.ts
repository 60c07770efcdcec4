import { oneTimePasswordTexts, type PasswordSlip } from '@contract/features/notices/oneTimePasswords';

/** Styles for slips: two beside each other, with lines for cutting. */
const slipStyle = `
  @page { margin: 12mm; }
  body { margin: 0; font: 12pt/1.6 sans-serif; display: grid; grid-template-columns: 1fr 1fr;
    align-content: start; }
  article { border: 1px dashed #888; padding: 6mm; break-inside: avoid; }
  h1 { margin: 0 0 2mm; font-size: 12pt; }
  b { font-family: monospace; font-size: 14pt; }
  p { margin: 0; }
  small { color: #444; }
`;

/** Builds the page of slips in a separate document. Texts are set as text, never as markup. */
export function fillSlips(page: Document, slips: readonly PasswordSlip[], address: string): void {
  const element = <K extends keyof HTMLElementTagNameMap>(name: K, text: string, parent: Node) => {
    const newElement = page.createElement(name);
    newElement.textContent = text;
    parent.appendChild(newElement);
    return newElement;
  };
  element('style', slipStyle, page.head);
  for (const { nickName, workNo, department, userName, password } of slips) {
    const slip = page.createElement('article');
    page.body.appendChild(slip);
    element('h1', `${nickName}　${[department, workNo].filter(Boolean).join(' ')}`, slip);
    element('p', `${oneTimePasswordTexts.address}：${address}`, slip);
    element('b', userName, element('p', '用户名：', slip));
    element('b', password, element('p', '一次性密码：', slip));
    element('small', oneTimePasswordTexts.note, slip);
  }
}

/** Prints slips from a frame that is removed afterwards, so that no password remains. */
export function printSlips(slips: readonly PasswordSlip[]): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  document.body.appendChild(frame);
  const { contentDocument, contentWindow } = frame;
  if (!contentDocument || !contentWindow) return frame.remove();
  fillSlips(contentDocument, slips, window.location.origin);
  contentWindow.addEventListener('afterprint', () => frame.remove());
  contentWindow.print();
}
