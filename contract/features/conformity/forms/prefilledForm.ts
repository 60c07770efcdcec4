import { type FormTables, withRowNumbers, type serviceKinds, withTableRows } from './formTable';
import type { FormValues } from './serviceForm';

// First content of a new survey form: data of the employer and the rows of the survey, as already stored.

/** A hazard at a post, as the survey stores it. */
export interface SurveyedRow {
  readonly workshop: string;
  readonly post: string;
  readonly place: string | null;
  readonly workContent: string | null;
  readonly hazard: string;
  readonly source: string | null;
  readonly workers: number | null;
  readonly fixedPost: boolean | null;
  readonly shift: string | null;
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  readonly controls: string | null;
  readonly controlsRunning: string | null;
  readonly ppe: string | null;
  readonly ppeWorn: string | null;
  /** Value of the dictionary `contactPattern`. */
  readonly contactPattern: string | null;
  readonly peakTimes: number | null;
  readonly peakMinutes: number | null;
  readonly peakGap: number | null;
}

export interface StoredSurvey {
  readonly service: (typeof serviceKinds)[number];
  /** Answers of table C.1 by the keys of its items. */
  readonly employer: Readonly<Record<string, string | null>>;
  /** Number of the contract and trade of the employer, by the keys of table N.1. */
  readonly order?: Readonly<Record<string, string | null>>;
  readonly process: string | null;
  readonly rows: readonly SurveyedRow[];
}

const unsteadyNoise = 'unsteady';

const jobOf = (row: SurveyedRow) => ({
  workplace: row.workshop,
  post: row.post,
  total: row.workers,
  place: row.place ?? row.post,
  content: row.workContent,
  shift: row.shift,
  kind: row.fixedPost ? '固定' : '流动',
  hazard: row.hazard,
  source: row.source,
  hours: row.hoursPerDay,
  days: row.daysPerWeek,
  contact: row.contactPattern === null ? null : row.contactPattern === unsteadyNoise ? '不稳定' : '稳定',
});

const unstableOf = (row: SurveyedRow) => ({
  workplace: row.workshop,
  post: row.post,
  place: row.place ?? row.post,
  content: row.workContent,
  hazard: row.hazard,
  times: row.peakTimes,
  minutes: row.peakMinutes,
  gap: row.peakGap,
  hours: row.hoursPerDay,
  days: row.daysPerWeek,
});

/** Returns the distinct rows, in their order. */
const distinctRows = <R extends object>(rows: readonly R[]): R[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

const tablesOf: Readonly<Record<string, (survey: StoredSurvey) => FormTables>> = {
  surveyProcess: ({ process }) =>
    process
      ? withTableRows({}, { key: 'processes' }, withRowNumbers([{ process: '主要工艺', flow: process.slice(0, 500) }]))
      : {},
  surveyJobs: ({ rows }) =>
    withTableRows(
      withTableRows({}, { key: 'jobs' }, withRowNumbers(rows.map(jobOf))),
      { key: 'unstableJobs' },
      withRowNumbers(
        rows
          .filter((row) => !row.fixedPost || row.contactPattern === unsteadyNoise || row.peakTimes !== null)
          .map(unstableOf),
      ),
    ),
  surveyProtection: ({ rows }) =>
    withTableRows(
      withTableRows(
        {},
        { key: 'installations' },
        withRowNumbers(
          distinctRows(
            rows.flatMap(({ workshop, place, post, controls, controlsRunning }) =>
              controls
                ? [
                    {
                      workplace: workshop,
                      installation: controls.slice(0, 100),
                      running: controlsRunning,
                      position: place ?? post,
                    },
                  ]
                : [],
            ),
          ),
        ),
      ),
      { key: 'ppe' },
      withRowNumbers(
        distinctRows(
          rows.flatMap(({ post, ppe, ppeWorn }) => (ppe ? [{ article: ppe.slice(0, 100), post, worn: ppeWorn }] : [])),
        ),
      ),
    ),
};

/** Keys of the forms that state their kind of service. */
const withService = /^(survey(?!Confirmation)|contractReviewSheet$|evaluationReport$|effectReport$)/;

/**
 * Returns the first answers and rows of a new form; both are empty for a form that takes over no stored data.
 * @param kind key of the form
 */
export function prefilledForm(kind: string, survey: StoredSurvey): { values: FormValues; tables: FormTables } {
  const surveyAnswers = { surveyEmployer: survey.employer, contractReviewSheet: survey.order }[kind] ?? {};
  const entries = Object.entries(surveyAnswers).flatMap(([key, value]) => (value ? [[key, value] as const] : []));
  return {
    values: { ...(withService.test(kind) ? { service: survey.service } : {}), ...Object.fromEntries(entries) },
    tables: tablesOf[kind]?.(survey) ?? {},
  };
}
