import { blanksPerBatch } from '@contract/arithmetic/air/fieldSampleNumber';
import { periodRule } from '@contract/arithmetic/air/sampledTimeShare';
import { scopeFault, scopeOf } from '@contract/features/library/accreditationScope';
import {
  briefWarning,
  ceilingFault,
  hasRoomForTwoPeriods,
  type SampleRules,
  sampledTimeTexts,
  sampleRulesOf,
  shareOf,
} from '../samples/sampleRules';
import type { MethodLibrary } from './chooseMethod';
import { isExplained } from './notTested';
import {
  type HazardFact,
  isGrabbed,
  isInForce,
  isMeasured,
  needsOneShift,
  type LimitFact,
  type MethodFact,
  placeOfSurvey,
  type PlanRowFact,
  type SurveyFact,
} from './planFacts';
import { planTexts, surveyRowText } from './planTexts';
import { pointsFor } from './samplingNeeds';
import { untestedHazards, type UntestedMap, untestedTexts } from './untestedHazards';

interface PlanFinding {
  /** Id of the row; null for the plan as a whole. */
  readonly row: number | null;
  /** Name of the field; null where the finding concerns no single field. */
  readonly field: string | null;
  /** Display name of the row; null for the plan as a whole. */
  readonly rowName: string | null;
  readonly message: string;
}

export interface CheckedPlan {
  /** Findings that prevent submission. */
  readonly errors: readonly PlanFinding[];
  /** Findings below the numbers of the standard; allowed if the remark of the row or plan gives a reason. */
  readonly warnings: readonly (PlanFinding & { readonly explained: boolean })[];
}

interface PlanToCheck extends MethodLibrary {
  readonly rows: readonly PlanRowFact[];
  readonly survey: readonly SurveyFact[];
  readonly hazards: ReadonlyMap<number, HazardFact>;
  /** Limits of the hazards in force on the day. */
  readonly limits: readonly LimitFact[];
  /** Minimum number of days for the type of the project. */
  readonly days: number;
  /** Clause that asks for these days. */
  readonly daysClause: string;
  /** Remark of the plan. */
  readonly remark: string | null;
  /** 不检测的因素及原因 of the plan. */
  readonly notTested?: string | null;
  /** Chosen reasons for not testing, by hazard. */
  readonly untested?: UntestedMap | null;
  /** The client agreed in writing to a named subcontractor; absent where nobody looked. */
  readonly consent?: boolean;
  /** A drawing of the sampling points belongs to the plan; absent where nobody looked. */
  readonly sketch?: boolean;
  /** Places of contact of the moving jobs in table C.10; absent where nobody looked. */
  readonly contactPlaces?: readonly ContactPlace[];
}

/** A place at which a moving job is in contact with a hazard (GBZ 331-2024 table C.10). */
export interface ContactPlace {
  readonly post: string;
  readonly place: string;
  readonly hazard: string;
}

type ReportFinding = (message: string, field?: string) => void;

/** Lists sampling data that a row lacks. */
function listLacks(
  row: PlanRowFact,
  hazard: HazardFact | undefined,
  method: MethodFact | undefined,
  day: string,
  addFinding: ReportFinding,
): void {
  if (isMeasured(hazard, method)) {
    if (method && !isInForce(method, day)) addFinding(planTexts.methodOff(method.title), 'method');
    return;
  }
  if (!method) return addFinding(planTexts.needsMethod, 'method');
  if (!isInForce(method, day)) addFinding(planTexts.methodOff(method.title), 'method');
  if (!row.medium) addFinding(planTexts.needsMedium, 'medium');
  if (isGrabbed(method)) return;
  if (!Number(row.flow)) addFinding(planTexts.needsFlow, 'flow');
  if (!row.minutes) addFinding(planTexts.needsMinutes, 'minutes');
}

/** Returns the allowed and the recommended duration of a row's samples, by the limits of its hazards. */
function rulesOf(
  row: PlanRowFact,
  { hazards, limits, survey }: PlanToCheck,
  method: MethodFact | undefined,
): SampleRules {
  const source = survey.find(({ id }) => id === row.siteHazardId);
  return sampleRulesOf({
    hazards: [row.hazard, ...row.alongWith].map((id) => ({
      name: hazards.get(id)?.name ?? '',
      kinds: new Set(limits.filter(({ hazard }) => hazard === id).map(({ kind }) => kind)),
    })),
    period: row.period,
    mode: row.mode,
    fixedPost: source && source.fixedPost === true,
    wornForShift: method?.longFlow != null,
    drawn: method !== undefined && !isMeasured(hazards.get(row.hazard), method),
  });
}

