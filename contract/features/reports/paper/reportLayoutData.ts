import { layoutData, type LayoutRow, type LayoutValue } from '@contract/print/layoutFields';
import type { ReportContent } from '../reportContent';
import type { ReportIssue } from '../reportCover';
import { reportDocument } from '../reportDocument';

/** Removes 代 and the name from a place of signature: 签发（代李四） is 签发. */
const placeOf = (label: string): string => label.replace(/（[^（）]*）$/, '');

/**
 * Returns the values of a report for an own layout: those of its printed document, and what the document shows without
 * a label.
 */
export function reportLayoutData(content: ReportContent, issue: ReportIssue): Record<string, LayoutValue> {
  const { accreditation, licence, agency, people } = content;
  const { signers, seal, issuedOn } = issue;
  const signatures = Object.fromEntries(
    signers.flatMap(({ label, name, on, picture }): [string, LayoutValue][] => [
      [`${placeOf(label)}签名`, picture ? { picture, text: name } : name],
      [`${placeOf(label)}姓名`, name],
      [`${placeOf(label)}日期`, on],
    ]),
  );
  const signed = signers.map(({ label, name, on, post = '', major = '', picture }): LayoutRow => ({
    职责: label,
    姓名: name,
    职务: post,
    专业: major,
    日期: on,
    签名: picture ? { picture, text: name } : name,
  }));
  const mark = accreditation?.mark;
  return {
    ...layoutData(reportDocument(content, issue)),
    ...signatures,
    签字人: signed,
    报告编号: content.reportNo,
    声明: content.texts.statement,
    检测专用章: seal && issuedOn !== null ? { picture: seal, text: '' } : '',
    资质证书: licence ? { picture: { source: licence.file, ratio: licence.ratio }, text: '' } : '',
    资质证书编号: agency.qualification ?? '',
    资质认定标志: mark?.picture
      ? { picture: { source: mark.picture.file, ratio: mark.picture.ratio }, text: mark.number }
      : (mark?.number ?? ''),
    机构地址: agency.address ?? '',
    机构电话: agency.phone ?? '',
    采样日期: people.sampledOn.join('、'),
    二维码: issue.verifyHref === null ? '' : { picture: { source: `qr:${issue.verifyHref}`, ratio: 1 }, text: '' },
  };
}
