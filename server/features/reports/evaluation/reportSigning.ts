import { createHash } from 'node:crypto';
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import type { FormValues } from '@contract/features/conformity/forms/serviceForm';
import { evaluationTexts } from '@contract/features/reports/evaluation/evaluationProblems';
import type { ReportContent, ReportView } from '@contract/features/reports/reportContent';
import { isEvaluationReport } from '@contract/features/reports/reportKinds';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import {
  organizationTable,
  reportContentTable,
  reportTable,
  sampleCollectorsTable,
  sampleTable,
  samplingDayCollectorsTable,
  samplingDayTable,
  serviceFormTable,
  siteSurveySurveyorsTable,
  siteSurveyTable,
  userTable,
} from '@server/db/schema';
import { isDutyListed } from '@server/features/laboratory/authorisation/dutyAuthorisation';
import { isCompletedSheet } from '@server/features/projects/completedSheets';
import { conflict } from '@server/http/errors';
import type { Services } from '@server/services';
import { verifySignatures } from '@server/signing/verifySignatures';
import type { MoveContext } from '@server/workflow/moveRoutes';
import { stepsOf } from '@server/workflow/stepHistory';
import { pictureOf } from '../printedPicture';

// The report on an evaluation is signed by the project head and the legal person, too (GBZ 331-2024 H.3, H.4): on a
// sheet that names the content of the report by its hash.

/** Question of the sheet's answers that holds the hash of the report's content. */
const hashLabel = '报告内容SHA-256';

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Returns the report of a project that waits for its review or its issue. */
async function waitingReport(orm: Orm, projectId: number) {
  const rows = await orm
    .select({
      no: reportTable.reportNo,
      title: reportTable.title,
      state: reportTable.state,
      content: reportContentTable.content,
    })
    .from(reportTable)
    .innerJoin(reportContentTable, eq(reportContentTable.reportId, reportTable.id))
    .where(and(eq(reportTable.project, projectId), isNull(reportTable.deleteTime)))
    .orderBy(desc(reportTable.id));
  return rows.find(({ state }) => state === 'awaitingReview' || state === 'awaitingIssue');
}

/** Returns whether the viewer, or the person on whose behalf the viewer acts, has this name. */
const actsAs = ({ call, onBehalf }: MoveContext, name: string): boolean =>
  [call.viewer.user.nickName, onBehalf?.name].includes(name);

/**
 * Answers of the sheet 评价报告签署单: the report and the hash of its content, as the project head signs them.
 * @throws Refusal 409 unless the report is handed in, and its number is the sheet's
 */
export async function signedReport({ tx, row }: MoveContext): Promise<FormValues> {
  const report = await waitingReport(tx, Number(row.project));
  if (!report) throw conflict(evaluationTexts.notSubmitted, 'wrongStage');
  const values = (row.values ?? {}) as FormValues;
  if (values['reportNo']?.trim() !== report.no) throw conflict(evaluationTexts.otherReport(String(report.no)));
  return { 报告编号: String(report.no), 报告名称: report.title, [hashLabel]: hashOf(report.content) };
}

/**
 * Requires that the legal person of the organization gives the second signature of 评价报告签署单. The person follows from
 * the authorisation for this duty, which every sheet asks of its signers; an organization without one is known by the
 * name of its legal person, which only one account may have.
 * @throws Refusal 409
 */
export async function assertLegalPerson(context: MoveContext): Promise<void> {
  const { tx, row } = context;
  if (await isDutyListed(tx, Number(row.organizationId), 'legalPerson')) return;
  const [organization] = await tx
    .select({ name: organizationTable.legalPerson })
    .from(organizationTable)
    .where(eq(organizationTable.id, Number(row.organizationId)));
  const name = organization?.name?.trim();
  if (!name) throw conflict(evaluationTexts.noLegal, 'signer');
  if (!actsAs(context, name)) throw conflict(evaluationTexts.legal(name), 'signer');
  const [accounts] = await tx
    .select({ total: count() })
    .from(userTable)
    .where(
      and(
        eq(userTable.organizationId, Number(row.organizationId)),
        eq(userTable.nickName, name),
        isNull(userTable.deleteTime),
      ),
    );
  if ((accounts?.total ?? 0) > 1) throw conflict(evaluationTexts.sameName(name), 'signer');
}

/** Returns the completed sheet that names this content; undefined without one. */
async function sheetFor(orm: Orm, projectId: number, content: unknown): Promise<{ id: number } | undefined> {
  const rows = await orm
    .select({ id: serviceFormTable.id, answers: serviceFormTable.answers })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind: 'evaluationSigning', project: projectId }))
    .orderBy(desc(serviceFormTable.id));
  const hash = hashOf(content);
  return rows.find(({ answers }) => (answers as FormValues | null)?.[hashLabel] === hash);
}

async function contentOf(orm: Orm, reportId: number): Promise<ReportContent | undefined> {
  const [storedRow] = await orm
    .select({ content: reportContentTable.content })
    .from(reportContentTable)
    .where(eq(reportContentTable.reportId, reportId));
  return storedRow?.content as ReportContent | undefined;
}

