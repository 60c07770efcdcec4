import {
  unrestrictedSigner,
  author,
  leader,
  outsideReviewer,
  qualityHead,
  supervisor,
  technicalHead,
} from './formSigners';
import {
  checkPoint,
  type FormItem,
  type FormValues,
  headEdition,
  isCurrentEdition,
  refusedPoints,
  remarkEdition,
  remarkFaults,
  remarkParts,
  type ServiceForm,
  textItem,
} from './serviceForm';

const reportPoints = [
  checkPoint('bases', 'a）依据现行有效、齐全'),
  checkPoint('scope', 'b）检测范围'),
  checkPoint('employer', 'c）用人单位情况'),
  checkPoint('sampling', 'd）采样'),
  checkPoint('results', 'e）检测结果与接触水平'),
  checkPoint('causes', 'f）超标原因分析'),
  checkPoint('conclusion', 'g）结论'),
  checkPoint('advice', 'h）建议'),
];
const printPoints = [
  checkPoint('layout', '版式'),
  checkPoint('order', '图表顺序'),
  checkPoint('characters', '错别字不超过0.3‰'),
  checkPoint('rest', '其他'),
];
/** Returns a supervised point with the remark, the required correction and the reply of its line. */
const supervisedPoint = (key: string, label: string): FormItem => ({
  ...checkPoint(key, label),
  cells: [
    { key: `${key}Note`, label: '说明' },
    { key: `${key}Correction`, label: '纠正要求' },
    { key: `${key}Reply`, label: '项目组回复' },
  ],
});
const supervised = [
  supervisedPoint('contract', '合同评审'),
  supervisedPoint('documents', '资料收集'),
  supervisedPoint('plan', '方案与意见采纳'),
  supervisedPoint('report', '报告审核与意见采纳'),
  supervisedPoint('survey', '现场调查记录'),
  supervisedPoint('laboratory', '采样、流转、实验室、谱图与计算'),
  supervisedPoint('archive', '归档'),
];
const supervisionEdition = '2';

/** Lists lines that are 不符合 without a remark, and required corrections without a reply. */
function supervisionFaults(values: FormValues): readonly string[] {
  const isEmpty = (key: string) => !values[key]?.trim();
  if (!isCurrentEdition({ edition: supervisionEdition }, values))
    return [
      ...refusedPoints(supervised, 'note')(values),
      ...(!isEmpty('correction') && isEmpty('reply') ? ['有纠正要求时请填写项目组回复'] : []),
    ];
  return supervised.flatMap(({ key, label }) => [
    ...(values[key] === '不符合' && isEmpty(`${key}Note`) ? [`“${label}”为不符合，请填写说明`] : []),
    ...(!isEmpty(`${key}Correction`) && isEmpty(`${key}Reply`) ? [`“${label}”有纠正要求，请填写项目组回复`] : []),
  ]);
}

const writingPoints = [
  checkPoint('writer', '编写人参加了调查或采样'),
  checkPoint('risk', '结论写明用人单位的危害风险分类'),
  checkPoint('main', '结论写明主要危害因素'),
  checkPoint('posts', '逐个超标岗位写明原因'),
  checkPoint('problems', '结论写明主要问题'),
  checkPoint('order', '建议按消除替代、工程控制、管理、个体防护的顺序'),
  checkPoint('marked', '标注敏、皮、G的因素有减少接触的建议'),
  checkPoint('scope', '分次完成的任务写明各自范围并以任务编号关联'),
];

