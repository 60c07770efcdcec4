import { unrestrictedSigner, evaluationHead, leader, outsideReviewer, testingHead } from './formSigners';
import { textItem, checkPoint, headEdition, refusedPoints, type ServiceForm } from './serviceForm';

const planPoints = [
  checkPoint('bases', 'a）依据'),
  checkPoint('scope', 'b）范围与评价单元'),
  checkPoint('method', 'c）评价方法'),
  checkPoint('hazards', 'd）危害因素识别与接触情况'),
  checkPoint('key', 'e）重点评价的危害因素'),
  checkPoint('survey', 'f）调查与检测方案'),
  checkPoint('organisation', 'g）组织与质量控制'),
];
const reportPoints = [
  checkPoint('law', 'a）法律法规与标准'),
  checkPoint('employer', 'b）用人单位情况'),
  checkPoint('hazards', 'c）危害因素识别、检测与评价'),
  checkPoint('measures', 'd）防护措施评价'),
  checkPoint('conclusion', 'e）结论'),
  checkPoint('advice', 'f）建议'),
];
const effectPoints = [
  checkPoint('outline', '概述'),
  checkPoint('bases', '依据'),
  checkPoint('method', '方法、范围与内容'),
  checkPoint('employer', '用人单位'),
  checkPoint('survey', '调查'),
  checkPoint('sampling', '检测方案'),
  checkPoint('organisation', '质量、时间、人员、仪器与经费的安排'),
];

const ventilationPoints = [
  checkPoint('steady', '通风系统稳定运行'),
  checkPoint('undisturbed', '检测不受其他气流干扰'),
  checkPoint('device', '仪器适用（喷雾风机不用热式风速仪）'),
  checkPoint('points', '控制点、罩口和风管测点的布置符合附录J、K'),
];

/** States of a document that an evaluation collects: collected, not provided, not applicable. */
const collectionStates = ['已收集', '用人单位未提供', '不适用'] as const;
const documentItem = (key: string, label: string) =>
  textItem(key, label, { options: collectionStates, required: true });
const evaluationDocuments = [
  documentItem('weather', '气象资料'),
  documentItem('rooms', '辅助用室'),
  documentItem('rescue', '应急救援'),
  documentItem('signs', '警示标识'),
  documentItem('rules', '职业卫生管理制度'),
  documentItem('lastEvaluation', '上次评价报告'),
  documentItem('tests', '近3年检测报告'),
  documentItem('health', '近3年职业健康监护资料'),
  documentItem('installations', '防护设施资料'),
  documentItem('ppe', '个体防护用品资料'),
];
const missingDocuments = (values: Readonly<Record<string, string>>): readonly string[] => {
  const notProvided = evaluationDocuments
    .filter(({ key }) => values[key] === '用人单位未提供')
    .map(({ label }) => label);
  return notProvided.length && !values['note']?.trim() ? [`${notProvided.join('、')}未提供，请在说明中写原因`] : [];
};

/** Forms for the evaluations (4.1.3, N.3, N.6, chapters 6 and 7). */
export const evaluationForms: readonly ServiceForm[] = [
  {
    key: 'evaluationTeam',
    no: null,
    clause: '4.1.3、6.2.4.2',
    title: '评价项目组与重点因素确定表',
    parts: [
      {
        title: '项目组',
        items: [
          textItem('trade', '行业工程技术人员', { required: true, hint: '姓名、专业、职称' }),
          textItem('engineer', '职业卫生工程技术人员', { required: true, hint: '姓名、专业、职称' }),
          textItem('health', '公共卫生人员', { required: true, hint: '姓名、专业、职称' }),
        ],
      },
      {
        title: '重点评价的危害因素',
        items: [textItem('key', '因素与理由', { required: true, long: true, hint: '逐个因素写明选为重点的理由' })],
      },
    ],
    signers: [leader, evaluationHead],
  },
  {
    key: 'evaluationDocuments',
    no: null,
    clause: '6.2.2、7.2.2',
    title: '评价资料收集清单',
    parts: [
      { title: '资料', items: evaluationDocuments },
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: [unrestrictedSigner('收集人'), leader],
    check: missingDocuments,
  },
  {
    key: 'evaluationPlanReview',
    no: 'N.3',
    clause: '8.2.4.3、6.2.5',
    title: '评价方案审核单',
    edition: headEdition,
    parts: [
      { title: '审核要点', headings: ['审核要点', '结果'], items: planPoints },
      { title: '意见', items: [textItem('opinion', '审核意见', { long: true })] },
    ],
    signers: [leader, testingHead, evaluationHead],
    check: refusedPoints(planPoints, 'opinion'),
  },
  {
    key: 'effectPlanReview',
    no: null,
    clause: '7.2.4',
    title: '防护效果评价方案审核单',
    parts: [
      { title: '方案的七部分', items: effectPoints },
      { title: '意见', items: [textItem('opinion', '审核意见', { long: true })] },
    ],
    signers: [leader, testingHead, evaluationHead],
    check: refusedPoints(effectPoints, 'opinion'),
  },
  {
    key: 'evaluationReportReview',
    no: 'N.6',
    clause: '8.2.6.3',
    title: '评价报告审核单',
    edition: headEdition,
    parts: [
      { title: '审核要点', headings: ['审核要点', '结果'], items: reportPoints },
      { title: '意见', items: [textItem('opinion', '审核意见', { long: true, required: true })] },
    ],
    signers: [outsideReviewer, unrestrictedSigner('技术审核人'), unrestrictedSigner('打印前检查人')],
    check: refusedPoints(reportPoints, 'opinion'),
  },
  {
    key: 'ventilationCheck',
    no: null,
    clause: '6.2.7.2.1',
    title: '通风检测条件确认单',
    parts: [
      { title: '确认', items: ventilationPoints },
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: [unrestrictedSigner('检测人'), unrestrictedSigner('复核人')],
    check: refusedPoints(ventilationPoints, 'note'),
  },
];
