import type { FormValues } from '@contract/features/conformity/forms/serviceForm';
import type { TimedTest, TimeFacts } from '@contract/features/conformity/timeRules/timeFacts';
import { formatDay, formatMoment } from '@server/base/zone';
import type { TimeRows } from './timeRows';

// What people did on a day and whether they were authorised for it (T25, T26), and the stock solutions of records
// (T17).

interface WorkRows {
  readonly rows: TimeRows;
  readonly zone: string;
}

const minuteMs = 60_000;
const keyOf = (person: string, on: string): string => `${person} ${on}`;

/** Hours between the first start and the last end of a person's samples on a day. */
const hoursOf = (samples: readonly TimeRows['samples'][number][]): number => {
  const [startTimes, endTimes] = [samples.flatMap(({ start }) => start ?? []), samples.flatMap(({ end }) => end ?? [])];
  if (!startTimes.length || !endTimes.length) return 0;
  const minutes = (Math.max(...endTimes.map(Number)) - Math.min(...startTimes.map(Number))) / minuteMs;
  return Math.max(0, Math.round(minutes / 6) / 10);
};

/** Counts the work of the project's people on each of their days, in all projects together. */
export function dayCountsIn({ rows, zone }: WorkRows, project: number): TimeFacts['dayCounts'] {
  const collectedDays = rows.days.flatMap(({ id, person, on, project: projectId }) =>
    person ? [{ id, person, on, project: projectId }] : [],
  );
  const testedDays = rows.sheets.flatMap(({ id, analyst, from, project: projectId }) =>
    analyst
      ? rows.injections.flatMap(({ sheet, at }) =>
          sheet === id ? [{ person: analyst, on: at ? formatDay(at, zone) : (from ?? ''), project: projectId }] : [],
        )
      : [],
  );
  const keys = new Set(
    [...collectedDays, ...testedDays]
      .filter((workDay) => workDay.project === project)
      .map(({ person, on }) => keyOf(person, on)),
  );
  return [...keys].map((key) => {
    const days = collectedDays.filter(({ person, on }) => keyOf(person, on) === key);
    const samples = rows.samples.filter(({ samplingDay }) => days.some(({ id }) => id === samplingDay));
    const injections = testedDays.filter(({ person, on }) => keyOf(person, on) === key);
    const { person = '', on = '' } = days[0] ?? injections[0] ?? {};
    return { person, day: on, samples: samples.length, injections: injections.length, hours: hoursOf(samples) };
  });
}

interface MethodAuthorisation {
  readonly person: number;
  readonly from: string;
  readonly until: string;
}

/** Returns whether a person is authorised on a day; true where nobody is listed, as in the step itself. */
const isValid = (authorisations: readonly MethodAuthorisation[], personId: number | null, on: string): boolean =>
  !authorisations.length ||
  authorisations.some(
    (authorisation) => authorisation.person === personId && authorisation.from <= on && authorisation.until >= on,
  );

/** Returns the working days of the project's people with their certificates and authorisations. */
export function authorisedIn({ rows }: WorkRows, project: number): TimeFacts['authorised'] {
  const { sampling, testing } = rows.authorisations;
  const days = rows.days.filter((day) => day.project === project);
  return [
    ...days.flatMap(({ person, certUntil, on }) =>
      person && certUntil !== null
        ? [{ person, work: '现场采样（技术人员证书）', day: on, isAuthorised: certUntil >= on }]
        : [],
    ),
    ...days.flatMap(({ person, personId, organization, on }) =>
      person
        ? [
            {
              person,
              work: '现场采样',
              day: on,
              isAuthorised: isValid(
                sampling.filter((authorisation) => authorisation.organization === organization),
                personId,
                on,
              ),
            },
          ]
        : [],
    ),
    ...rows.sheets.flatMap(({ project: projectId, organization, analyst, analystId, method, methodTitle, from }) =>
      projectId === project && analyst && from
        ? [
            {
              person: analyst,
              work: `检测：${methodTitle ?? ''}`,
              day: from,
              isAuthorised: isValid(
                testing.filter(
                  (authorisation) => authorisation.organization === organization && authorisation.method === method,
                ),
                analystId,
                from,
              ),
            },
          ]
        : [],
    ),
  ];
}

