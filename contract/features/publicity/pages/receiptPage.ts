import { handOutTexts, longestReceiver, type Receipt } from '@contract/features/reports/handOut/handOutTexts';
import { pair, pairs } from './reportPages';
import { h, type PageChild, type PageNode } from './tree';

/**
 * Returns the form with which a visitor signs for a report; `src/features/publicity/public/receipt.ts` submits it.
 */
const form = (code: string): PageNode =>
  h(
    'form',
    { 'data-receipt': code, class: 'pub-complaint-form' },
    h('noscript', {}, handOutTexts.noScript),
    h(
      'label',
      {},
      handOutTexts.name,
      h('input', { type: 'text', name: 'name', maxlength: longestReceiver, autocomplete: 'name', required: true }),
    ),
    h('p', { class: 'pub-complaint-said', role: 'status', 'data-said': true }),
    h('button', { type: 'submit', class: 'pub-submit' }, handOutTexts.send),
  );

/**
 * Returns the page that the link of an issued copy opens: the report, and the receipt form or the name of the signer.
 * @param code of the link
 */
export function receiptPage(receipt: Receipt, code: string): PageChild[] {
  const { receivedBy, receivedAt } = receipt;
  return [
    h(
      'article',
      { class: 'pub-sheet' },
      h('header', {}, h('h1', { class: 'pub-title' }, handOutTexts.title)),
      pairs(
        pair('报告编号', h('span', { class: 'pub-code' }, receipt.reportNo)),
        pair('报告名称', receipt.title),
        pair('出具机构', receipt.organizationName),
        pair('份数', `${receipt.copies}份${receipt.times > 1 ? `（第${receipt.times}次发放）` : ''}`),
        pair('发放方式', receipt.way),
        receipt.courier && pair('快递单号', receipt.courier),
      ),
      receivedAt === null
        ? [h('p', {}, handOutTexts.lead), form(code)]
        : h('p', {}, handOutTexts.receivedBy(receivedBy ?? '', receivedAt)),
    ),
  ];
}
