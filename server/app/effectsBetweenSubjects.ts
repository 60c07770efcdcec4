import type { AnyRow } from '@contract/entity';
import { exportArchivePermissions } from '@contract/features/archive/archiveProject';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { samplingRules } from '@contract/features/conformity/timeRules/samplingRules';
import { namesByScope } from '@contract/features/library/accreditationScope';
import { report } from '@contract/features/reports/entities/report';
import { conversionFaults, type ConversionKind } from '@contract/features/reports/judgement/conversionRecord';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import type { Policy } from '@server/crud/policy';
import { archiveMove } from '@server/features/archive/archiveMove';
import { exportOrganization } from '@server/features/archive/exportOrganization';
import { zipArchives } from '@server/features/archive/manyArchives';
import type { TimeStops } from '@server/features/archive/projectGaps';
import { formMovesWith, type SheetRules } from '@server/features/conformity/forms/moves';
import { reviewFormAnswers } from '@server/features/conformity/forms/reviewFormAnswers';
import { conformityPoliciesWith } from '@server/features/conformity/policies';
import { assertTimes, exceptionsOf, stoppingViolations } from '@server/features/conformity/timeRules/timeRuleCheck';
import { assertContractScope, scopeOfProject } from '@server/features/fieldwork/plan/projectScope';
import { fieldMoves } from '@server/features/fieldwork/projectMoves';
import { dutiesOfPeople, withdrawImportedDuties } from '@server/features/laboratory/authorisation/dutiesOfPeople';
import { assertDuty } from '@server/features/laboratory/authorisation/dutyAuthorisation';
import { applyStorageDays } from '@server/features/laboratory/tasks/storageLimit';
import { labMethodPolicyWith } from '@server/features/library/methods/policy';
import { ownMovesWith } from '@server/features/projects/moves';
import { assertPart } from '@server/features/projects/projectTeam';
import { removeNoticeOfReport } from '@server/features/publicity/publishIssued';
import { approvalMovesWith } from '@server/features/reports/approval/approvalMoves';
import { conversionOf } from '@server/features/reports/conversionRows';
import { assertLegalPerson, assertTookPart, signedReport } from '@server/features/reports/evaluation/reportSigning';
import { earlierResults, installationResults } from '@server/features/reports/evaluation/takenOverConclusions';
import { handOutContent } from '@server/features/reports/handOut/handOutContent';
import { zipReports } from '@server/features/reports/manyReports';
import type { ExportMakers } from '@server/features/system/exports/routes';
import { userPolicy } from '@server/features/system/users/policy';

// Effects between subjects where the table of subjects (scripts/layout.mjs) lets neither subject import the other.

/** Time rules that the end of sampling checks; for later rules no facts exist yet. */
const fieldRules: ReadonlySet<string> = new Set(samplingRules.map(({ id }) => id).concat('T02', 'T03', 'T05', 'T29'));

type MoveRule = NonNullable<ReturnType<typeof approvalMovesWith>[string]>;

/** Adds to a move the condition that the project's facts keep the time rules. */
const inTime = (
  rule: MoveRule | undefined,
  action: string,
  projectOf: (row: AnyRow) => number | null,
  onlyRules?: ReadonlySet<string>,
): MoveRule => ({
  ...rule,
  async before(context) {
    const projectId = projectOf(context.row);
    if (projectId !== null) await assertTimes(context.services, context.tx, projectId, action, onlyRules);
    return rule?.before?.(context);
  },
});

/**
 * Returns the moves with the condition that the project's facts keep the time rules. It applies to signing a report,
 * not to the approval of records.
 */
const signedInTime = (moves: Readonly<Record<string, MoveRule>>): Readonly<Record<string, MoveRule>> => ({
  ...moves,
  sign: inTime(moves['sign'], '签发报告', ({ kind, project }) => (kind === 'report' ? Number(project) : null)),
});

/**
 * Moves of a project that people make with its own API call. Other moves follow from the plan, the laboratory and the
 * report.
 */
export const projectMoves = {
  ...ownMovesWith(assertContractScope),
  ...fieldMoves,
  endSampling: inTime(fieldMoves.endSampling, '结束采样', ({ id }) => id, fieldRules),
  archive: archiveMove,
};

