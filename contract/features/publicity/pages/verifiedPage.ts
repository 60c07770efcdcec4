import { compareTexts, reportVerdicts, type VerifiedReport } from '../publicityWire';
import { contactSection } from './contactSection';
import { publicAddresses } from './pageFrame';
import { pageElement, pageAddress, type PageChild, type PageNode } from './pageTree';
import { definitionEntry, definitionList } from './reportPages';

/**
 * Returns the section that compares a reader's file with the issued file in the browser; it needs the script of the
 * page.
 */
function compareSection({ sha256, verdict }: VerifiedReport): PageNode | null {
  if (sha256 === null) return null;
  const { title, lead, choose, same, but, other, busy, unread, plain } = compareTexts;
  return pageElement(
    'section',
    {
      class: 'pub-compare',
      'data-compare': sha256,
      'data-verdict': verdict,
      'data-same': `${same}${but[verdict]}`,
      'data-other': other,
      'data-busy': busy,
      'data-unread': unread,
      'data-plain': plain,
    },
    pageElement('h2', {}, title),
    pageElement('p', {}, lead),
    pageElement(
      'label',
      { class: 'pub-file' },
      pageElement('span', {}, choose),
      pageElement('input', { type: 'file', accept: '.pdf,application/pdf' }),
    ),
    pageElement('p', { 'data-status': true, role: 'status' }),
  );
}

/**
 * Returns the page that a report's QR code opens: whether the paper report is valid, replaced, withdrawn or altered.
 * @param code of the QR code, for a complaint about the report
 */
export function verifiedPage(report: VerifiedReport, code: string): PageChild[] {
  const { label, text } = reportVerdicts[report.verdict];
  const noticeLink = (id: number, linkText: string): PageNode =>
    pageElement('p', {}, pageElement('a', { href: pageAddress(publicAddresses.report, { id }) }, linkText));
  return [
    pageElement(
      'article',
      { class: 'pub-sheet' },
      pageElement(
        'header',
        {},
        pageElement(
          'h1',
          { class: 'pub-title' },
          '报告核验：',
          pageElement('strong', { class: 'pub-verdict', 'data-verdict': report.verdict }, label),
        ),
        pageElement('p', { class: 'pub-facts' }, pageElement('span', {}, text)),
      ),
      definitionList(
        definitionEntry('报告编号', pageElement('span', { class: 'pub-code' }, report.reportNo)),
        definitionEntry('报告名称', report.title),
        definitionEntry('用人单位', report.unitName),
        definitionEntry('出具机构', report.organizationName),
        definitionEntry('签发日期', report.issuedOn),
        report.replacedBy && definitionEntry('更正报告', pageElement('span', { class: 'pub-code' }, report.replacedBy)),
      ),
      pageElement('p', {}, '请核对纸质报告上的编号、单位和日期与以上内容一致。'),
      compareSection(report),
      report.replacingNotice !== null && noticeLink(report.replacingNotice, '查看更正报告的公示'),
      report.notice !== null && noticeLink(report.notice, '查看该报告的公示'),
    ),
    contactSection({ agency: report.agency, supervision: report.supervision, about: { code } }),
  ];
}