/**
 * Requires of a report on an evaluation, before it is issued, the two further signatures on its content, and a stamp
 * for the seal and the cross-page seal (6.2.10, 7.2.8, H.3, H.4).
 * @throws Refusal 409
 */
export async function assertEvaluationSigned(services: Services, tx: Orm, row: AnyRow): Promise<void> {
  const reportId = Number(row.report);
  const content = await contentOf(tx, reportId);
  if (!content || !isEvaluationReport(content.kind)) return;
  if (!(await sheetFor(tx, Number(row.project), content)))
    throw conflict(evaluationTexts.unsigned(content.reportNo), 'signer');
  const [agency] = await tx
    .select({ seal: organizationTable.seal })
    .from(organizationTable)
    .where(eq(organizationTable.id, Number(row.organizationId)));
  if (!(await pictureOf(services, agency?.seal ?? null, ''))) throw conflict(evaluationTexts.noSeal, 'seal');
}

/** Labels of the two further signatures, by the move of the sheet. */
const signingMoves = [
  ['confirm', '法定代表人'],
  ['handIn', '项目负责人'],
] as const;

/** A signature before its person's post and specialty are read. */
export interface SheetSigner extends Omit<ReportView['signers'][number], 'post' | 'major'> {
  readonly person: number | null;
}

/** Returns the two further signatures of a report on an evaluation; empty names where they are missing. */
export async function evaluationSigners(
  services: Services,
  orm: Orm,
  report: { readonly id: number },
): Promise<SheetSigner[]> {
  const content = await contentOf(orm, report.id);
  const [row] = await orm
    .select({ project: reportTable.project, kind: reportTable.kind })
    .from(reportTable)
    .where(eq(reportTable.id, report.id));
  if (!row || !isEvaluationReport(row.kind)) return [];
  const sheet = content && (await sheetFor(orm, Number(row.project), content));
  const steps = sheet ? await stepsOf(orm, formMachine, sheet.id) : [];
  const verdicts = sheet ? await verifySignatures(services, orm, formMachine, sheet.id, steps) : new Map();
  return Promise.all(
    signingMoves.map(async ([move, label]) => {
      const step = steps.findLast((madeStep) => madeStep.move === move);
      if (!step) return { label, name: '', on: '', signature: null, ratio: null, person: null };
      const verdict = verdicts.get(step.id);
      const isBroken = verdict?.state === 'invalid';
      const picture = isBroken ? null : await pictureOf(services, verdict?.picture ?? null, step.personName);
      return {
        label,
        name: isBroken ? '' : step.personName,
        on: formatDay(step.time, services.env.zone),
        signature: picture?.source ?? null,
        ratio: picture?.ratio ?? null,
        person: step.personId,
      };
    }),
  );
}

/** Returns whether a person took part in the survey or the sampling of a project. */
async function tookPart(tx: Orm, projectId: number, personId: number): Promise<boolean> {
  const [survey, day, sample] = [siteSurveyTable, samplingDayTable, sampleTable];
  const [surveyors, ofDay, ofSample] = [siteSurveySurveyorsTable, samplingDayCollectorsTable, sampleCollectorsTable];
  const referencingRows = [
    await tx
      .select({ id: survey.id })
      .from(survey)
      .innerJoin(surveyors, eq(surveyors.ownerId, survey.id))
      .where(and(eq(survey.project, projectId), eq(surveyors.targetId, personId), isNull(survey.deleteTime)))
      .limit(1),
    await tx
      .select({ id: day.id })
      .from(day)
      .innerJoin(ofDay, eq(ofDay.ownerId, day.id))
      .where(and(eq(day.project, projectId), eq(ofDay.targetId, personId), isNull(day.deleteTime)))
      .limit(1),
    await tx
      .select({ id: sample.id })
      .from(sample)
      .innerJoin(ofSample, eq(ofSample.ownerId, sample.id))
      .where(and(eq(sample.project, projectId), eq(ofSample.targetId, personId), isNull(sample.deleteTime)))
      .limit(1),
  ];
  return referencingRows.some((rows) => rows.length > 0);
}

/**
 * Requires that a person who signs as the author of a report took part in the survey or the sampling (5.2.8.1 a,
 * 6.2.9.1 b).
 * @param label what the person signs as, e.g. 编写人
 * @throws Refusal 409
 */
export async function assertTookPart(
  tx: Orm,
  projectId: number,
  { id, nickName }: { readonly id: number; readonly nickName: string },
  label: string,
): Promise<void> {
  if (!(await tookPart(tx, projectId, id))) throw conflict(evaluationTexts.notThere(nickName, label), 'author');
}

/**
 * Requires that the report on an evaluation is handed in by a person of the survey or the sampling (6.2.9.1 b).
 * @throws Refusal 409
 */
export async function assertAuthor(tx: Orm, kind: string | null, projectId: number, personId: number): Promise<void> {
  if (isEvaluationReport(kind) && !(await tookPart(tx, projectId, personId)))
    throw conflict(evaluationTexts.author, 'author');
}
