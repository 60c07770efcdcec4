import { compareTexts, reportVerdicts, type VerifiedReport } from '../publicity';
import { contactSection } from './contact';
import { publicAddresses } from './frame';
import { pair, pairs } from './reportPages';
import { h, pageAddress, type PageChild, type PageNode } from './tree';

/**
 * Returns the section that compares a reader's file with the issued file in the browser; it needs the script of the
 * page.
 */
function compareSection({ sha256, verdict }: VerifiedReport): PageNode | null {
  if (sha256 === null) return null;
  const { title, lead, choose, same, but, other, busy, unread, plain } = compareTexts;
  return h(
    'section',
    {
      class: 'pub-compare',
      'data-compare': sha256,
      'data-same': `${same}${but[verdict]}`,
      'data-other': other,
      'data-busy': busy,
      'data-unread': unread,
      'data-plain': plain,
    },
    h('h2', {}, title),
    h('p', {}, lead),
    h(
      'label',
      { class: 'pub-file' },
      h('span', {}, choose),
      h('input', { type: 'file', accept: '.pdf,application/pdf' }),
    ),
    h('p', { 'data-said': true, role: 'status' }),
  );
}

/**
 * Returns the page that a report's QR code opens: whether the paper report is valid, replaced, withdrawn or altered.
 * @param code of the QR code, for a complaint about the report
 */
export function verifiedPage(report: VerifiedReport, code: string): PageChild[] {
  const { label, text } = reportVerdicts[report.verdict];
  const way = (id: number, words: string): PageNode =>
    h('p', {}, h('a', { href: pageAddress(publicAddresses.report, { id }) }, words));
  return [
    h(
      'article',
      { class: 'pub-sheet' },
      h(
        'header',
        {},
        h(
          'h1',
          { class: 'pub-title' },
          '报告核验：',
          h('strong', { class: 'pub-verdict', 'data-verdict': report.verdict }, label),
        ),
        h('p', { class: 'pub-facts' }, h('span', {}, text)),
      ),
      pairs(
        pair('报告编号', h('span', { class: 'pub-code' }, report.reportNo)),
        pair('报告名称', report.title),
        pair('用人单位', report.unitName),
        pair('出具机构', report.organizationName),
        pair('签发日期', report.issuedOn),
        report.replacedBy && pair('更正报告', h('span', { class: 'pub-code' }, report.replacedBy)),
      ),
      h('p', {}, '请核对纸质报告上的编号、单位和日期与以上内容一致。'),
      compareSection(report),
      report.replacingNotice !== null && way(report.replacingNotice, '查看更正报告的公示'),
      report.notice !== null && way(report.notice, '查看该报告的公示'),
    ),
    contactSection({ agency: report.agency, supervision: report.supervision, about: { code } }),
  ];
}