/** Returns the violated time rules that prevent a step. */
export const timeStops: TimeStops = (services, orm, projectId, gate) =>
  stoppingViolations(services, orm, projectId, gate === 'endSampling' ? fieldRules : undefined);

/** Withdraws the public page of a report that is no longer valid. */
export const reportEnded = removeNoticeOfReport;

/** Moves of an approval, with their effect on the public page. */
export const approvalMoves = signedInTime(approvalMovesWith(reportEnded));

/** Policy of methods: a changed storage time also applies to samples that wait for their test. */
export const labMethodPolicy = labMethodPolicyWith(applyStorageDays);

/** Policy of people: their authorisations follow the text of their duties, also when an import of them is undone. */
export const tiedUserPolicy: Policy = {
  ...userPolicy,
  updateDependents: dutiesOfPeople,
  undoImport: withdrawImportedDuties,
  async afterRestore(rows, context) {
    await userPolicy.afterRestore?.(rows, context);
    await dutiesOfPeople(
      rows.map(({ id }) => id),
      context,
    );
  },
};

/** Functions that create the files of 导出任务 in the background. */
export const exportMakers: ExportMakers = {
  organization: exportOrganization,
  archives: zipArchives,
  reports: zipReports,
  permissions: { archives: exportArchivePermissions, reports: [permissionOf(report, 'list')] },
};

/**
 * Policies of 规范符合性: a new 时间规则例外说明 takes over what stops its project; the sheets of an evaluation and the
 * conversion records take over results.
 */
export const conformityPolicies = conformityPoliciesWith({
  timeExceptions: async (services, tx, projectId) => ({ tables: await exceptionsOf(services, tx, projectId) }),
  evaluationReport: async ({ now, env }, tx, projectId) => ({
    tables: await earlierResults(tx, projectId, formatDay(now(), env.zone)),
  }),
  effectReport: async (_services, tx, projectId) => ({ tables: await installationResults(tx, projectId) }),
  handOutSheet: ({ env }, tx, projectId) => handOutContent(tx, projectId, env.zone),
  airConversion: (_services, tx, projectId) => conversionOf(tx, projectId, 'airConversion'),
  physicalConversion: (_services, tx, projectId) => conversionOf(tx, projectId, 'physicalConversion'),
});

/** Returns the check that a conversion record states the present results. */
const conversionFaultsOf =
  (kind: ConversionKind): NonNullable<SheetRules[string]['faults']> =>
  async ({ tx, row }) => {
    const { tables } = await conversionOf(tx, Number(row.project), kind);
    return conversionFaults(kind, (row.tables ?? {}) as FormTables, tables);
  };

/** Rules of signed sheets that other subjects know: the project head and the legal person sign a report's content. */
export const sheetRules: SheetRules = {
  contractReviewSheet: {
    answersOfDraft: (services, orm, projectId) =>
      reviewFormAnswers(services, orm, projectId, async (tx, row, day) =>
        namesByScope(await scopeOfProject(tx, row, day)),
      ),
  },
  airConversion: { faults: conversionFaultsOf('airConversion') },
  physicalConversion: { faults: conversionFaultsOf('physicalConversion') },
  evaluationSigning: { answersAtSubmission: signedReport, assertConfirmer: assertLegalPerson },
};

/** Moves of signed sheets by these rules. Whoever signs is whom the form describes, on that day. */
export const formMoves = formMovesWith(
  sheetRules,
  async ({ services: { env, now }, tx, call, row, onBehalf }, signer, later) => {
    const user = onBehalf ? { id: onBehalf.id, nickName: onBehalf.name } : call.viewer.user;
    const projectId = Number(row.project);
    await assertPart(tx, projectId, user, signer, later);
    const { label, part, duty } = signer;
    if (part === 'author') await assertTookPart(tx, projectId, user, label);
    if (duty === undefined) return;
    const day = formatDay(now(), env.zone);
    await assertDuty(tx, { user }, { duty, organizationId: row.organizationId, day, categories: [] });
  },
);
