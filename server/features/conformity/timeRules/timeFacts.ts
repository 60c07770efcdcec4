import {
  noFacts,
  type OccupiedSpan,
  type TimeSpan,
  type TimedReport,
  type TimedTest,
  type TimeFacts,
} from '@contract/features/conformity/timeRules/timeFacts';
import { formatDay, formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import type { StoredProject } from '@server/features/projects/projectStage';
import { dueDatesOf } from '@server/features/projects/workCalendar';
import { type StepFacts, stepsByRow } from '@server/workflow/stepHistory';
import { metersIn, weighingsIn } from './readingTimes';
import { sameDayProjects } from './relatedRows';
import { chemicalShiftsIn, samplesIn, shiftsIn } from './sampleFacts';
import { type TimeRows, timeRows } from './timeRows';
import {
  authorisedIn,
  dayCountsIn,
  lapsedEducationIn,
  photographsIn,
  stockIn,
  undosedIn,
  untrainedIn,
} from './workFacts';

type StepsByRow = ReadonlyMap<number, StepFacts[]>;

interface FactContext {
  readonly rows: TimeRows;
  readonly zone: string;
  readonly today: string;
  readonly planSteps: StepsByRow;
  readonly recordSteps: StepsByRow;
  readonly reportSteps: StepsByRow;
}

const signingSteps = ['author', 'review', 'approve'] as const;
const momentIn = (zone: string) => (at: Date | null) => at && formatMoment(at, zone);

/** Returns the forward steps since the last return. */
const forwardSteps = (allSteps: readonly StepFacts[] = []): StepFacts[] => {
  const lastReturn = allSteps.findLastIndex(({ move }) => /^return|^reopen/.test(move));
  return allSteps.slice(lastReturn + 1).filter(({ move }) => ['submit', 'review', 'approve', 'issue'].includes(move));
};

/**
 * Returns the logs of a kind, or of one instrument. It is null where the organization keeps no logs, so that no log
 * is reported as missing.
 */
function logIn(
  { rows, zone }: FactContext,
  organizationId: number | null,
  kind: string,
  equipment?: string,
): TimeSpan[] | null {
  const keptLogs = rows.logs.filter((log) => log.organization === organizationId && log.kind === kind);
  return keptLogs.length === 0
    ? null
    : keptLogs
        .filter((log) => equipment === undefined || log.equipment === equipment)
        .map(({ from, until }) => ({ from: formatMoment(from, zone), until: formatMoment(until ?? from, zone) }));
}

/** Role of each kind of injection in the order of a run; standards have none (5.2.6.3.1 i). */
const injectionKinds: Readonly<Record<string, 'blank' | 'control' | 'sample'>> = {
  solvent: 'blank',
  blank: 'blank',
  midpoint: 'control',
  control: 'control',
  spike: 'control',
  sample: 'sample',
  parallel: 'sample',
  again: 'sample',
};

/**
 * Returns the injections of a record's runs with their times. A run of which one has no time is not recorded: its order
 * is not known.
 */
function injectionsIn({ rows, zone }: FactContext, sheet: number): TimedTest['injections'] {
  const ownInjections = rows.injections.filter((injection) => injection.sheet === sheet);
  const runIds = [...new Set(ownInjections.map(({ run }) => run))];
  return runIds.flatMap((runId) => {
    const runInjections = ownInjections.filter((injection) => injection.run === runId);
    const times = runInjections.flatMap(({ at }) => (at ? [formatMoment(at, zone)] : []));
    if (times.length < runInjections.length) return [];
    return runInjections.flatMap(({ kind }, index) => {
      const is = injectionKinds[kind];
      const [from = '', until = from] = [times[index], times[index + 1]];
      return is ? [{ at: from, kind: is, until }] : [];
    });
  });
}

/** The person of a step, which a namesake is not. */
const personOf = ({ personId, personName }: StepFacts): string => (personId === null ? personName : String(personId));

function testsIn(context: FactContext, { id: projectId, organizationId, code }: StoredProject): TimedTest[] {
  const { rows, recordSteps } = context;
  return rows.sheets
    .filter((labSheet) => labSheet.project === projectId)
    .map((labSheet) => ({
      no: labSheet.no ?? '',
      from: labSheet.from,
      until: labSheet.until,
      samples: rows.sheetRows.flatMap(({ sheet, no }) => (sheet === labSheet.id && no ? [no] : [])),
      instrument: labSheet.instrument,
      instrumentDue: labSheet.instrumentDue,
      ...stockIn(context, labSheet, code),
      curveMade: labSheet.curveMade,
      injections: injectionsIn(context, labSheet.id),
      log: labSheet.instrument === null ? null : logIn(context, organizationId, 'instrument', labSheet.instrument),
      room: logIn(context, organizationId, 'room'),
      author: null,
      signed: forwardSteps(recordSteps.get(labSheet.id)).map((signedStep, step) => ({
        step: signingSteps[step] ?? 'approve',
        person: personOf(signedStep),
        at: signedStep.at,
      })),
      inForce:
        labSheet.from === null || labSheet.validFrom === null
          ? null
          : labSheet.validFrom <= labSheet.from &&
            (labSheet.validUntil === null || labSheet.validUntil >= labSheet.from),
    }));
}

/** Returns where the people who took a project's samples were, from the first start to the last end of each day. */
function peopleIn({ rows, zone }: FactContext, placeOf: (projectId: number) => string): OccupiedSpan[] {
  const momentText = momentIn(zone);
  return rows.days.flatMap(({ id, project, person }) => {
    if (!person) return [];
    const takenSamples = rows.samples.filter(({ samplingDay }) => samplingDay === id);
    const from = takenSamples.flatMap(({ start }) => momentText(start) ?? []).sort()[0];
    const until = takenSamples
      .flatMap(({ end }) => momentText(end) ?? [])
      .sort()
      .at(-1);
    return from && until && from < until ? [{ name: person, where: placeOf(project), from, until }] : [];
  });
}

function devicesIn({ rows, zone }: FactContext): (OccupiedSpan & { readonly project: number })[] {
  const momentText = momentIn(zone);
  return rows.samples.flatMap(({ no, project, device, start, end }) => {
    const [from, until] = [momentText(start), momentText(end)];
    return device && from && until && from < until ? [{ name: device, where: `样品${no}`, from, until, project }] : [];
  });
}

async function reportIn(
  { rows, reportSteps, zone }: FactContext,
  project: StoredProject,
  dueOf: ReturnType<typeof dueDatesOf>,
): Promise<TimedReport | null> {
  const report = rows.reports.findLast((candidate) => candidate.project === project.id);
  if (!report) return null;
  const dayText = (at: Date | string | null): string | null =>
    at === null ? null : typeof at === 'string' ? at : formatDay(at, zone);
  const reportedRow = rows.reported
    .flatMap(({ report: reportId, at }) => (reportId === report.id ? (dayText(at) ?? []) : []))
    .sort()[0];
  return {
    no: report.no ?? '',
    issuedOn: report.issuedOn,
    steps: forwardSteps(reportSteps.get(report.id)).map((takenStep, step) => ({
      label: ['编写提交', '审核', '签发'][step] ?? '签发',
      at: takenStep.at,
      person: personOf(takenStep),
    })),
    due: await dueOf(project.organizationId, report.issuedOn),
    reportedOn: reportedRow ?? null,
    publishedOn: dayText(report.publishedAt),
    archivedOn: project.archivedOn,
  };
}

/**
 * Returns the facts of some projects. The work in any project on the same days counts, too: nobody and no instrument is
 * in two places at once.
 */
export async function timeFactsOf(
  orm: Orm,
  zone: string,
  today: string,
  projects: readonly StoredProject[],
): Promise<ReadonlyMap<number, TimeFacts>> {
  const ids = projects.map(({ id }) => id);
  if (!ids.length) return new Map();
  const organizationIds = [...new Set(projects.flatMap(({ organizationId }) => organizationId ?? []))];
  const sameDayRows = await sameDayProjects(orm, ids, organizationIds);
  const rows = await timeRows(orm, [...ids, ...sameDayRows.map(({ id }) => id)], organizationIds);
  const stepsFor = (machine: string, machineRows: readonly { readonly id: number }[]) =>
    stepsByRow(
      orm,
      zone,
      machine,
      machineRows.map(({ id }) => id),
    );
  const context: FactContext = {
    rows,
    zone,
    today,
    planSteps: await stepsFor('samplePlan', rows.plans),
    recordSteps: await stepsFor('record', rows.sheets),
    reportSteps: await stepsFor('report', rows.reports),
  };
  const codes = new Map([...projects, ...sameDayRows].map(({ id, code }) => [id, `项目${code ?? id}`]));
  const people = peopleIn(context, (projectId) => codes.get(projectId) ?? '');
  const devices = devicesIn(context);
  const dueOf = dueDatesOf(orm);
  const factsByProject = new Map<number, TimeFacts>();
  for (const project of projects) {
    const projectCode = codes.get(project.id) ?? '';
    const report = await reportIn(context, project, dueOf);
    factsByProject.set(project.id, factsOf(context, project, { people, devices, here: projectCode, report }));
  }
  return factsByProject;
}

interface SharedSpans {
  readonly people: readonly OccupiedSpan[];
  readonly devices: readonly (OccupiedSpan & { readonly project: number })[];
  readonly here: string;
  readonly report: TimedReport | null;
}

/**
 * Counts the collectors of a day; one without an account is named in the remark of the day
 * (`siteTexts.twoCollectorsNeeded`).
 */
function collectorsOn(rows: readonly { readonly person: string | null; readonly remark: string | null }[]): number {
  const namedCount = rows.filter(({ person }) => person !== null).length;
  return namedCount === 1 && rows.some(({ remark }) => remark?.trim()) ? 2 : namedCount;
}

function factsOf(
  context: FactContext,
  project: StoredProject,
  { people, devices, here, report }: SharedSpans,
): TimeFacts {
  const { rows, zone, today, planSteps } = context;
  const momentText = momentIn(zone);
  const ofProject = <R extends { readonly project: number | null }>(allRows: readonly R[]): R[] =>
    allRows.filter((row) => row.project === project.id);
  const [survey] = ofProject(rows.surveys);
  const [plan] = ofProject(rows.plans);
  const days = ofProject(rows.days);
  const ownPeople = new Set(people.filter(({ where }) => where === here).map(({ name }) => name));
  const ownDevices = new Set(devices.filter((device) => device.project === project.id).map(({ name }) => name));
  return {
    ...noFacts,
    today,
    reviewedOn: momentText(ofProject(rows.reviews)[0]?.at ?? null),
    contractOn: project.contractOn,
    surveyedOn: survey?.on ?? null,
    surveyors: ofProject(rows.surveys).filter(({ surveyor }) => surveyor !== null).length,
    planApprovedOn: plan ? (planSteps.get(plan.id)?.findLast(({ move }) => move === 'approve')?.at ?? null) : null,
    days: [...new Set(days.map(({ on }) => on))].map((on) => ({
      on,
      collectors: collectorsOn(days.filter((day) => day.on === on)),
    })),
    evaluation: /现状评价/.test(rows.typeLabels.get(project.type) ?? ''),
    samples: samplesIn(context, project.id),
    shifts: shiftsIn(context, project.id),
    chemicalShifts: chemicalShiftsIn(context, project.id),
    people: people.filter(({ name }) => ownPeople.has(name)),
    devices: devices.filter(({ name }) => ownDevices.has(name)),
    tests: testsIn(context, project),
    meters: metersIn(rows, zone, project.id),
    weighings: weighingsIn(rows, project.id),
    report,
    authorised: authorisedIn(context, project.id),
    lapsedEducation: lapsedEducationIn(context, project.id),
    untrained: untrainedIn(context, project.id),
    undosed: undosedIn(context, project.id),
    dayCounts: dayCountsIn(context, project.id),
    photographs: photographsIn(context, project.id),
  };
}
