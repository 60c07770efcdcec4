import { anySigner } from './formSigners';
import type { FormItem, FormPart, FormValues, ServiceForm } from './serviceForm';

/** Forms in which an item of an archive list is kept. */
const holdings = ['原件', '复印件', '电子文件', '无此项'] as const;

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

const itemsOf = (labels: readonly string[]): readonly FormItem[] =>
  labels.map((label, index) => ({
    key: `line${index + 1}`,
    label: `${index + 1}. ${label}`,
    options: holdings,
    required: true,
  }));

const partsOf = (labels: readonly string[]): readonly FormPart[] => [
  { title: '档案目录', items: itemsOf(labels) },
  {
    title: '页数与核对',
    items: [
      { key: 'pages', label: '总页数', required: true },
      { key: 'copies', label: '份数', required: true },
      { key: 'absent', label: '缺少的原因', long: true, hint: '合同、记录和报告缺少时写明原因' },
    ],
  },
];

/** Checks the numbers of pages and copies. A missing contract, record or report requires a reason. */
const faults =
  (labels: readonly string[]) =>
  (values: FormValues): readonly string[] => {
    const numbers = (['pages', 'copies'] as const).filter(
      (key) => values[key] && !/^[1-9]\d{0,4}$/.test(values[key] ?? ''),
    );
    const absentLabels = labels.filter(
      (label, index) => values[`line${index + 1}`] === '无此项' && /合同|方案$|调查记录|报告$|报告与结果单/.test(label),
    );
    return [
      ...(numbers.length ? ['页数和份数应为整数'] : []),
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
  parts: partsOf(labels),
  signers: [anySigner('归档人'), anySigner('部门负责人'), anySigner('档案管理员')],
  check: faults(labels),
});

/** Lists of the archive, which department and archivist check before filing (I.1.1 j, tables I.1–I.3). */
export const archiveForms: readonly ServiceForm[] = [
  archiveForm('regularArchive', 'I.1', 'I.1.1j、I.2', '定期检测档案目录', lists.regular),
  archiveForm('evaluationArchive', 'I.2', 'I.1.1j、I.3', '现状评价档案目录', lists.evaluation),
  archiveForm('effectArchive', 'I.3', 'I.1.1j、I.4', '防护效果评价档案目录', lists.effect),
];
