import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import type { Row } from '@contract/entity';
import {
  labelIn,
  projectPaper,
  type PaperHead,
  withoutTrailingZeros,
  projectFacts,
  textOrEmpty,
  rightColumn,
} from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import type { Block, Fact, Picture, PrintDocument } from '@contract/print/printDocument';
import { signedBy } from '@contract/print/signedBy';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import type { samplePlan } from '../entities/samplePlan';
import type { sampleSiteHazard } from '../entities/sampleSiteHazard';
import type { surveyFile } from '../entities/surveyFile';
import { earlierItemsTable, earlierRowsTable, hasFaxAndItemRemarks, isEarlierLayout } from './earlierPlanLayout';
import type { NamedTotals } from './planWire';
import { siteRange } from './siteNumbers';

type PlanRow = Row<typeof sampleSiteHazard>;

/** What form D.1 of GBZ 331-2024 states beside the plan itself. */
export interface PlanForm {
  readonly address: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly mail: string | null;
  /** Fax number of form C.1 (用人单位基本情况调查表). */
  readonly fax: string | null;
  /** Planned days of the project, `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly until: string | null;
  /** Kinds of limits in force by hazard, values of the dictionary `limitKind`. */
  readonly limitKinds: Readonly<Record<number, readonly string[]>>;
  /** Storage of the samples by method, e.g. 冷藏，7 d. */
  readonly storage: Readonly<Record<number, string>>;
  /** Who confirmed the plan for the employer, and when; null before. */
  readonly confirmed: { readonly person: string; readonly on: string } | null;
}

export interface PlanPaper {
  readonly head: PaperHead;
  readonly plan: Row<typeof samplePlan>;
  readonly rows: readonly PlanRow[];
  readonly totals: NamedTotals;
  readonly steps: readonly TimelineStep[];
  /** 测点布置: files uploaded with the plan, in their order. */
  readonly files: readonly Pick<Row<typeof surveyFile>, 'title' | 'content'>[];
  /** Pictures of the files that can be drawn, by file id. */
  readonly drawings: Readonly<Record<string, Picture>>;
  /** Further content of form D.1 (GBZ 331-2024). */
  readonly form: PlanForm;
  /** Specimen signatures of the signers, by the ids of their files. */
  readonly specimens?: Readonly<Record<string, Picture>>;
}

/** The three signers of a plan, in order. */
export const planSigners = [
  { move: 'submit', label: '编制人' },
  { move: 'review', label: '审核人' },
  { move: 'approve', label: '批准人' },
] as const;

/** Kinds of limits that a long sample is for; a short one is for the others. */
const shiftLimits: ReadonlySet<string> = new Set(['twa', 'totalDust', 'respirableDust', 'fibre']);
const airLimits: ReadonlySet<string> = new Set([...shiftLimits, 'mac', 'stel']);

/** Kinds of limits that a row is for: of a sample of air by its duration, else those of the hazard. */
const limitsOf = ({ hazard, period }: PlanRow, { limitKinds }: PlanForm): string =>
  (limitKinds[hazard] ?? [])
    .filter((kind) => !airLimits.has(kind) || shiftLimits.has(kind) === (period === 'long'))
    .map((kind) => labelIn('limitKind', kind))
    .join('、');

/** Flow, L/min, from which an area sampler is a dust sampler (DOMAIN §1.6). */
const dustFlow = 5;

/** Kind of the sampler or meter of a row. */
function instrumentOf({ medium, mode, flow }: PlanRow): string {
  const kind = !medium
    ? 'directReading'
    : mode === 'personal'
      ? 'personalSampler'
      : Number(flow) >= dustFlow
        ? 'dustSampler'
        : 'sampler';
  return labelIn('equipmentKind', kind);
}

/** Time of the shift that one area sample of an average stands for, h (采样时段 of form D.1). */
const representedTime = ({ mode, period, hoursPerDay, samplesPerDay }: PlanRow): string =>
  mode === 'area' && period === 'long' && hoursPerDay !== null && samplesPerDay > 0
    ? withoutTrailingZeros(new Decimal(hoursPerDay).dividedBy(samplesPerDay).toFixed(2))
    : '';

/** Returns the place with the moment of its samples: a short sample is taken when the concentration is highest. */
const placeAndMoment = (row: PlanRow, form: PlanForm): string =>
  row.period === 'short' && (form.limitKinds[row.hazard] ?? []).some((kind) => kind === 'mac' || kind === 'stel')
    ? `${row.place}，浓度最高时`
    : row.place;