/**
 * Checks the duration of a row's samples (GBZ 331-2024 5.2.6.2.3 c): more than 15 min for a ceiling is an error,
 * everything else a warning.
 */
function checkDuration(row: PlanRowFact, rules: SampleRules, reportStop: ReportFinding, warn: ReportFinding): void {
  const ceiling = ceilingFault(rules, row.minutes);
  if (ceiling) return reportStop(ceiling, 'minutes');
  const briefMessage = briefWarning(rules, row.minutes);
  if (briefMessage) warn(briefMessage, 'minutes');
  if (rules.stands === 'share' && row.minutes) {
    const timeShare = shareOf(rules.job, row.hoursPerDay, row.minutes * row.samplesPerDay);
    if (timeShare?.warning) warn(timeShare.warning, 'minutes');
  }
  if (
    rules.stands === 'periods' &&
    row.samplesPerDay < periodRule.periods &&
    hasRoomForTwoPeriods(row.hoursPerDay, row.minutes ?? 0)
  )
    warn(sampledTimeTexts.fewPeriods(row.samplesPerDay), 'samplesPerDay');
}

/** Warns where a row is below the numbers of GBZ 159 or GBZ/T 300, or uses a method beyond its scope. */
function checkNumbers(
  row: PlanRowFact,
  { survey, hazards, items, days, daysClause }: PlanToCheck,
  method: MethodFact | undefined,
  maxBlanks: number,
  addFinding: ReportFinding,
): void {
  const isDirectReading = isMeasured(hazards.get(row.hazard), method);
  const source = survey.find(({ id }) => id === row.siteHazardId);
  if (source) {
    const mode = row.mode === 'personal' ? 'personal' : 'area';
    const { points: minPoints } = pointsFor(mode, source, hazards.get(row.hazard)?.name);
    if (row.points < minPoints)
      addFinding((mode === 'personal' ? planTexts.fewWorkers : planTexts.fewPoints)(row.points, minPoints), 'points');
  }
  if (row.days < days && !needsOneShift(hazards.get(row.hazard)))
    addFinding(planTexts.fewDays(row.days, days, daysClause), 'days');
  if (isDirectReading || !method) return;
  // The blanks of a hazard and day form one batch, whichever row plans them.
  if (maxBlanks < blanksPerBatch) addFinding(planTexts.fewBlanks(maxBlanks, blanksPerBatch), 'blanks');
  if (row.mode === 'personal' && method.longFlow === null) addFinding(planTexts.notWorn(method.title), 'mode');
  for (const hazardId of [row.hazard, ...row.alongWith]) {
    if (!items.some((item) => item.method === method.id && item.hazard === hazardId))
      addFinding(planTexts.notMeasured(method.title, hazards.get(hazardId)?.name ?? ''), 'method');
  }
}

/** Kinds of limits that are PC-TWAs. */
const shiftLimits: ReadonlySet<string> = new Set(['twa', 'totalDust', 'respirableDust']);
/** Daily contact, h, up to which a hazard may be judged by its short-time limit alone (GBZ 331-2024 5.2.6.2.3 c 3). */
const briefContactHours = 1;

/**
 * Warns once per moving job and hazard with a PC-TWA whose plan has no long personal sample although the method's
 * sampler can be worn (GBZ 331-2024 5.2.6.2.3 c 1).
 */
function checkMovingJob(
  row: PlanRowFact,
  { rows, survey, hazards, limits }: PlanToCheck,
  method: MethodFact | undefined,
  addFinding: ReportFinding,
): void {
  const source = survey.find(({ id }) => id === row.siteHazardId);
  if (source?.fixedPost !== false || !method?.longFlow || isMeasured(hazards.get(row.hazard), method)) return;
  if (!limits.some(({ hazard, kind }) => hazard === row.hazard && shiftLimits.has(kind))) return;
  if (row.hoursPerDay !== null && Number(row.hoursPerDay) <= briefContactHours) return;
  const ofJob = rows.filter(
    (other) =>
      [other.hazard, ...other.alongWith].includes(row.hazard) &&
      (other.siteHazardId === row.siteHazardId || (other.workshop === row.workshop && other.place === row.place)),
  );
  if (ofJob[0] !== row || ofJob.some(({ mode, period }) => mode === 'personal' && period === 'long')) return;
  addFinding(planTexts.movingJobNotPersonal, 'mode');
}