/** Returns the working days of the project's people after the end of their continuing education, each once. */
export function lapsedEducationIn({ rows }: WorkRows, project: number): TimeFacts['lapsedEducation'] {
  const untilByPerson = new Map(rows.education.map(({ person, until }) => [person, until]));
  const lapsedOn = (id: number | null, person: string | null, day: string | null) => {
    const endedOn = id === null ? undefined : untilByPerson.get(id);
    return person && day && endedOn && endedOn < day ? [[keyOf(person, day), { person, endedOn, day }] as const] : [];
  };
  const lapsed = [
    ...rows.days.filter((row) => row.project === project).flatMap((row) => lapsedOn(row.personId, row.person, row.on)),
    ...rows.sheets
      .filter((row) => row.project === project)
      .flatMap((row) => lapsedOn(row.analystId, row.analyst, row.from)),
  ];
  return [...new Map(lapsed).values()];
}

const isCovered = ({ from, until }: Pick<TimeRows['staffRecords'][number], 'from' | 'until'>, day: string): boolean =>
  from <= day && (until === null || until >= day);

/**
 * Returns the sampling and testing days of the project's people without a passed training before them, each once. An
 * organization that has not registered any training by then is asked for none.
 */
export function untrainedIn({ rows }: WorkRows, project: number): TimeFacts['untrained'] {
  const trainings = rows.staffRecords.filter(({ kind }) => kind === 'training');
  const untrainedOn = (organizationId: number | null, id: number | null, person: string | null, day: string | null) => {
    if (!person || id === null || day === null) return [];
    const ownTrainings = trainings.filter(({ organization }) => organization === organizationId);
    const isAsked = ownTrainings.some(({ from }) => from <= day);
    const isTrained = ownTrainings.some((training) => training.person === id && isCovered(training, day));
    return isAsked && !isTrained ? [[keyOf(person, day), { person, day }] as const] : [];
  };
  const workDays = [
    ...rows.days
      .filter((row) => row.project === project)
      .flatMap(({ organization, personId, person, on }) => untrainedOn(organization, personId, person, on)),
    ...rows.sheets
      .filter((row) => row.project === project)
      .flatMap(({ organization, analystId, analyst, from }) => untrainedOn(organization, analystId, analyst, from)),
  ];
  return [...new Map(workDays).values()];
}

/** Returns the days on which people of the project sampled radiation without a current dose measurement, each once. */
export function undosedIn({ rows }: WorkRows, project: number): TimeFacts['undosed'] {
  const doses = rows.staffRecords.filter(({ kind }) => kind === 'dose');
  const radiationDays = new Set(
    rows.samples.flatMap(({ category, samplingDay }) => (category === 'radiation' ? samplingDay : [])),
  );
  const workDays = rows.days.flatMap(({ id, project: projectId, personId, person, on }) =>
    projectId === project &&
    person &&
    radiationDays.has(id) &&
    !doses.some((dose) => dose.person === personId && isCovered(dose, on))
      ? [[keyOf(person, on), { person, day: on }] as const]
      : [],
  );
  return [...new Map(workDays).values()];
}

/**
 * Returns the stock solution of a record: the sheet of its project, or one that names the project, of the same
 * standard; of several the last that was made before the curve.
 * @param code number of the project
 */
export function stockIn(
  { rows }: WorkRows,
  sheet: TimeRows['sheets'][number],
  code: string | null,
): Pick<TimedTest, 'stockMade' | 'stockUntil'> {
  const madeStocks = rows.stocks
    .filter(({ organization }) => organization === sheet.organization)
    .map(({ project, values }) => ({ project, values: (values ?? {}) as FormValues }))
    .filter(({ project, values: { standardNo, used = '' } }) =>
      sheet.standardNo && standardNo?.trim() === sheet.standardNo
        ? project === sheet.project || (code !== null && used.includes(code))
        : false,
    )
    .flatMap(({ values: { on = '', solutionUntil = '' } }) => (on ? [{ on, until: solutionUntil }] : []))
    .sort((first, other) => (first.on < other.on ? -1 : 1));
  const usedBy: string = sheet.curveMade ?? sheet.from ?? '9999-12-31';
  const stock = madeStocks.findLast(({ on }) => on <= usedBy) ?? madeStocks.at(-1);
  return { stockMade: stock?.on ?? null, stockUntil: stock?.until || null };
}

/** Returns the times of the photographs of a project. */
export const photographsIn = ({ rows, zone }: WorkRows, project: number): TimeFacts['photographs'] =>
  rows.media.flatMap(({ project: projectId, activity, at }) =>
    projectId === project && at && (activity === 'survey' || activity === 'sampling')
      ? [{ activity: activity as 'survey' | 'sampling', at: formatMoment(at, zone) }]
      : [],
  );
