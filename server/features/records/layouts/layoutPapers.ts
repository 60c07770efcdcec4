import { and, desc, eq, isNull } from 'drizzle-orm';
import { ownLayoutTexts } from '@contract/features/library/layoutWire';
import type { PaperEntry } from '@contract/features/records/recordsWire';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import { reportLayoutData } from '@contract/features/reports/paper/reportLayoutData';
import { mayAny, permissionOf } from '@contract/permissions';
import { type LayoutData, layoutData } from '@contract/print/layoutFields';
import type { CrudContext } from '@server/crud/crudContext';
import { reportTable } from '@server/db/schema';
import { signingMoment, type StoredLayout } from '@server/features/library/layouts/ownLayout';
import { projectOf } from '@server/features/projects/projectStage';
import { compiledReport } from '@server/features/reports/compiledReport';
import { frozenContent } from '@server/features/reports/movedReport';
import { issueOf, shownPictures } from '@server/features/reports/reportPaper';
import { forbidden, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { publicOrigin } from '@server/print/publicOrigin';
import { entriesOf } from '../paperCatalogue';
import { readableProject } from '../readableParts';
import { paperOf } from '../recordPapers';

// Papers of a project as values of an own layout.

/** A paper's values, its pictures, and what tells which version of a layout it has. */
interface LaidOutValues {
  readonly title: string;
  readonly values: LayoutData;
  readonly pictures: ReadonlyMap<string, string>;
  readonly organizationId: number | null;
  readonly kind: string;
  readonly methodKind: string | null;
  /** When the paper was signed; for a paper that is not signed yet the present. */
  readonly signedAt: string;
}

/**
 * Returns a record or a sampling record of a project as values.
 * @param key key of the paper within its project
 * @throws Refusal 404, 403
 */
export async function valuesOfPaper(
  context: CrudContext,
  call: Call<unknown>,
  projectId: number,
  key: string,
): Promise<LaidOutValues> {
  const { services } = context;
  const { orm } = services.database;
  const project = await readableProject(context, orm, call, projectId, [key]);
  const paperEntry = (await entriesOf(context, orm, call, project)).find((one) => one.key === key);
  if (!paperEntry) throw notFound(ownLayoutTexts.noPaper);
  const { document, timeline } = await paperOf({ context, orm, call, project }, key, false);
  const now = signingMoment(services.now(), services.env.zone);
  const handedIn = timeline?.steps.findLast(({ move }) => move === 'submit')?.at;
  // A sampling record is signed on its day, by the people on site.
  const sampled = paperEntry.kind === 'sampling' && paperEntry.no ? `${paperEntry.no} 23:59:59.999` : undefined;
  return {
    title: [document.title, paperEntry.no].filter(Boolean).join(' '),
    values: layoutData(document),
    // Papers of a project hold their pictures themselves.
    pictures: new Map(),
    organizationId: project.organizationId,
    kind: paperEntry.kind,
    methodKind: paperEntry.sheet?.methodKind ?? null,
    signedAt:
      handedIn !== undefined
        ? signingMoment(handedIn, services.env.zone)
        : sampled !== undefined && sampled < now
          ? sampled
          : now,
  };
}

const fitsLayout = (entry: PaperEntry, { kind, methodKind }: StoredLayout): boolean =>
  entry.kind === kind && (methodKind === null || entry.sheet?.methodKind === methodKind);

/** Returns the newest report of a project as values. @throws Refusal 404 */
async function valuesOfReport(context: CrudContext, call: Call<unknown>, projectId: number): Promise<LaidOutValues> {
  const { services, registry } = context;
  const { orm } = services.database;
  if (!call.viewer.user.isAdmin && !mayAny(call.viewer.permissions, [permissionOf(reportEntity, 'list')]))
    throw forbidden(ownLayoutTexts.noReports);
  const project = await projectOf(orm, registry, call, projectId);
  const [report] = await orm
    .select()
    .from(reportTable)
    .where(and(eq(reportTable.project, project.id), isNull(reportTable.deleteTime)))
    .orderBy(desc(reportTable.id))
    .limit(1);
  if (!report) throw notFound(ownLayoutTexts.noPaper);
  const content =
    (await frozenContent(orm, report.id)) ?? (await compiledReport(context, orm, project, report)).content;
  const issue = await issueOf(services, orm, report, await publicOrigin(services, orm, report.organizationId));
  return {
    title: `${report.reportNo ?? ''} ${report.title}`.trim(),
    values: reportLayoutData(content, issue),
    pictures: await shownPictures(services, orm, content, issue),
    organizationId: report.organizationId,
    kind: 'report',
    methodKind: null,
    signedAt: signingMoment(services.now(), services.env.zone),
  };
}

/**
 * Returns the first paper of a project that a layout is for, to look at the layout beside real data.
 * @throws Refusal 404 where the project has none
 */
export async function valuesForLayout(
  context: CrudContext,
  call: Call<unknown>,
  layout: StoredLayout,
  projectId: number,
): Promise<LaidOutValues> {
  if (layout.kind === 'report') return valuesOfReport(context, call, projectId);
  const { orm } = context.services.database;
  const project = await readableProject(context, orm, call, projectId);
  const paperEntry = (await entriesOf(context, orm, call, project)).find((one) => fitsLayout(one, layout));
  if (!paperEntry) throw notFound(ownLayoutTexts.noPaper);
  return valuesOfPaper(context, call, projectId, paperEntry.key);
}