/** Reports errors for hazards whose method is outside the accredited scope or whose accreditation ended. */
function checkScope(
  row: PlanRowFact,
  plan: PlanToCheck,
  method: MethodFact | undefined,
  reportStop: ReportFinding,
): void {
  if (!method || method.methodKind === 'outsourced') return;
  const { annex = [], hazards, day } = plan;
  for (const id of [row.hazard, ...row.alongWith]) {
    const hazard = hazards.get(id);
    const { standardNo } = method;
    const scope = scopeOf(annex, { hazard: id, category: hazard?.category ?? '', standardNo, day });
    const fault = scopeFault(scope, hazard?.name ?? '', standardNo);
    if (fault) reportStop(fault, 'method');
  }
}

/**
 * Dusts whose limit depends on their free silica: the library states it in their names (GBZ 2.1-2019 table 2, note).
 */
const silicaDependent = /游离SiO2|^其他粉尘/;

/** Warns once per dust of unknown free silica whose content the plan does not determine (GBZ 331-2024 5.2.4.2 b). */
function checkSilica(row: PlanRowFact, { rows, methods }: PlanToCheck, name: string, addFinding: ReportFinding): void {
  if (!silicaDependent.test(name) || rows.find(({ hazard }) => hazard === row.hazard) !== row) return;
  const silicaMethods = new Set(methods.flatMap(({ id, methodKind }) => (methodKind === 'freeSilica' ? [id] : [])));
  const isDetermined = rows.some(
    ({ hazard, method }) => method !== null && silicaMethods.has(method) && hazard === row.hazard,
  );
  if (!isDetermined) addFinding(planTexts.silicaUnknown(name), 'method');
}

const placeOf = (surveyFact: SurveyFact): readonly string[] => [placeOfSurvey(surveyFact), surveyFact.post];

/**
 * Lists rows of the survey with varying exposure and no planned short sample at their post: `stop` for a hazard with
 * a PC-STEL, `warn` for one with a PC-TWA only, whose peak exposure is judged (GBZ 331-2024 5.2.6.2.3 c 2).
 */
function withoutShort({ rows, survey, hazards, limits }: PlanToCheck): { row: string; level: 'stop' | 'warn' }[] {
  return survey.flatMap((surveyRow) => {
    if (surveyRow.contactPattern !== 'unsteady') return [];
    const kinds = new Set(limits.filter(({ hazard }) => hazard === surveyRow.hazard).map(({ kind }) => kind));
    if (!kinds.has('stel') && !kinds.has('twa')) return [];
    const matchingRows = rows.filter(
      (row) =>
        [row.hazard, ...row.alongWith].includes(surveyRow.hazard) &&
        (row.siteHazardId === surveyRow.id ||
          (row.workshop === surveyRow.workshop && placeOf(surveyRow).includes(row.place))),
    );
    if (!matchingRows.length || matchingRows.some(({ period }) => period === 'short')) return [];
    const row = surveyRowText(surveyRow.workshop, placeOfSurvey(surveyRow), hazards.get(surveyRow.hazard)?.name ?? '');
    return [{ row, level: kinds.has('stel') ? 'stop' : 'warn' }];
  });
}

/** Lists rows of the survey that no plan row covers. */
function leftOut({ rows, survey, hazards }: PlanToCheck): { row: string; hazard: string }[] {
  const bySource = new Set(rows.map(({ siteHazardId }) => siteHazardId));
  const byPlace = new Set(
    rows.flatMap((row) =>
      [row.hazard, ...row.alongWith].map((hazardId) => [row.workshop ?? '', row.place, hazardId].join('\u0000')),
    ),
  );
  return survey
    .filter(
      (surveyRow) =>
        !bySource.has(surveyRow.id) &&
        !placeOf(surveyRow).some((candidatePlace) =>
          byPlace.has([surveyRow.workshop, candidatePlace, surveyRow.hazard].join('\u0000')),
        ),
    )
    .map((surveyRow) => {
      const hazard = hazards.get(surveyRow.hazard)?.name ?? '';
      return { row: surveyRowText(surveyRow.workshop, placeOfSurvey(surveyRow), hazard), hazard };
    });
}

/**
 * Lists the places of contact of moving jobs without a sampling point. Area samples need one at each of them; a worn
 * sampler goes along (GBZ 331-2024 5.2.6.2.3 b 2).
 */