/** Forms for the report and the time after it (N.5, N.7–N.10, 8.2.6.7). */
export const reportForms: readonly ServiceForm[] = [
  {
    key: 'reportWriting',
    no: null,
    clause: '5.2.8.1、5.2.8.2、5.2.8.3',
    title: '报告编写核对单',
    parts: [
      {
        title: '编写人',
        items: [textItem('author', '编写人', { required: true, hint: '姓名、职务、专业和编写的部分' })],
      },
      { title: '核对', items: writingPoints },
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: [author, leader],
    check: refusedPoints(writingPoints, 'note'),
  },
  {
    key: 'reportReviewSheet',
    no: 'N.5',
    clause: '8.2.6.1、8.2.6.2、8.2.6.4',
    title: '检测报告审核单',
    edition: headEdition,
    parts: [
      { title: '审核要点', headings: ['审核要点', '结果'], items: reportPoints },
      { title: '打印前检查', headings: ['检查内容', '结果'], items: printPoints },
      { title: '意见', items: [textItem('opinion', '审核意见', { long: true, required: true })] },
    ],
    signers: [outsideReviewer, unrestrictedSigner('技术审核人'), unrestrictedSigner('打印前检查人')],
    check: refusedPoints([...reportPoints, ...printPoints], 'opinion'),
  },
  {
    key: 'reportRemarks',
    no: 'N.7',
    clause: '8.2.6.5',
    title: '报告审核意见采纳表',
    edition: remarkEdition,
    parts: remarkParts('报告'),
    signers: [leader, supervisor],
    check: remarkFaults,
  },
  {
    key: 'issueSheet',
    no: 'N.8',
    clause: '5.2.9',
    title: '报告签发审批单',
    parts: [
      {
        title: '签发',
        items: [
          textItem('reportNo', '报告编号', { required: true }),
          textItem('copies', '份数', { required: true }),
          textItem('approval', '审批意见', { options: ['同意签发', '不同意签发'], required: true }),
          textItem('issuer', '签发人', { required: true }),
        ],
      },
    ],
    signers: [leader, supervisor, technicalHead],
    check: ({ copies = '' }) => (copies && !/^[1-9]\d{0,2}$/.test(copies) ? ['份数应为1至999的整数'] : []),
  },
  {
    key: 'handOutSheet',
    no: 'N.9',
    clause: '8.2.6',
    title: '报告发放登记表',
    parts: [
      {
        title: '发放',
        items: [
          textItem('reportNo', '报告编号', { required: true }),
          textItem('receiver', '领取人', { required: true }),
          textItem('copies', '份数', { required: true }),
          textItem('controlNo', '受控编号', { required: true }),
          textItem('way', '发放方式', { options: ['当面领取', '快递', '电子报告'], required: true }),
          textItem('courier', '快递单号', { hint: '快递时填写' }),
          textItem('receipt', '签收', { required: true, hint: '领取人签字、回执或签收短信的日期' }),
        ],
      },
    ],
    signers: [unrestrictedSigner('发放人'), unrestrictedSigner('复核人')],
    check: ({ copies = '', way, courier }) => [
      ...(copies && !/^[1-9]\d{0,2}$/.test(copies) ? ['份数应为1至999的整数'] : []),
      ...(way === '快递' && !courier?.trim() ? ['快递发放请填写快递单号'] : []),
    ],
  },
  {
    key: 'supervisionSheet',
    no: 'N.10',
    clause: '8.2.6.6',
    title: '质量监督记录表',
    edition: supervisionEdition,
    parts: [
      { title: '监督内容', headings: ['监督内容', '结果'], items: supervised },
      {
        title: '处理',
        items: [
          textItem('note', '说明', { long: true, former: true }),
          textItem('correction', '纠正要求', { long: true, former: true }),
          textItem('reply', '项目组回复', { long: true, former: true }),
        ],
      },
    ],
    signers: [supervisor, leader],
    check: supervisionFaults,
  },
  {
    key: 'objection',
    no: null,
    clause: '8.2.6.7',
    title: '报告异议处理单',
    parts: [
      {
        title: '异议',
        items: [
          textItem('reportNo', '报告编号', { required: true }),
          textItem('client', '提出人', { required: true }),
          textItem('on', '提出日期', { required: true, hint: '例如2026-03-02' }),
          textItem('content', '异议内容', { required: true, long: true }),
        ],
      },
      {
        title: '调查与答复',
        items: [
          textItem('inquiry', '调查情况', { required: true, long: true, hint: '核对了哪些记录、样品和计算' }),
          textItem('finding', '调查结论', { options: ['成立', '部分成立', '不成立'], required: true }),
          textItem('answer', '答复客户的内容', { required: true, long: true }),
          textItem('corrected', '更正报告编号', { hint: '成立或部分成立时填写' }),
        ],
      },
    ],
    signers: [unrestrictedSigner('经办人'), technicalHead, qualityHead],
    check: ({ finding, corrected }) =>
      finding && finding !== '不成立' && !corrected?.trim() ? ['异议成立或部分成立，请填写更正报告编号'] : [],
  },
];
