import { longText, text } from '@contract/field';
import { unrestrictedSigner } from './formSigners';
import type { FormTable } from './formTable';
import { type FormItem, type ServiceForm, tablePart, textItem } from './serviceForm';

// Records of the conversion of results (GBZ 331-2024 G.1 and G.2). Their first rows follow from the judged results
// (`contract/features/reports/judgement/conversionRecord.ts`).

/** Rows of form G.1: one for each sample; the mean of several samples stands in the row of the first. */
export const airResultTable: FormTable = {
  key: 'airResults',
  columns: {
    workplace: text('单元/工作场所', { max: 100 }),
    post: text('岗位', { required: true, max: 100 }),
    hazard: text('职业病危害因素', { required: true, max: 100 }),
    point: text('采样地点/对象', { max: 100 }),
    sampleNo: text('样品编号', { required: true, max: 60 }),
    result: text('原始结果Ci', { required: true, max: 40 }),
    hours: text('代表接触时间Ti', { max: 20, unit: 'h' }),
    hoursPerDay: text('日接触时间Td', { max: 20, unit: 'h' }),
    hoursPerWeek: text('周接触时间Tw', { max: 20, unit: 'h' }),
    mean: text('CTWA', { max: 40 }),
    factor: text('RF', { max: 20 }),
    limit: text('PC-TWA', { max: 40 }),
    reducedLimit: text('PC-TWAa', { max: 40 }),
    formula: longText('计算公式', { max: 1000 }),
    remark: longText('备注', { max: 300 }),
  },
};

/** Rows of form G.2: one for each converted value. */
export const physicalResultTable: FormTable = {
  key: 'physicalResults',
  columns: {
    item: text('检测项目', { required: true, max: 100 }),
    workplace: text('单元/工作场所', { max: 100 }),
    post: text('岗位', { required: true, max: 100 }),
    measurementNo: text('测量编号', { required: true, max: 500 }),
    conversion: longText('结果换算', { required: true, max: 1000 }),
    result: text('换算结果', { required: true, max: 60 }),
    remark: longText('备注', { max: 300 }),
  },
};

/** Formulas of form G.2, and which working uses them. */
export const physicalFormulas = [
  { key: 'equivalentLevel', label: 'LAeq,T=10lg[(1/T)ΣTi×10^(0.1Li)]', used: /LAeq=10lg/ },
  { key: 'dailyLevel', label: 'LEX,8h=LAeq,T+10lg(T/8)', used: /LEX,8h=/ },
  { key: 'weeklyLevel', label: 'LEX,W=10lg[(1/5)Σ10^(0.1LEX,8h)]', used: /LEX,W=/ },
  { key: 'arc', label: 'Eeff=0.00011EA+0.64EB+0.5EC', used: /Eeff=/ },
  { key: 'vibration', label: 'ahw(4)=√(T/4)×ahw(T)；2026-02-01起ahw(4)=0.94×A(8)', used: /ahw\(4\)=/ },
  { key: 'powerDensity', label: 'P=E²/3770', used: /\^2\/3770|²\/3770/ },
  { key: 'heat', label: 'WBGT=ΣWBGTi×ti/Σti', used: /WBGT=\([^)]*×/ },
  { key: 'powerFrequency', label: 'E8=√[(1/8)ΣEi²×Ti]', used: /E8=/ },
] as const;

/** Mark of a formula that was used. */
export const ticked = '√';

const formulaItems: readonly FormItem[] = physicalFormulas.map(({ key, label }) => ({
  key,
  label,
  options: [ticked],
}));

const conversionSigners = [unrestrictedSigner('计算人'), unrestrictedSigner('复核人')] as const;

/** Forms G.1 and G.2. */
export const conversionForms: readonly ServiceForm[] = [
  {
    key: 'airConversion',
    no: 'G.1',
    clause: 'G.1.1.4',
    title: '化学有害因素检测结果换算记录',
    parts: [
      tablePart('结果换算', airResultTable),
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: conversionSigners,
  },
  {
    key: 'physicalConversion',
    no: 'G.2',
    clause: 'G.2.1.2',
    title: '物理因素检测结果换算记录',
    parts: [
      { title: '采用的公式', headings: ['公式', '采用'], items: formulaItems },
      tablePart('结果换算', physicalResultTable),
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: conversionSigners,
  },
];
