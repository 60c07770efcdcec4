import { date, dict, text } from '@contract/field';
import { unrestrictedSigner } from './formSigners';
import { type FormTable, type FormTables, rowsOf } from './formTable';
import {
  type FormItem,
  type FormPart,
  type FormValues,
  isCurrentEdition,
  type ServiceForm,
  tablePart,
} from './serviceForm';

/** Forms in which an item of an archive list is kept. */
const storedForms = ['原件', '复印件', '电子文件', '无此项'] as const;

const first = ['合同', '合同评审记录', '现场调查记录', '现场调查影像'] as const;
const middleForms = [
  '仪器领用记录',
  '流量校准记录',
  '采样与测量记录',
  '采样影像',
  '样品交接记录',
  '实验室记录（配制、原始、谱图）',
  '结果处理记录',
] as const;
const materials = ['安全技术说明书', '定性分析报告', '图纸'] as const;

/** Items of the three lists of appendix I, in their order. */
const lists = {
  regular: [
    ...first,
    '采样方案及布点图',
    '采样方案审核记录',
    ...middleForms,
    ...materials,
    '检测报告与结果单',
    '报告审核与修改记录',
    '其他',
  ],
  evaluation: [
    ...first,
    '评价方案',
    '评价方案审核记录',
    ...middleForms,
    ...materials,
    '以往检测评价报告',
    '职业健康检查报告',
    '管理资料',
    '防护设施资料',
    '个体防护用品资料',
    '检测结果单',
    '评价报告',
    '报告审核与修改记录',
    '其他',
  ],
  effect: [
    ...first,
    '评价方案',
    '评价方案审核记录',
    '仪器领用记录',
    '检测影像',
    '结果处理记录',
    '防护设施资料',
    '个体防护用品资料',
    '以往检测评价报告',
    '评价报告',
    '报告审核与修改记录',
    '其他',
  ],
} as const;

/** Categories of the items of appendix I. */
const groups: Readonly<Record<string, readonly string[]>> = {
  合同: ['合同', '合同评审记录'],
  现场调查: ['现场调查记录', '现场调查影像'],
  方案: ['采样方案及布点图', '采样方案审核记录', '评价方案', '评价方案审核记录'],
  现场采样与检测: ['仪器领用记录', '流量校准记录', '采样与测量记录', '采样影像', '检测影像', '样品交接记录'],
  实验室检测: ['实验室记录（配制、原始、谱图）'],
  结果处理: ['结果处理记录'],
  报告: ['检测报告与结果单', '检测结果单', '评价报告', '报告审核与修改记录'],
  其他: ['其他'],
};
const groupOf = (label: string): string =>
  Object.entries(groups).find(([, labels]) => labels.includes(label))?.[0] ?? '用人单位资料';

const itemsOf = (labels: readonly string[]): readonly FormItem[] =>
  labels.map((label, index) => ({
    key: `line${index + 1}`,
    label: `${index + 1}. ${label}`,
    group: groupOf(label),
    options: storedForms,
    required: true,
    cells: [
      { key: `line${index + 1}Copies`, label: '份数', count: true },
      { key: `line${index + 1}Pages`, label: '页数', count: true },
    ],
  }));

const partsOf = (labels: readonly string[]): readonly FormPart[] => [
  { title: '档案目录', headings: ['归档内容', '原件或复印件'], total: '合计', items: itemsOf(labels) },
  {
    title: '核对',
    items: [
      { key: 'pages', label: '总页数', required: true, count: true, former: true },
      { key: 'copies', label: '份数', required: true, count: true, former: true },
      { key: 'absent', label: '缺少的原因', long: true, hint: '合同、记录和报告缺少时写明原因' },
    ],
  },
];

/** Edition 2: with copies and pages of each line; 3: with the category of each line. */
const editions = { edition: '3', sameItems: ['2'] } as const;

/**
 * Requires copies and pages of each line that the archive holds. A missing contract, record or report requires a
 * reason.
 */
