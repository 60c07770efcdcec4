import { eq } from 'drizzle-orm';
import type { Draft } from '@contract/entity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import {
  type CopyPreview,
  type NoticeDraft,
  type PublicationRequest,
  type PublicationPreview,
} from '@contract/features/publicity/noticePublication';
import { gapsOf, type ReportFacts } from '@contract/features/publicity/publicityWire';
import { hiddenLines } from '@contract/features/publicity/publicNames';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { checkDraft } from '@contract/schema';
import { dictLabel } from '@server/crud/dictLabel';
import type { Orm } from '@server/db/orm';
import { organizationTable } from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';
import type { StoredReport } from '@server/features/reports/compiledReport';
import { invalid } from '@server/http/errors';
import { publicOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { workersOfProject } from './projectWorkers';
import { assertPictures, noticeDraft, signedFactsOf } from './publicationProposal';
import { publicContact } from './publicContact';
import { publicCopy } from './publicCopy';
import { publicReport } from './publicRows';

/**
 * Returns a notice's draft as it would be stored.
 * @throws Refusal 400 with `errors`
 */
export function checkedNotice(noticeFacts: NoticeDraft, draft: NoticeDraft): Draft<typeof reportFormula> {
  const checkedNoticeDraft = checkDraft(reportFormula, noticeDraft(noticeFacts, draft));
  if (!checkedNoticeDraft.ok) throw invalid(checkedNoticeDraft.errors);
  return checkedNoticeDraft.value as Draft<typeof reportFormula>;
}

async function copyPreview(
  services: Services,
  orm: Orm,
  report: StoredReport,
  content: ReportContent,
  request: PublicationRequest,
): Promise<CopyPreview> {
  const visibleParts = {
    companionPublic: request.draft.companionPublic !== false,
    pictures: request.scenes.map(({ picture }) => picture),
  };
  const { document, publicContent: shownContent } = await publicCopy(
    services,
    orm,
    report,
    content,
    visibleParts,
    await publicOrigin(services, orm, report.organizationId),
  );
  return { document, hidden: hiddenLines(content, shownContent) };
}

/**
 * Returns the public form of a notice, by the function of the public page; writes nothing.
 * @throws Refusal 400 with `errors`
 */
export async function publicationPreview(
  services: Services,
  orm: Orm,
  report: StoredReport,
  project: StoredProject,
  request: PublicationRequest,
): Promise<PublicationPreview> {
  const { facts, content } = await signedFactsOf(orm, report, project);
  const draft = checkedNotice(facts, request.draft);
  await assertPictures(orm, report, request.scenes);
  const [agency] =
    report.organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name, qualification: organizationTable.qualification })
          .from(organizationTable)
          .where(eq(organizationTable.id, report.organizationId));
  const type = await dictLabel(orm, 'projectType', draft.reportType, report.organizationId);
  const row = {
    // The public page shows no type that is missing in the dictionary.
    ...draft,
    id: 0,
    reportTypeName: type === draft.reportType ? null : type,
    publishTime: services.now(),
    organizationName: agency?.name ?? '',
    qualification: agency?.qualification ?? null,
    reportFile: request.withReport ? 'copy' : null,
  };
  return {
    report: publicReport(
      row,
      request.scenes.map(({ caption, activity, takenOn }, id) => ({ id, caption, activity, takenOn })),
      services.env.zone,
      await workersOfProject(orm, report.project),
      await publicContact(orm, report.organizationId, draft.region),
    ),
    pictures: request.scenes.map(({ picture }) => picture),
    gaps: gapsOf(draft as unknown as ReportFacts, request.scenes.length),
    copy: request.withReport ? await copyPreview(services, orm, report, content, request) : null,
  };
}
