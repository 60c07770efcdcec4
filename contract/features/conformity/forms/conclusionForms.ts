import { dict, integer, text } from '@contract/field';
import { author, leader, legalPerson } from './formSigners';
import { type FormTable, type FormTables, rowsOf, serviceKinds, type TableRow } from './formTable';
import { type FormItem, type FormPart, type FormValues, textItem, type ServiceForm, tablePart } from './serviceForm';

// Conclusions of an evaluation (GBZ 331-2024 6.2.9.2, 7.2.7.2), as data: the report prints these sheets, and their two
// signatures stand behind its conclusions.

/** Grades of an item of a present-state evaluation (6.2.9.2.5 a). */
const itemGrades = ['符合', '基本符合', '不符合'] as const;
/** Grades of an installation, of an article and of the whole of an effect evaluation (7.2.7.2.5), best first. */
const effectGrades = ['合格', '基本合格', '不合格'] as const;

/** Items of a present-state evaluation that are graded one by one, by key. */
export const gradedItems = {
  layout: '总体布局',
  equipment: '设备布局',
  building: '建筑卫生学',
  tests: '职业病危害因素检测结果',
  installations: '职业病防护设施',
  rescue: '应急救援设施',
  ppe: '个体防护用品',
  rooms: '辅助用室',
  management: '职业卫生管理',
  health: '职业健康监护',
} as const;

const gradedEntries = Object.entries(gradedItems);
const gradeItems: readonly FormItem[] = gradedEntries.flatMap(([key, label]) => [
  textItem(`${key}Grade`, label, { options: itemGrades, required: true }),
  textItem(`${key}Problem`, `${label}存在的问题`, { long: true, hint: '不是“符合”时填写' }),
]);

const gradeFaults = (values: FormValues): string[] =>
  gradedEntries.flatMap(([key, label]) => {
    const grade = values[`${key}Grade`];
    return grade && grade !== '符合' && !values[`${key}Problem`]?.trim()
      ? [`“${label}”为${grade}，请写明存在的问题`]
      : [];
  });

const wordsField = (label: string, max = 200) => text(label, { max });
const nameField = (label: string) => text(label, { required: true, max: 100 });

/** 近3年检测结果 (6.2.9.2.3 c); rows of the organization's own reports are taken over. */
export const trendTable: FormTable = {
  key: 'trend',
  columns: {
    year: integer('年度', { required: true, min: 1990, max: 2100 }),
    workplace: wordsField('工作场所', 100),
    post: wordsField('岗位（工种）', 100),
    hazard: nameField('危害因素'),
    result: text('检测结果', { required: true, max: 100, hint: '最大值及单位' }),
    limit: wordsField('接触限值', 100),
    verdict: wordsField('判定', 50),
    source: wordsField('报告编号', 100),
  },
};
const keyPoints: FormTable = {
  key: 'keyPoints',
  columns: {
    post: text('岗位（工种）', { required: true, max: 100 }),
    hazard: nameField('危害因素'),
    point: text('关键控制点', { required: true, max: 200 }),
    measure: wordsField('控制措施', 300),
  },
};

/** Years of test results that show a trend. */
const trendYears = 3;

function trendFaults({ trendNote }: FormValues, tables: FormTables): string[] {
  const years = new Set(rowsOf(tables, trendTable).map(({ year }) => String(year))).size;
  return years > 0 && years < trendYears && !trendNote?.trim()
    ? [`检测结果只有${years}个年度，应为近${trendYears}年，请补充或写明原因`]
    : [];
}

const servicePart: FormPart = {
  title: '服务',
  items: [textItem('service', '服务类别', { options: serviceKinds, required: true })],
};
const scopePart: FormPart = {
  title: '范围与方法',
  items: [
    textItem('scope', '评价范围与评价单元', { required: true, long: true }),
    textItem('content', '评价内容', { required: true, long: true }),
    textItem('method', '评价方法', { required: true, long: true, hint: '例如：现场调查法、检测检验法、对比分析法' }),
  ],
};