function rowsTable(rows: readonly PlanRow[], form: PlanForm): Block {
  return {
    kind: 'table',
    title: '采样内容',
    columns: [
      { heading: '采样点号', align: 'center' },
      { heading: '单元/工作场所' },
      { heading: '岗位（工种）、采样点/对象、时机', least: 24 },
      { heading: '检测项目', least: 18 },
      { heading: '检测依据', least: 24 },
      { heading: '限值类型', least: 14 },
      { heading: '采样方式', align: 'center' },
      { heading: '采样时间类型', align: 'center' },
      { heading: '空气收集器' },
      rightColumn('流量(L/min)'),
      rightColumn('采样时间(min)'),
      rightColumn('采样时段(h)'),
      { heading: '样品数量（点或人数×样品数×天数）', align: 'right', least: 14 },
      rightColumn('每天空白'),
      { heading: '备注', least: 9 },
    ],
    rows: rows.map((row) =>
      [
        siteRange(row.siteNo, row.points),
        row.workshop ?? '',
        placeAndMoment(row, form),
        [row.hazardName, ...(row.alongWithName ?? [])].join('、'),
        row.methodName ?? '',
        limitsOf(row, form),
        labelIn('samplingMode', row.mode),
        labelIn('samplingPeriod', row.period),
        row.medium ?? '',
        withoutTrailingZeros(row.flow),
        textOrEmpty(row.minutes),
        representedTime(row),
        `${row.points}×${row.samplesPerDay}×${row.days}=${row.points * row.samplesPerDay * row.days}`,
        String(row.blanks),
        row.remark ?? '',
      ].map(textOrEmpty),
    ),
  };
}

/** Part three of form D.1: items with basis, collector, instrument and storage, and their numbers. */
function itemsTable(
  hazards: NamedTotals['hazards'],
  rows: readonly PlanRow[],
  { storage }: PlanForm,
  withRemarks: boolean,
): Block {
  return {
    kind: 'table',
    title: '样品与空白',
    columns: [
      { heading: '检测项目', least: 24 },
      { heading: '检测依据', least: 30 },
      { heading: '空气收集器' },
      { heading: '采样与测量仪器类型', least: 20 },
      { heading: '样品保存条件和期限', least: 22 },
      rightColumn('样品'),
      rightColumn('空白'),
      rightColumn('检测项次'),
      ...(withRemarks ? [{ heading: '备注', least: 12 }] : []),
    ],
    rows: hazards.map(({ names, methodName, standardNo, medium, samples: count, blanks: empty, results, ...line }) => {
      const itemRows = rows.filter(
        (row) => row.hazard === line.hazards[0] && row.method === line.method && row.medium === medium,
      );
      return [
        names.join('、'),
        methodName ? (methodName.includes(standardNo ?? '') ? methodName : `${methodName}（${standardNo ?? ''}）`) : '',
        medium ?? '',
        [...new Set(itemRows.map(instrumentOf))].join('、'),
        (line.method !== null && storage[line.method]) || '',
        String(count),
        String(empty),
        String(results),
        ...(withRemarks ? [[...new Set(itemRows.flatMap(({ remark }) => remark || []))].join('；')] : []),
      ];
    }),
  };
}

function totalsBlocks(
  { hazards, media, samplers, sites, samples, blanks, measurements, days }: NamedTotals,
  rowsItems: (hazards: NamedTotals['hazards']) => Block,
): Block[] {
  if (hazards.length === 0) return [];
  return [
    { kind: 'heading', text: '合计' },
    {
      kind: 'lines',
      lines: [`采样点${sites}个，样品${samples}个，空白${blanks}个，现场测量${measurements}项次，采样${days}天`],
    },
    rowsItems(hazards),
    ...(media.length > 0
      ? [
          {
            kind: 'table',
            title: '空气收集器',
            columns: [{ heading: '空气收集器' }, rightColumn('需要'), rightColumn('含10%备用')],
            rows: media.map(({ medium, needed, withSpare }) => [medium, String(needed), String(withSpare)]),
          } as const,
        ]
      : []),
    ...(samplers.length > 0
      ? [
          {
            kind: 'table',
            title: '同时需要的仪器',
            columns: [{ heading: '同时需要的仪器' }, rightColumn('流量(L/min)'), rightColumn('台数')],
            rows: samplers.map(({ kind, flow, hazardName, count }) => [
              `${labelIn('equipmentKind', kind)}${hazardName ? `（${hazardName}）` : ''}`,
              flow ?? '',
              String(count),
            ]),
          } as const,
        ]
      : []),
  ];
}

