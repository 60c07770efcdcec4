import type { ReportContent, ReportMethod } from './reportContent';

// 资质认定标志 (CMA) on a report. It is printed on the cover where every item is inside the accredited scope.

interface MarkPicture {
  /** Id of the upload. */
  readonly file: string;
  readonly ratio: number;
}

/**
 * Data about the accredited scope that a report prints; absent in reports frozen before they existed, and without an
 * annex.
 */
export interface ReportAccreditation {
  /** Mark on the cover; null where an item is outside the scope or no certificate number is known. */
  readonly mark: { readonly number: string; readonly picture: MarkPicture | null } | null;
  /** Items with a result outside the scope, marked with `*` among the results. */
  readonly outside: readonly string[];
}

export const markTexts = {
  caption: '资质认定标志',
  number: (number: string): string => `CMA 编号：${number}`,
  noNumber: '封面未印资质认定标志：能力附表未填写“证书编号”，请补填后重新打开报告',
} as const;

/** Pattern of the number of an accreditation certificate: 12 digits (检验检测机构资质认定标志及其使用要求). */
const certificateNo = /^\d{12}$/;

function numberOf(methods: readonly ReportMethod[], qualification: string | null): string | null {
  const numbers = [...new Set(methods.flatMap(({ accredited }) => accredited || []))];
  if (numbers.length) return numbers.join('、');
  const qualificationNo = qualification?.trim() ?? '';
  return certificateNo.test(qualificationNo) ? qualificationNo : null;
}

/** Returns whether the organization tested at least one item itself and all such items are inside the scope. */
const isAllInside = (methods: readonly ReportMethod[]): boolean => {
  const ownMethods = methods.filter(({ subcontracted }) => !subcontracted);
  return ownMethods.length > 0 && ownMethods.every(({ accredited }) => accredited !== undefined);
};

/**
 * Returns the data about the accredited scope that a report prints; null without an annex.
 * @param qualification 资质证书编号 of the organization, used where the annex names no certificate
 * @param picture the organization's picture of the mark; null where none is loaded
 */
export function accreditationFor(
  methods: readonly ReportMethod[],
  { qualification, picture }: { readonly qualification: string | null; readonly picture: MarkPicture | null },
): ReportAccreditation | null {
  if (!methods.some(({ accredited, outside }) => accredited !== undefined || outside)) return null;
  const number = isAllInside(methods) ? numberOf(methods, qualification) : null;
  return {
    mark: number === null ? null : { number, picture },
    outside: [...new Set(methods.flatMap(({ hazardName, outside }) => (outside ? [hazardName] : [])))],
  };
}

/** Returns the reasons why the cover lacks the mark although every item is inside the scope; otherwise empty. */
export const markProblems = (methods: readonly ReportMethod[], accreditation: ReportAccreditation | null): string[] =>
  accreditation && !accreditation.mark && isAllInside(methods) ? [markTexts.noNumber] : [];

/** Returns the name of an item as printed among the results: with `*` outside the accredited scope. */
export const scopedName = ({ accreditation }: Pick<ReportContent, 'accreditation'>, name: string): string =>
  accreditation?.outside.includes(name) ? `${name}*` : name;

/** Returns the uploads that a report's content shows: its pictures, the licence, the logo and the mark. */
export const shownFiles = ({
  pictures,
  accreditation,
  licence,
  logo,
}: Pick<ReportContent, 'pictures' | 'accreditation' | 'licence' | 'logo'>): string[] => [
  ...pictures.map(({ file }) => file),
  ...(licence ? [licence.file] : []),
  ...(logo ? [logo.file] : []),
  ...(accreditation?.mark?.picture ? [accreditation.mark.picture.file] : []),
];
