import { asc, eq, isNull, and } from 'drizzle-orm';
import { type Verdict, worstVerdict } from '@contract/arithmetic/limits/resultJudgement';
import {
  exchangeKindOf,
  type ExchangeModel,
  type ExchangeParticipant,
  type ExchangePoint,
  type ExchangeResult,
  type ExchangeSurveyLine,
  type ServiceItem,
} from '@contract/features/platforms/exchange/exchangeModel';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { dustKindOf } from '@contract/features/reports/judgement/airLine';
import { groupBy, type JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { Orm } from '@server/db/orm';
import {
  customerTable,
  hazardTable,
  inspectUnitTable,
  sampleSiteHazardTable,
  siteHazardTable,
} from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';
import type { StoredReport } from '@server/features/reports/compiledReport';
import { riskOf } from '@server/features/reports/sources/projectSources';
import { stepsOf } from '@server/workflow/stepHistory';
import { pointsOf, surveyedAt, type SurveyedPoint } from '../pushPayload';

// Builds the model that the adapters read from an issued report: signed content as it was signed. Data that the
// report does not contain are read from the current rows (as in `pushPayload.ts`).

/** The person who fills in the message. */
export interface Preparer {
  readonly name: string;
  readonly phone: string | null;
}

/** Returns the dust fraction of a value: the fraction of its samples, else of its post. */
function fractionOf(post: JudgedPost, { sampleNos }: JudgedValue): 'totalDust' | 'respirableDust' {
  const test = post.tests.find(({ sampleNo }) => sampleNos.includes(sampleNo));
  if (test) return dustKindOf(test);
  return post.values.some(({ kind }) => kind === 'totalDust') ? 'totalDust' : 'respirableDust';
}

function resultOf(post: JudgedPost, value: JudgedValue): ExchangeResult {
  const byWeek = post.tests.some(({ workTime }) => workTime === 'week');
  return {
    kind: exchangeKindOf(value.kind, post.category, fractionOf(post, value)),
    text: value.text,
    unit: value.unit || null,
    limit: value.limit,
    verdict: value.verdict,
    reduction: value.reduced ? { factor: value.reduced.factor, by: byWeek ? 'week' : 'day' } : null,
  };
}

/** Returns a line for each place or person and day of a judged post. */
function linesOf(post: JudgedPost, survey: SurveyedPoint | undefined): ExchangePoint[] {
  return groupBy(post.values, ({ point, day }) => `${point}\u0000${day}`).map((values): ExchangePoint => {
    const [firstValue] = values;
    return {
      workshop: post.workshop,
      post: survey?.post ?? post.place,
      place: firstValue?.point ? `${post.place}（${firstValue.point}）` : post.place,
      hazard: post.hazardName,
      category: post.category,
      people: survey?.headcount ?? null,
      hoursPerDay: post.hoursPerDay ?? survey?.exposeHoursPerDay ?? null,
      daysPerWeek: post.daysPerWeek ?? survey?.daysPerWeek ?? null,
      day: firstValue?.day ?? null,
      verdict: worstVerdict(values.map(({ verdict }): Verdict => verdict)),
      results: values.map((value) => resultOf(post, value)),
    };
  });
}

/** Returns the people with their work, in the order of their first work. */
function participantsOf({ people }: ReportContent): ExchangeParticipant[] {
  const items = new Map<string, ServiceItem[]>();
  const add = (names: readonly string[], item: ServiceItem) => {
    for (const name of new Set(names)) items.set(name, [...(items.get(name) ?? []), item]);
  };
  add(people.surveyors, 'survey');
  add(people.collectors, 'sampling');
  add(people.testers, 'laboratory');
  return [...items].map(([name, groupItems]) => ({ name, items: groupItems }));
}

/** Returns the lines of survey and plan: one for each job, place and hazard. */
export async function surveyLinesOf(orm: Orm, projectId: number): Promise<ExchangeSurveyLine[]> {
  const rows = await orm
    .select({ line: siteHazardTable, hazard: hazardTable.name })
    .from(siteHazardTable)
    .innerJoin(hazardTable, eq(hazardTable.id, siteHazardTable.hazard))
    .where(and(eq(siteHazardTable.project, projectId), isNull(siteHazardTable.deleteTime)))
    .orderBy(asc(siteHazardTable.rowSort), asc(siteHazardTable.id));
  const plans = await orm
    .select({
      of: sampleSiteHazardTable.siteHazardId,
      mode: sampleSiteHazardTable.mode,
      days: sampleSiteHazardTable.days,
    })
    .from(sampleSiteHazardTable)
    .where(and(eq(sampleSiteHazardTable.project, projectId), isNull(sampleSiteHazardTable.deleteTime)));
  return rows.map(({ line, hazard }) => {
    const ownPlans = plans.filter(({ of }) => of === line.id);
    return {
      workshop: line.workshop,
      post: line.post,
      place: line.place ?? line.post,
      hazard,
      hoursPerDay: line.hoursPerDay,
      daysPerWeek: line.daysPerWeek,
      people: line.workers,
      shift: line.shift,
      fixedPost: line.fixedPost,
      mode: ownPlans.some(({ mode }) => mode === 'personal') ? 'personal' : (ownPlans[0]?.mode ?? null),
      days: ownPlans.length ? Math.max(...ownPlans.map(({ days }) => days)) : null,
      sampled: ownPlans.length > 0,
      remark: line.remark,
    };
  });
}

/** Returns who ordered: the client, or the workplace itself. */
async function orderOf(orm: Orm, project: StoredProject, payload: PlatformPayload): Promise<ExchangeModel['order']> {
  const [client] =
    project.customer === null
      ? []
      : await orm
          .select({ name: customerTable.customerName, creditCode: customerTable.creditCode })
          .from(customerTable)
          .where(eq(customerTable.id, project.customer));
  return {
    client: client?.name ?? payload.employer.name,
    creditCode: client ? client.creditCode : payload.employer.creditCode,
    date: project.contractOn,
    contract: project.contractNo,
  };
}

/** Returns the year of the GBZ 2.1 whose limits a report uses; the newest year if there are several. */
const limitsOf = ({ limits }: ReportContent): string | null =>
  limits
    .flatMap(({ standard }) => /GBZ 2\.[12]-(\d{4})/.exec(standard)?.[1] ?? [])
    .sort()
    .at(-1) ?? null;

/** Returns the current risk class of the unit, for a report that does not contain one. */
async function riskNow(orm: Orm, project: StoredProject): Promise<string | undefined> {
  const [unit] = await orm.select().from(inspectUnitTable).where(eq(inspectUnitTable.id, project.belongInspect));
  return unit && (await riskOf(orm, unit, project)).riskClass;
}

/** Returns the model of an issued report. */
export async function buildExchangeModel(
  orm: Orm,
  project: StoredProject,
  report: StoredReport,
  content: ReportContent,
  payload: PlatformPayload,
  preparer: Preparer,
): Promise<ExchangeModel> {
  const surveyedPoints = await pointsOf(orm, project.id);
  const steps = await stepsOf(orm, reportMachine, report.id);
  const { employer, org, project: projectFacts } = payload;
  const days = [...projectFacts.sampleDates].sort();
  const riskClass = content.unit.riskClass ?? (await riskNow(orm, project));
  return {
    order: await orderOf(orm, project, payload),
    workplace: {
      name: employer.name,
      creditCode: employer.creditCode,
      economicType: employer.ecoType,
      industry: employer.industryCode,
      scale: employer.scale,
      area: employer.areaCode,
      regAddress: employer.regAddr,
      address: employer.workAddr,
      contact: employer.contact,
      phone: employer.phone,
      people: employer.headcount,
      exposed: employer.exposedCount,
      // The report adds the industry in brackets.
      riskClass: riskClass?.split('（')[0] ?? null,
    },
    agency: { name: org.name, creditCode: org.creditCode },
    service: {
      projectCode: project.code,
      projectName: project.projectName,
      type: project.type,
      leader: projectFacts.leader,
      reportNo: report.reportNo,
      reportDate: report.issuedOn,
      issuer: steps.findLast(({ move }) => move === 'issue')?.personName ?? null,
      preparer: preparer.name,
      preparerPhone: preparer.phone,
      surveyFrom: projectFacts.surveyDate,
      surveyTo: projectFacts.surveyDate,
      sampledFrom: days[0] ?? null,
      sampledTo: days.at(-1) ?? null,
      limitsOf: limitsOf(content),
      corrects: content.previousNo,
    },
    participants: participantsOf(content),
    points: content.results
      .filter(({ joint }) => !joint)
      .flatMap((post) => linesOf(post, surveyedPoints[surveyedAt(post, surveyedPoints)])),
    survey: await surveyLinesOf(orm, project.id),
  };
}
