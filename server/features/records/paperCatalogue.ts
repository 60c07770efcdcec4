import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { planSigners } from '@contract/features/fieldwork/plan/planDocument';
import { isTaken, type SamplingGroup, samplingGroups } from '@contract/features/fieldwork/samples/samplingGroups';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import { layoutOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import type { PaperEntry } from '@contract/features/records/recordsWire';
import { dayOf } from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import { signedBy } from '@contract/print/signedBy';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { samplingStaffFrom } from '@server/features/fieldwork/samples/samplingStaff';
import type { Call } from '@server/http/route';
import { type StepFacts, stepsByRow } from '@server/workflow/stepHistory';
import { archivedSigners } from './archivedPaper';
import { partsOf } from './readableParts';

type PaperSigners = PaperEntry['signers'];

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const shownState = (
  dict: 'recordState' | 'planState' | 'handOverState',
  state: unknown,
): Pick<PaperEntry, 'state' | 'tone'> => {
  const stateEntry: { label: string; tone?: string } | undefined = fixedDictionaries[dict].find(
    ({ value }) => value === state,
  );
  return { state: stateEntry?.label ?? String(state), tone: stateEntry?.tone ?? null };
};
const progressState = (isOver: boolean): Pick<PaperEntry, 'state' | 'tone'> =>
  isOver ? { state: paperTexts.ended, tone: 'good' } : { state: paperTexts.underway, tone: 'active' };
const plainEntry = {
  no: null,
  about: null,
  signers: [] as PaperSigners,
  version: 1,
  replacedBy: null,
  sheet: null,
} as const;

const recordSigners = [
  { label: '检测人', move: 'submit' },
  { label: '复核人', move: 'review' },
  { label: '审核人', move: 'approve' },
] as const;

function signersFrom(
  stepFacts: readonly StepFacts[],
  signerPlaces: readonly { readonly label: string; readonly move: string }[],
): PaperSigners {
  return signerPlaces.map(({ label, move }) => {
    const signature = signedBy(stepFacts, [move]);
    return { label, name: signature?.name ?? '', on: signature?.on ?? '' };
  });
}

/** Returns the records of each group, by its number, in the order of their ids. */
function groupsIn(sheets: readonly AnyRow[]): ReadonlyMap<string, readonly AnyRow[]> {
  const groups = new Map<string, AnyRow[]>();
  for (const sheet of [...sheets].sort((a, b) => a.id - b.id)) {
    const groupNo = textOrNull(sheet.groupNo);
    if (groupNo !== null) groups.set(groupNo, [...(groups.get(groupNo) ?? []), sheet]);
  }
  return groups;
}

async function recordEntries(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  projectId: number,
): Promise<PaperEntry[]> {
  const sheets = await partsOf(context, orm, call, 'labSheet', projectId);
  const steps = await stepsByRow(
    orm,
    context.services.env.zone,
    'record',
    sheets.map(({ id }) => id),
  );
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  const replacementBySheet = new Map(
    sheets.flatMap((sheet) => (typeof sheet.previous === 'number' ? [[sheet.previous, sheet.id] as const] : [])),
  );
  const versionOf = (sheet: AnyRow): number => {
    const previousSheet = typeof sheet.previous === 'number' ? byId.get(sheet.previous) : undefined;
    return previousSheet ? versionOf(previousSheet) + 1 : 1;
  };
  const groups = groupsIn(sheets);
  return sheets.flatMap((sheet): PaperEntry[] => {
    const { methodKind, layout, state } = sheet;
    const members = groups.get(textOrNull(sheet.groupNo) ?? '') ?? [sheet];
    // Records of one group are one paper, which has the key of the first.
    if (members[0] !== sheet) return [];
    const replacementId = replacementBySheet.get(sheet.id);
    return [
      {
        key: `record-${sheet.id}`,
        kind: 'record',
        no: textOrNull(sheet.groupNo) ?? textOrNull(sheet.sheetNo),
        about: members.flatMap(({ hazardName }) => textOrNull(hazardName) ?? []).join('、') || null,
        title: layoutOf(sheetOf({ methodKind: textOrNull(methodKind) }), textOrNull(layout) ?? undefined).title,
        ...shownState('recordState', state),
        signers: signersFrom(steps.get(sheet.id) ?? [], recordSigners),
        version: versionOf(sheet),
        replacedBy: replacementId === undefined ? null : `record-${replacementId}`,
        sheet: {
          id: sheet.id,
          version: sheet.version,
          state: String(state),
          methodKind: textOrNull(methodKind),
          variant: textOrNull(sheet.variant),
          ...(members.length > 1 ? { together: members.map(({ id, version }) => ({ id, version })) } : {}),
        },
      },
    ];
  });
}

/** Returns the entry of the sampling record of a day, hazard and mode. */
function samplingEntry(
  samplingGroup: SamplingGroup,
  day: AnyRow | undefined,
  stepsByDay: ReadonlyMap<number, StepFacts[]>,
  companions: readonly AnyRow[],
): PaperEntry {
  const collectorNames = [...new Set(samplingGroup.samples.flatMap(({ collectorsName }) => collectorsName ?? []))];
  const samplerNames =
    collectorNames.length > 0 ? collectorNames : ((day?.collectorsName as string[] | undefined) ?? []);
  const names =
    samplerNames.length > 0
      ? samplerNames
      : samplingStaffFrom(
          stepsByDay,
          samplingGroup.samples.map(({ id }) => id),
        );
  const companion =
    companions.find(({ samplingDay }) => samplingDay === samplingGroup.day) ??
    companions.find(({ samplingDay }) => samplingDay === null);
  return {
    ...plainEntry,
    key: samplingGroup.key,
    kind: 'sampling',
    title: samplingGroup.measured ? paperTexts.titles.measuring : paperTexts.titles.sampling,
    about: `${samplingGroup.hazardName}（${samplingGroup.mode === 'personal' ? '个体' : '定点'}）`,
    no: textOrNull(day?.sampledOn),
    ...progressState(isTaken(samplingGroup)),
    signers: [
      { label: '采样人', name: names.join('、'), on: names.length > 0 ? (textOrNull(day?.sampledOn) ?? '') : '' },
      { label: '陪同人', name: textOrNull(companion?.companionName) ?? '', on: dayOf(textOrNull(companion?.signedAt)) },
    ],
  };
}

/** Returns the entry of a circulation sheet, signed by its sender and its receiver. */
function handOverEntry(sheet: AnyRow, stepFacts: readonly StepFacts[]): PaperEntry {
  // Names as they were at the signature, even if they changed since.
  const signerOf = (move: string) => signedBy(stepFacts, [move])?.name;
  return {
    ...plainEntry,
    key: `handOver-${sheet.id}`,
    kind: 'handOver',
    title: paperTexts.titles.handOver,
    no: textOrNull(sheet.sheetNo),
    about: `${Number(sheet.sampleCount ?? 0)}个样品`,
    ...shownState('handOverState', sheet.state),
    signers: [
      {
        label: '交样人',
        name: sheet.givenAt ? (signerOf('submit') ?? textOrNull(sheet.giverName) ?? '') : '',
        on: dayOf(textOrNull(sheet.givenAt)),
      },
      {
        label: '收样人',
        name: sheet.state === 'received' ? (signerOf('receive') ?? textOrNull(sheet.receiverName) ?? '') : '',
        on: sheet.state === 'received' ? dayOf(textOrNull(sheet.receivedAt)) : '',
      },
    ],
  };
}

function surveyEntry(
  survey: AnyRow,
  surveyOver: boolean,
  endStep: { readonly personName: string } | undefined,
): PaperEntry {
  const surveyors = (survey?.surveyorsName as string[] | undefined) ?? [];
  return {
    ...plainEntry,
    key: 'survey',
    kind: 'survey' as const,
    title: paperTexts.titles.survey,
    no: textOrNull(survey.surveyedOn),
    ...progressState(surveyOver),
    signers: [
      {
        label: '调查人',
        name: surveyors.length > 0 ? surveyors.join('、') : surveyOver ? (endStep?.personName ?? '') : '',
        on: textOrNull(survey.surveyedOn) ?? '',
      },
      { label: '陪同人', name: textOrNull(survey.companionName) ?? '', on: '' },
    ],
  };
}

async function fieldEntries(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  project: AnyRow,
): Promise<PaperEntry[]> {
  const { zone } = context.services.env;
  const parts = (name: string) => partsOf(context, orm, call, name, project.id);
  const [survey] = await parts('siteSurvey');
  const [plan] = await parts('samplePlan');
  const [days, samples, companions, sheets] = [
    await parts('samplingDay'),
    await parts('sample'),
    await parts('companion'),
    await parts('handOver'),
  ];
  const surveyOver = !['draft', 'contractReview', 'survey'].includes(String(project.stage));
  const stepsByDay = await stepsByRow(
    orm,
    zone,
    'sample',
    samples.map(({ id }) => id),
  );
  const endStep = ((await stepsByRow(orm, zone, 'project', [project.id])).get(project.id) ?? []).findLast(
    ({ move }) => move === 'endSurvey',
  );
  const planSteps = plan ? ((await stepsByRow(orm, zone, 'samplePlan', [plan.id])).get(plan.id) ?? []) : [];
  const stepsBySheet = await stepsByRow(
    orm,
    zone,
    'handOver',
    sheets.map(({ id }) => id),
  );
  const dayOn = new Map(days.map((day) => [day.id, day]));
  return [
    ...(survey ? [surveyEntry(survey, surveyOver, endStep)] : []),
    ...(plan
      ? [
          {
            ...plainEntry,
            key: 'plan',
            kind: 'plan' as const,
            title: paperTexts.titles.plan,
            ...shownState('planState', plan.state),
            signers: signersFrom(planSteps, planSigners),
          },
        ]
      : []),
    ...samplingGroups(samples as unknown as SampleRow[]).map((group) =>
      samplingEntry(group, dayOn.get(group.day), stepsByDay, companions),
    ),
    ...sheets.map((sheet) => handOverEntry(sheet, stepsBySheet.get(sheet.id) ?? [])),
  ];
}

async function incomingEntries(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  projectId: number,
): Promise<PaperEntry[]> {
  const rows = await partsOf(context, orm, call, 'incomingSample', projectId);
  if (!rows.length) return [];
  const names = (field: string) => [...new Set(rows.flatMap((row) => textOrNull(row[field]) ?? []))].join('、');
  return [
    {
      ...plainEntry,
      key: 'incoming',
      kind: 'incoming',
      title: paperTexts.titles.incoming,
      about: `${rows.length}个样品`,
      ...progressState(rows.every(({ state }) => state !== 'registered')),
      signers: [
        { label: '送样人', name: names('deliverer'), on: '' },
        { label: '收样人', name: names('receivedByName'), on: '' },
      ],
    },
  ];
}

/** Returns every sheet of a project, in the order of the work. */
export async function entriesOf(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  project: AnyRow,
): Promise<PaperEntry[]> {
  const previousPaperEntries = project.incoming
    ? await incomingEntries(context, orm, call, project.id)
    : await fieldEntries(context, orm, call, project);
  const signersByPaper = await archivedSigners(orm, project);
  const archived = previousPaperEntries.map((entry) => ({
    ...entry,
    signers: signersByPaper[entry.key]?.map(({ label, name, on }) => ({ label, name, on })) ?? entry.signers,
  }));
  return [...archived, ...(await recordEntries(context, orm, call, project.id))];
}
