import { and, eq, inArray, isNull } from 'drizzle-orm';
import { shownFiles } from '@contract/features/reports/accreditationMark';
import type { ReportContent, ReportView } from '@contract/features/reports/reportContent';
import type { ReportIssue } from '@contract/features/reports/reportCover';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { onBehalf } from '@contract/workflow/signatureTexts';
import { signatureStates } from '@contract/workflow/signatureTexts';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { organizationTable, storedFileTable, userTable } from '@server/db/schema';
import { drawableBytes, drawnColumns } from '@server/print/drawableUploads';
import { makeDocx } from '@server/print/makeDocx';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { verifySignatures } from '@server/signing/verifySignatures';
import { stepsOf } from '@server/workflow/stepHistory';
import { brokenSignatures } from './brokenSignatures';
import type { StoredReport } from './compiledReport';
import { evaluationSigners, type SheetSigner } from './evaluation/reportSigning';
import { pictureOf } from './printedPicture';

// Paper of an issued report: its content, signers, seal and verification address.

const signingMoves = [
  ['submit', '编制'],
  ['review', '审核'],
  ['issue', '签发'],
] as const;

/** Returns the address that verifies a report, without the origin. */
export const verifyPath = (code: string): string => `/orgReportFormulaDetails?code=${code}`;

const issuedStates: ReadonlySet<string | null> = new Set(['issued', 'published', 'corrected']);
/** Checks whether a report was issued, even if it was voided since. */
export const isIssued = ({ state, issuedOn }: Pick<StoredReport, 'state' | 'issuedOn'>): boolean =>
  issuedStates.has(state) || (state === 'voided' && issuedOn !== null);

type ReportSigners = ReportView['signers'];

/** Adds 职务 or 职称, and 专业, of the people who signed (H.1). */
async function withPosts(orm: Orm, signers: readonly SheetSigner[]): Promise<ReportSigners> {
  const ids = [...new Set(signers.flatMap(({ person }) => person ?? []))];
  const people = ids.length
    ? await orm
        .select({ id: userTable.id, post: userTable.post, title: userTable.jobTitle, major: userTable.major })
        .from(userTable)
        .where(inArray(userTable.id, ids))
    : [];
  return signers.map(({ person, ...signer }) => {
    const personFacts = people.find(({ id }) => id === person);
    const post =
      personFacts?.post && personFacts.title
        ? `${personFacts.post}（${personFacts.title}）`
        : (personFacts?.post ?? personFacts?.title ?? '');
    return { ...signer, post, major: personFacts?.major ?? '' };
  });
}

/** Returns the signers since the report was last returned to its author, in the order of the chain. */
async function chainOf(services: Services, orm: Orm, report: Pick<StoredReport, 'id'>): Promise<SheetSigner[]> {
  const steps = await stepsOf(orm, reportMachine, report.id);
  const from = steps.findLastIndex(({ move }) => move === 'return') + 1;
  const recentSteps = steps.slice(from);
  const verdicts = await verifySignatures(services, orm, reportMachine, report.id, steps);
  return Promise.all(
    signingMoves.map(async ([move, label]) => {
      // A report that went back to its review needs a new review.
      const lastStep = recentSteps.findLast((step) => step.move === move);
      const isUndone =
        lastStep &&
        recentSteps
          .slice(recentSteps.indexOf(lastStep))
          .some((step) => step.move === 'returnToReview' && move === 'review');
      if (!lastStep || isUndone) return { label, name: '', on: '', signature: null, ratio: null, person: null };
      const verdict = verdicts.get(lastStep.id);
      // Shows the specimen valid at the signature (QUALITY §1, 13); no specimen if the content was altered since.
      const isBroken = verdict?.state === 'invalid';
      const picture = isBroken ? null : await pictureOf(services, verdict?.picture ?? null, lastStep.personName);
      // Keyed by the place and not by the name, because the specimen is drawn over the name.
      return {
        label: `${label}${lastStep.onBehalfName ? onBehalf(lastStep.onBehalfName) : ''}`,
        name: isBroken ? `${lastStep.personName}（${signatureStates.invalid.label}）` : lastStep.personName,
        on: formatDay(lastStep.time, services.env.zone),
        signature: picture?.source ?? null,
        ratio: picture?.ratio ?? null,
        person: lastStep.personId,
      };
    }),
  );
}

/** Returns who signs a report: of an evaluation the legal person and the project head first, then the chain. */
export async function signersOf(
  services: Services,
  orm: Orm,
  report: Pick<StoredReport, 'id'>,
): Promise<ReportSigners> {
  return withPosts(orm, [
    ...(await evaluationSigners(services, orm, report)),
    ...(await chainOf(services, orm, report)),
  ]);
}

/**
 * Returns the issue data to print: signers, day, seal and verification address.
 * @param origin origin of the address in the QR code; null for none
 */
