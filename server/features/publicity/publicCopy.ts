import type { PrintDocument } from '@contract/print/document';
import { publicationTexts } from '@contract/features/publicity/publication';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportDocument, type ReportIssue } from '@contract/features/reports/reportDocument';
import type { Orm } from '@server/db/orm';
import { barePicture } from '@server/files/pictures';
import { makePdf } from '@server/print/makePdf';
import { signersOf, shownPictures, verifyPath } from '@server/features/reports/paper';
import type { StoredReport } from '@server/features/reports/sources';
import type { Services } from '@server/services';
import { maskPersonal } from './masking';

interface Shown {
  readonly companionPublic: boolean;
  /** Files of the pictures that may be shown. */
  readonly pictures: readonly string[];
}

const maskedDeep = <T>(value: T): T => {
  if (typeof value === 'string') return maskPersonal(value) as T;
  if (Array.isArray(value)) return value.map(maskedDeep) as T;
  return value !== null && typeof value === 'object' ? (Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskedDeep(one)])) as T) : value;
};

/** A report's content as the public may have it (DOMAIN §7.5): numbers of persons masked, no layout of the works, no picture and no companion that is not to be shown. */
export function publicContent(content: ReportContent, { companionPublic, pictures }: Shown): ReportContent {
  const { agency, unit, people } = content;
  const masked = maskedDeep(content);
  return {
    // A code can look like an identity number.
    ...masked, agency: { ...masked.agency, creditCode: agency.creditCode, qualification: agency.qualification }, unit: { ...masked.unit, code: unit.code }, people: { ...masked.people, companions: companionPublic ? masked.people.companions : people.companions.map(() => '（不公示）').slice(0, 1) },
    pictures: content.pictures.filter(({ group, file }) => group === 'scene' && pictures.includes(file)).map((one) => ({ ...one, caption: maskPersonal(one.caption) })),
  };
}

/** The copy as PDF: signed by names, without specimens and seal, that nobody can lift off it, its pictures without the place where they were taken, and said to be a copy. */
export async function publicCopyPdf(services: Services, orm: Orm, report: StoredReport, content: ReportContent, shown: Shown, origin: string): Promise<Uint8Array<ArrayBuffer>> {
  const told = publicContent(content, shown);
  const signers = (await signersOf(services, orm, report)).map(({ label, name, on }) => ({ label, name, on }));
  const issue: ReportIssue = { signers, issuedOn: report.issuedOn, verifyHref: report.verifyCode ? `${origin}${verifyPath(report.verifyCode)}` : null, seal: null };
  const document: PrintDocument = reportDocument(told, issue);
  const marked = { ...document, cover: [{ kind: 'lines', lines: [publicationTexts.copyMark], align: 'center', size: 9 } as const, ...(document.cover ?? [])], foot: `${document.foot}　公示副本` };
  return makePdf(marked, content.agency.name, await shownPictures(services, orm, told, issue, barePicture));
}
