import { handOutTexts, maxReceiverLength, type Receipt } from '@contract/features/reports/handOut/handOutTexts';
import { pageElement, type PageChild, type PageNode } from './pageTree';
import { definitionEntry, definitionList } from './reportPages';

/**
 * Returns the form with which a visitor signs for a report; `src/features/publicity/public/sendReceipt.ts` submits it.
 */
const receiptForm = (code: string): PageNode =>
  pageElement(
    'form',
    { 'data-receipt': code, class: 'pub-complaint-form', novalidate: true },
    pageElement('noscript', {}, handOutTexts.noScript),
    pageElement(
      'label',
      {},
      handOutTexts.name,
      pageElement('input', {
        type: 'text',
        name: 'name',
        maxlength: maxReceiverLength,
        autocomplete: 'name',
        required: true,
      }),
    ),
    pageElement('p', { class: 'pub-complaint-status', role: 'status', 'data-status': true }),
    pageElement('button', { type: 'submit', class: 'pub-submit' }, handOutTexts.send),
  );

/**
 * Returns the page that the link of an issued copy opens: the report, and the receipt form or the name of the signer.
 * @param code of the link
 */
export function receiptPage(receipt: Receipt, code: string): PageChild[] {
  const { receivedBy, receivedAt } = receipt;
  return [
    pageElement(
      'article',
      { class: 'pub-sheet' },
      pageElement('header', {}, pageElement('h1', { class: 'pub-title' }, handOutTexts.title)),
      definitionList(
        definitionEntry('报告编号', pageElement('span', { class: 'pub-code' }, receipt.reportNo)),
        definitionEntry('报告名称', receipt.title),
        definitionEntry('出具机构', receipt.organizationName),
        definitionEntry('份数', `${receipt.copies}份${receipt.times > 1 ? `（第${receipt.times}次发放）` : ''}`),
        definitionEntry('发放方式', receipt.way),
        receipt.courier && definitionEntry('快递单号', receipt.courier),
      ),
      receivedAt === null
        ? [pageElement('p', {}, handOutTexts.lead), receiptForm(code)]
        : pageElement('p', {}, handOutTexts.receivedBy(receivedBy ?? '', receivedAt)),
    ),
  ];
}