/** 实测参数 and 检测结果 of an installation stand beside its grade (7.2.6.1). */
export const installationTable: FormTable = {
  key: 'installations',
  columns: {
    workplace: text('工作场所', { required: true, max: 100 }),
    installation: nameField('防护设施'),
    parameters: text('设计与实测参数', { required: true, max: 300, hint: '例如：设计风量、实测风量、控制风速' }),
    hazards: text('危害因素检测结果', { required: true, max: 500 }),
    grade: dict('结论', { dict: 'effectGrade', required: true }),
    problem: wordsField('存在的问题', 300),
  },
};
/** 防护用品 with the result of their fit tests (7.2.6.2, M.3). */
export const articleTable: FormTable = {
  key: 'articles',
  columns: {
    article: nameField('防护用品'),
    post: text('使用岗位', { required: true, max: 100 }),
    fit: text('适合性检验结果', { required: true, max: 300 }),
    grade: dict('结论', { dict: 'effectGrade', required: true }),
    problem: wordsField('存在的问题', 300),
  },
};

const gradeRank = (grade: unknown): number => effectGrades.indexOf(grade as (typeof effectGrades)[number]);
const installationName = (row: TableRow): string => String(row['installation'] ?? row['article'] ?? '');

/** Lists grades that are none of the three, grades without their problem, and a whole better than its worst part. */
function effectFaults({ conclusion, problems }: FormValues, tables: FormTables): string[] {
  const rows = [...rowsOf(tables, installationTable), ...rowsOf(tables, articleTable)];
  const worst = Math.max(0, ...rows.map(({ grade }) => gradeRank(grade)));
  return [
    ...rows
      .filter(({ grade }) => grade !== undefined && gradeRank(grade) < 0)
      .map((row) => `“${installationName(row)}”的结论应为${effectGrades.join('、')}`),
    ...rows
      .filter((row) => gradeRank(row['grade']) > 0 && !String(row['problem'] ?? '').trim())
      .map((row) => `“${installationName(row)}”为${String(row['grade'])}，请写明存在的问题`),
    ...(conclusion && gradeRank(conclusion) < worst
      ? [`有${effectGrades[worst] ?? ''}的设施或用品，总体结论不能为${conclusion}`]
      : []),
    ...(conclusion && conclusion !== '合格' && !problems?.trim() ? [`总体结论为${conclusion}，请写明主要问题`] : []),
  ];
}

/** Sheets with the conclusions of the two evaluations, and the signatures of H.3 and H.4. */
export const conclusionForms: readonly ServiceForm[] = [
  {
    key: 'evaluationReport',
    no: null,
    clause: '6.2.9.2',
    title: '现状评价结论表',
    parts: [
      servicePart,
      scopePart,
      tablePart('近3年检测结果', trendTable),
      {
        title: '变化趋势与职业健康监护',
        items: [
          textItem('trendNote', '不足3年的原因', { long: true }),
          textItem('trendWords', '变化趋势分析', { required: true, long: true }),
          textItem('healthWords', '职业健康监护评价', { required: true, long: true }),
        ],
      },
      tablePart('关键控制点', keyPoints),
      { title: '分项结论', items: gradeItems },
      { title: '总体结论', items: [textItem('conclusion', '总体结论', { required: true, long: true })] },
    ],
    signers: [author, leader],
    check: (values, tables) => [...trendFaults(values, tables), ...gradeFaults(values)],
  },
  {
    key: 'effectReport',
    no: null,
    clause: '7.2.6、7.2.7.2',
    title: '防护效果评价结论表',
    parts: [
      servicePart,
      scopePart,
      tablePart('防护设施评价', installationTable),
      tablePart('防护用品评价', articleTable),
      {
        title: '结论',
        items: [
          textItem('conclusion', '总体结论', { options: effectGrades, required: true }),
          textItem('problems', '主要问题', { long: true, hint: '不是“合格”时填写' }),
        ],
      },
    ],
    signers: [author, leader],
    check: effectFaults,
  },
  {
    key: 'evaluationSigning',
    no: 'H.3、H.4',
    clause: '附录H.3、H.4',
    title: '评价报告签署单',
    parts: [{ title: '签署', items: [textItem('reportNo', '报告编号', { required: true })] }],
    signers: [leader, legalPerson],
    answered: true,
  },
];
