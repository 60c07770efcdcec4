import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { withoutWorkers } from '@contract/features/publicity/publicNames';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { ReportIssue } from '@contract/features/reports/reportCover';
import { reportDocument } from '@contract/features/reports/reportDocument';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Orm } from '@server/db/orm';
import type { StoredReport } from '@server/features/reports/compiledReport';
import { signersOf, shownPictures, verifyPath } from '@server/features/reports/reportPaper';
import { barePicture } from '@server/files/pictures/processPictures';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { maskOthers } from './maskPersonalData';
import { workersOfProject } from './projectWorkers';

interface PublishedParts {
  readonly companionPublic: boolean;
  /** Files of the pictures that may be published. */
  readonly pictures: readonly string[];
}

const maskedDeep = <T>(value: T, ownNumbers: readonly string[]): T => {
  if (typeof value === 'string') return maskOthers(value, ownNumbers) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => maskedDeep(item, ownNumbers)) as T;
  return value !== null && typeof value === 'object'
    ? (Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskedDeep(item, ownNumbers)])) as T)
    : value;
};

/** Version of the rules for public copies. A copy by earlier rules is drawn again before it is published. */
export const copyRules = 3;

/**
 * Returns a report's content for the public (DOMAIN §7.5): workers as initial and post, personal numbers masked
 * except the organization's own, and only layouts, pictures and companions that may be published.
 * @param workers names besides those in the results
 */
function publicContent(
  signedContent: ReportContent,
  { companionPublic, pictures }: PublishedParts,
  workers: readonly string[] = [],
): ReportContent {
  const content = withoutWorkers(signedContent, workers);
  const { agency, unit, people } = content;
  const ownNumbers = agency.phone ? [agency.phone] : [];
  const maskedContent = maskedDeep(content, ownNumbers);
  return {
    // A code can look like an identity number.
    ...maskedContent,
    agency: { ...maskedContent.agency, creditCode: agency.creditCode, qualification: agency.qualification },
    unit: { ...maskedContent.unit, code: unit.code },
    ...(content.accreditation ? { accreditation: content.accreditation } : {}),
    people: {
      ...maskedContent.people,
      companions: companionPublic
        ? maskedContent.people.companions
        : people.companions.map(() => '（不公示）').slice(0, 1),
    },
    pictures: content.pictures
      .filter(({ group, file }) => group === 'scene' && pictures.includes(file))
      .map((picture) => ({ ...picture, caption: maskOthers(picture.caption, ownNumbers) })),
  };
}

interface PublicCopy {
  readonly document: PrintDocument;
  readonly publicContent: ReportContent;
  readonly issue: ReportIssue;
}

/**
 * Returns the public copy for printing. It names the signers but shows no specimens and no seal that could be copied,
 * and is marked as a copy.
 * @param origin origin in the address of its QR code; null for a preview if no origin is configured
 */
export async function publicCopy(
  services: Services,
  orm: Orm,
  report: StoredReport,
  content: ReportContent,
  visibleParts: PublishedParts,
  origin: string | null,
): Promise<PublicCopy> {
  const shownContent = publicContent(content, visibleParts, await workersOfProject(orm, report.project));
  const signers = (await signersOf(services, orm, report)).map(({ label, name, on }) => ({ label, name, on }));
  const verifyHref = report.verifyCode && origin !== null ? `${origin}${verifyPath(report.verifyCode)}` : null;
  const issue: ReportIssue = { signers, issuedOn: report.issuedOn, verifyHref, seal: null };
  const document = reportDocument(shownContent, issue);
  const copyMark = { kind: 'lines', lines: [publicationTexts.copyMark], align: 'center', size: 9 } as const;
  return {
    publicContent: shownContent,
    issue,
    document: { ...document, cover: [copyMark, ...(document.cover ?? [])], foot: `${document.foot}　公示副本` },
  };
}

/** Returns the public copy as PDF; its pictures contain no location data. */
export async function publicCopyPdf(
  services: Services,
  orm: Orm,
  report: StoredReport,
  content: ReportContent,
  visibleParts: PublishedParts,
  origin: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const {
    document,
    publicContent: shownContent,
    issue,
  } = await publicCopy(services, orm, report, content, visibleParts, origin);
  return makePdf(document, content.agency.name, await shownPictures(services, orm, shownContent, issue, barePicture));
}