export async function issueOf(
  services: Services,
  orm: Orm,
  report: StoredReport,
  origin: string | null,
): Promise<ReportIssue> {
  const issued = isIssued(report);
  const [agency] =
    report.organizationId === null
      ? []
      : await orm
          .select({ seal: organizationTable.seal })
          .from(organizationTable)
          .where(eq(organizationTable.id, report.organizationId));
  return {
    signers: (await signersOf(services, orm, report)).map(({ signature, ratio, name, ...signer }) => ({
      ...signer,
      name,
      ...(signature !== null && ratio !== null ? { picture: { source: signature, ratio, caption: name } } : {}),
    })),
    issuedOn: issued ? report.issuedOn : null,
    verifyHref: issued && report.verifyCode && origin !== null ? `${origin}${verifyPath(report.verifyCode)}` : null,
    // Content that differs from the signed content gets no seal.
    seal:
      issued && !(await brokenSignatures(services, orm, report.id)).length
        ? await pictureOf(services, agency?.seal ?? null, reportTexts.seal)
        : null,
  };
}

/** Returns `data:` URLs of the uploads that a report shows. `adaptPicture` are the uploads that its reader may see. */
export async function shownPictures(
  services: Services,
  orm: Orm,
  content: ReportContent,
  issue: ReportIssue,
  adaptPicture: (bytes: Buffer) => Promise<Buffer | undefined> = async (bytes) => bytes,
): Promise<Map<string, string>> {
  const ids = [
    ...new Set([
      ...shownFiles(content),
      ...issue.signers.flatMap(({ picture }) => picture?.source ?? []),
      ...(issue.seal ? [issue.seal.source] : []),
    ]),
  ];
  const files = ids.length
    ? await orm
        .select(drawnColumns)
        .from(storedFileTable)
        .where(and(inArray(storedFileTable.id, ids), isNull(storedFileTable.deleteTime)))
    : [];
  const urlByFile = new Map<string, string>();
  for (const file of files) {
    const bytes = await drawableBytes(services, file);
    const shownBytes = bytes && (await adaptPicture(bytes));
    if (shownBytes) urlByFile.set(file.id, `data:${file.mime};base64,${shownBytes.toString('base64')}`);
  }
  return urlByFile;
}

/** The last signer, whose signature is being made. */
interface LastSigner {
  readonly person: number;
  readonly name: string;
  readonly behalf: string | null;
  readonly day: string;
  readonly specimen: string | null;
}

/**
 * Returns the issue data to print while the report is being issued: the signers so far, the last signer, the seal.
 */
export async function issueToBe(
  services: Services,
  orm: Orm,
  report: StoredReport,
  last: LastSigner,
  origin: string,
): Promise<ReportIssue> {
  const signaturePicture = (name: string, signature: string | null, ratio: number | null) =>
    signature !== null && ratio !== null ? { picture: { source: signature, ratio, caption: name } } : {};
  const picture = await pictureOf(services, last.specimen, last.name);
  const [agency] =
    report.organizationId === null
      ? []
      : await orm
          .select({ seal: organizationTable.seal })
          .from(organizationTable)
          .where(eq(organizationTable.id, report.organizationId));
  const earlierSigners = (await signersOf(services, orm, report)).slice(0, -1);
  const [, signerPlace] = signingMoves[signingMoves.length - 1] as (typeof signingMoves)[number];
  const lastSigner = {
    label: `${signerPlace}${last.behalf === null ? '' : onBehalf(last.behalf)}`,
    name: last.name,
    on: last.day,
    signature: picture?.source ?? null,
    ratio: picture?.ratio ?? null,
    person: last.person,
  };
  return {
    signers: [...earlierSigners, ...(await withPosts(orm, [lastSigner]))].map(
      ({ signature, ratio, name, ...signer }) => ({
        ...signer,
        name,
        ...signaturePicture(name, signature, ratio),
      }),
    ),
    issuedOn: last.day,
    verifyHref: report.verifyCode ? `${origin}${verifyPath(report.verifyCode)}` : null,
    seal: await pictureOf(services, agency?.seal ?? null, reportTexts.seal),
  };
}

/** Draws an issued report as PDF. */
export const drawPdf = async (
  services: Services,
  orm: Orm,
  content: ReportContent,
  issue: ReportIssue,
): Promise<Uint8Array<ArrayBuffer>> =>
  makePdf(reportDocument(content, issue), content.agency.name, await shownPictures(services, orm, content, issue));

/**
 * Draws a report as PDF.
 * @param content signed content; for a draft its current content
 */
export async function reportPdf(
  services: Services,
  orm: Orm,
  report: StoredReport,
  content: ReportContent,
  origin: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  return drawPdf(services, orm, content, await issueOf(services, orm, report, origin));
}

/** Draws a report as an editable Word file. Every page states that it is not the original. */
export async function reportDocx(
  services: Services,
  orm: Orm,
  report: StoredReport,
  content: ReportContent,
  origin: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const issue = await issueOf(services, orm, report, origin);
  return makeDocx(
    reportDocument(content, issue),
    content.agency.name,
    isIssued(report) ? reportTexts.editableCopy : reportTexts.draftMark,
    await shownPictures(services, orm, content, issue),
  );
}

const nameOf = ({ reportNo, title }: Pick<StoredReport, 'reportNo' | 'title'>): string =>
  `${reportNo ?? ''} ${title}`.trim();
/** Returns the file name of a report's PDF. */
export const pdfName = (report: Pick<StoredReport, 'reportNo' | 'title'>): string => `${nameOf(report)}.pdf`;
/** Returns the file name of a report's editable copy. */
export const docxName = (report: Pick<StoredReport, 'reportNo' | 'title'>): string =>
  `${nameOf(report)}${reportTexts.copyName}.docx`;