const faults =
  (labels: readonly string[]) =>
  (values: FormValues): readonly string[] => {
    const uncounted = labels.filter(
      (_, index) =>
        !['', '无此项'].includes(values[`line${index + 1}`] ?? '') &&
        ['Copies', 'Pages'].some((cell) => !values[`line${index + 1}${cell}`]?.trim()),
    );
    const absentLabels = labels.filter(
      (label, index) => values[`line${index + 1}`] === '无此项' && /合同|方案$|调查记录|报告$|报告与结果单/.test(label),
    );
    return [
      ...(uncounted.length && isCurrentEdition(editions, values)
        ? [`请填写${uncounted.join('、')}的份数和页数，没有的选“无此项”`]
        : []),
      ...(absentLabels.length && !values['absent']?.trim() ? [`没有${absentLabels.join('、')}，请填写缺少的原因`] : []),
    ];
  };

const archiveForm = (
  key: string,
  no: string,
  clause: string,
  title: string,
  labels: readonly string[],
): ServiceForm => ({
  key,
  no,
  clause,
  title,
  ...editions,
  parts: partsOf(labels),
  signers: [unrestrictedSigner('归档人'), unrestrictedSigner('部门负责人'), unrestrictedSigner('档案管理员')],
  check: faults(labels),
});

const loanTable: FormTable = {
  key: 'loans',
  columns: {
    borrower: text('借阅人', { required: true, max: 40 }),
    unit: text('部门或单位', { required: true, max: 60 }),
    purpose: text('用途', { required: true, max: 100 }),
    content: text('借阅内容', { required: true, max: 200 }),
    way: dict('方式', { dict: 'loanWay', required: true }),
    lentOn: date('借出日期', { required: true }),
    dueOn: date('应还日期', { required: true }),
    returnedOn: date('归还日期'),
    condition: dict('归还情况', { dict: 'loanReturn' }),
    lender: text('经办人', { required: true, max: 40 }),
    note: text('说明', { max: 200 }),
  },
};

/** A lent archive that is not back. */
interface OpenLoan {
  /** Number of the row within its form. */
  readonly id: number;
  readonly borrower: string;
  readonly content: string;
  /** `YYYY-MM-DD`. */
  readonly dueOn: string;
}

/** Returns the loans of a register that are not back, the earliest due first. */
export const openLoans = (tables: FormTables): OpenLoan[] =>
  rowsOf(tables, loanTable)
    .filter((row) => row['dueOn'] && !row['returnedOn'])
    .map((row) => ({
      id: row.id,
      borrower: String(row['borrower'] ?? ''),
      content: String(row['content'] ?? ''),
      dueOn: String(row['dueOn']),
    }))
    .sort((first, other) => first.dueOn.localeCompare(other.dueOn));

/** Lists loans that end before they begin, or are still out: the register is signed when everything is back. */
const loanFaults = (_values: FormValues, tables: FormTables): readonly string[] =>
  rowsOf(tables, loanTable).flatMap((row, index) => {
    const [lentOn, dueOn, returnedOn] = [row['lentOn'], row['dueOn'], row['returnedOn']].map((day) =>
      String(day ?? ''),
    );
    const line = `第${index + 1}行`;
    return [
      ...(lentOn && dueOn && dueOn < lentOn ? [`${line}的应还日期早于借出日期`] : []),
      ...(lentOn && returnedOn && returnedOn < lentOn ? [`${line}的归还日期早于借出日期`] : []),
      ...(returnedOn && row['condition'] ? [] : [`${line}的档案尚未归还，请在归还后填写归还日期和归还情况`]),
      ...(row['condition'] && row['condition'] !== '完好' && !row['note']
        ? [`${line}归还时不完好，请在说明中写处理`]
        : []),
    ];
  });

/** Lists of the archive, which department and archivist check before filing (I.1.1 j, tables I.1–I.3). */
export const archiveForms: readonly ServiceForm[] = [
  archiveForm('regularArchive', 'I.1', 'I.1.1j、I.2', '定期检测档案目录', lists.regular),
  archiveForm('evaluationArchive', 'I.2', 'I.1.1j、I.3', '现状评价档案目录', lists.evaluation),
  archiveForm('effectArchive', 'I.3', 'I.1.1j、I.4', '防护效果评价档案目录', lists.effect),
  {
    key: 'archiveLoans',
    no: null,
    clause: 'I.1.1d',
    title: '档案借阅登记表',
    parts: [tablePart('借阅', loanTable)],
    signers: [unrestrictedSigner('档案管理员'), unrestrictedSigner('复核人')],
    check: loanFaults,
  },
];