function placesLeftOut({ rows, survey, hazards, contactPlaces = [] }: PlanToCheck): ContactPlace[] {
  const idByName = new Map([...hazards].map(([id, { name }]) => [name, id]));
  return contactPlaces.filter(({ post, place, hazard }) => {
    const id = idByName.get(hazard);
    const ofHazard = rows.filter((row) => id !== undefined && [row.hazard, ...row.alongWith].includes(id));
    const postIds = new Set(survey.filter((surveyRow) => surveyRow.post === post).map((surveyRow) => surveyRow.id));
    const isWorn = ofHazard.some(
      ({ mode, place: planned, siteHazardId }) =>
        mode === 'personal' && (planned === post || (siteHazardId !== null && postIds.has(siteHazardId))),
    );
    return ofHazard.length > 0 && !isWorn && !ofHazard.some((row) => [row.place, row.workshop].includes(place));
  });
}

/** Lists hazards that are planned although they have a reason not to be tested. */
function untestedButPlanned({ rows, hazards, untested }: PlanToCheck): PlanFinding[] {
  const planned = new Set(rows.flatMap(({ hazard, alongWith }) => [hazard, ...alongWith]));
  return untestedHazards(untested).flatMap((id) =>
    planned.has(id)
      ? [{ row: null, field: null, rowName: null, message: untestedTexts.planned(hazards.get(id)?.name ?? '') }]
      : [],
  );
}

/** Checks a plan before submission: errors, and numbers below the standards. */
export function checkPlan(plan: PlanToCheck): CheckedPlan {
  const { rows, hazards, methods, day } = plan;
  const errors: PlanFinding[] = [];
  const warnings: (PlanFinding & { explained: boolean })[] = [];
  const methodOf = new Map(methods.map((method) => [method.id, method]));
  // The blanks of a row apply only to the row's own days, so the last day may have none.
  const blanksOnLastDay = ({ hazard, days }: PlanRowFact): number =>
    Math.max(...rows.flatMap((row) => (row.hazard === hazard && row.days >= days ? row.blanks : [])));
  errors.push(...untestedButPlanned(plan));
  if (!rows.length) errors.push({ row: null, field: null, rowName: null, message: planTexts.noRows });
  for (const row of rows) {
    const hazard = hazards.get(row.hazard);
    const method = row.method === null ? undefined : methodOf.get(row.method);
    const rowLocation = { row: row.id ?? null, rowName: surveyRowText(row.workshop, row.place, hazard?.name ?? '') };
    const reportStop: ReportFinding = (message, field = undefined) =>
      errors.push({ ...rowLocation, field: field ?? null, message });
    listLacks(row, hazard, method, day, reportStop);
    checkScope(row, plan, method, reportStop);
    const warn: ReportFinding = (message, field = undefined) =>
      warnings.push({
        ...rowLocation,
        field: field ?? null,
        message,
        explained: Boolean(row.remark?.trim() || plan.remark?.trim()),
      });
    if (method?.methodKind === 'outsourced' && plan.consent === false)
      warn(planTexts.noConsent(hazard?.name ?? ''), 'method');
    checkNumbers(row, plan, method, blanksOnLastDay(row), warn);
    checkMovingJob(row, plan, method, warn);
    checkSilica(row, plan, hazard?.name ?? '', warn);
    checkDuration(row, rulesOf(row, plan, method), reportStop, warn);
  }
  const ofPlan = { row: null, field: null, rowName: null } as const;
  if (rows.length) {
    for (const { row, level } of withoutShort(plan)) {
      if (level === 'stop') errors.push({ ...ofPlan, message: planTexts.noShortSample(row) });
      else
        warnings.push({
          ...ofPlan,
          message: planTexts.noPeakSample(row),
          explained: Boolean(plan.remark?.trim()),
        });
    }
    if (plan.sketch === false)
      warnings.push({ ...ofPlan, message: planTexts.noSketch, explained: Boolean(plan.remark?.trim()) });
    for (const contactPlace of placesLeftOut(plan))
      warnings.push({
        ...ofPlan,
        message: planTexts.placeLeftOut(contactPlace),
        explained: Boolean(plan.remark?.trim()),
      });
    for (const { row, hazard } of leftOut(plan))
      warnings.push({
        ...ofPlan,
        message: planTexts.leftOut(row),
        explained: Boolean(plan.remark?.trim()) || isExplained(plan.notTested ?? null, hazard),
      });
  }
  return { errors, warnings };
}