/** Lists the files with sampling points by name, and draws the pictures among them. */
function siteBlocks(files: PlanPaper['files'], drawings: PlanPaper['drawings']): Block[] {
  if (files.length === 0) return [];
  const pictures = files.flatMap(({ title, content }) =>
    drawings[content] ? [{ ...drawings[content], caption: title }] : [],
  );
  return [
    { kind: 'heading', text: '测点布置' },
    { kind: 'lines', lines: files.map(({ title }, index) => `${index + 1}. ${title}`) },
    ...(pictures.length > 0 ? [{ kind: 'pictures', pictures, across: 1, height: 130 } as const] : []),
  ];
}

/** Parts one and two of form D.1: employer, task and arrangement. */
function planFacts(paperHead: PaperHead, plan: PlanPaper['plan'], form: PlanForm, isEarlier: boolean): Block {
  const formFacts: Fact[] = isEarlier
    ? []
    : [
        { label: '工作场所地址', value: form.address ?? '', wide: true },
        { label: '联系人', value: form.contact ?? '' },
        { label: '联系电话', value: form.phone ?? '' },
        { label: '电子邮箱', value: form.mail ?? '' },
        ...(hasFaxAndItemRemarks(plan) ? [{ label: '传真', value: form.fax ?? '' }] : []),
        { label: '预计时间', value: [form.from, form.until].filter(Boolean).join('～') },
      ];
  return {
    kind: 'facts',
    label: '方案信息',
    pairs: 3,
    facts: [
      ...projectFacts(paperHead),
      ...formFacts,
      { label: '采样天数', value: `${plan.days}天` },
      { label: '采样人员', value: plan.team ?? '' },
      { label: '采样依据', value: plan.basis, wide: true },
    ],
  };
}

/** Foot of form D.1: the employer's confirmation. */
const confirmationBlock = ({ confirmed }: PlanForm): Block => ({
  kind: 'facts',
  label: '用人单位确认',
  pairs: 2,
  facts: [
    { label: '用人单位签字确认', value: confirmed?.person ?? '' },
    { label: '日期', value: confirmed?.on ?? '' },
  ],
});

/** Builds 采样方案 (DOMAIN §7.2, 3): points, hazards, methods, turns, days, equipment and the three signers. */
export function planDocument({
  head,
  plan,
  rows,
  totals,
  steps,
  files,
  drawings,
  form,
  specimens,
}: PlanPaper): PrintDocument {
  const notTested = (plan.notTested ?? '').split('\n').filter((line) => line.trim());
  const remarkLines = [plan.safety && `安全注意事项：${plan.safety}`, plan.remark && `备注：${plan.remark}`].filter(
    (text): text is string => Boolean(text),
  );
  const isEarlier = isEarlierLayout(plan);
  return projectPaper(head, {
    title: paperTexts.titles.plan,
    ...(isEarlier ? {} : { formNo: 'D.1' }),
    state: plan.state === 'approved' ? null : labelIn('planState', plan.state),
    blocks: [
      planFacts(head, plan, form, isEarlier),
      { kind: 'heading', text: '采样内容' },
      isEarlier ? earlierRowsTable(rows) : rowsTable(rows, form),
      ...totalsBlocks(totals, (hazards) =>
        isEarlier ? earlierItemsTable(hazards) : itemsTable(hazards, rows, form, hasFaxAndItemRemarks(plan)),
      ),
      ...(notTested.length > 0
        ? [{ kind: 'heading', text: '不检测的因素及原因' } as const, { kind: 'lines', lines: notTested } as const]
        : []),
      ...(remarkLines.length > 0 ? [{ kind: 'lines', lines: remarkLines } as const] : []),
      ...siteBlocks(files, drawings),
      ...(isEarlier ? [] : [confirmationBlock(form)]),
    ],
    signers: planSigners.map(({ label, move }) => {
      const signature = signedBy(steps, [move], specimens);
      return {
        label,
        name: signature?.name ?? '',
        on: signature?.on ?? '',
        ...(signature?.picture ? { picture: signature.picture } : {}),
      };
    }),
  });
}
