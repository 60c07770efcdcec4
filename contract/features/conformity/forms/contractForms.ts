import { unrestrictedSigner, leader, qualityHead, supervisor, technicalHead, testingHead } from './formSigners';
import {
  textItem,
  checkPoint,
  type FormItem,
  headEdition,
  refusedPoints,
  remarkEdition,
  remarkFaults,
  remarkParts,
  type ServiceForm,
} from './serviceForm';

const reviewPoints = [
  checkPoint('law', 'a）符合法律法规和标准'),
  checkPoint('scope', 'b）在资质范围、能力、人员、设备和时间之内'),
  checkPoint('other', 'c）其他（保密、费用、双方责任）'),
];

const planPoints = [
  checkPoint('elements', 'a）方案要素齐全'),
  checkPoint('hazards', 'b）工作场所、岗位和危害因素齐全'),
  checkPoint('means', 'c）仪器和空气收集器适用'),
  checkPoint('samples', 'd）采样点、时机、方式、时间和数量符合标准'),
];

/** Content of a confirmation by which the inspected unit forbids pictures for secrecy (5.2.6.2.1). */
export const noPicturesConfirmed = '不能拍照（涉密）';

/** Edition of the contract review with the reviewer and the day of each opinion. */
const opinionEdition = '2';

/** Returns the opinion of a department, with who gave it and when. */
const opinionItem = (key: string, label: string): FormItem => ({
  ...textItem(key, label, { long: true }),
  cells: [
    { key: `${key}By`, label: '评审人' },
    { key: `${key}On`, label: '评审日期', hint: '例如2026-03-02' },
  ],
});

/** Forms for the contract and the plan (N.1, N.2, N.4, 4.3, 5.2.5.3). */
export const contractForms: readonly ServiceForm[] = [
  {
    key: 'contractReviewSheet',
    no: 'N.1',
    clause: '8.2.1',
    title: '合同评审单',
    answered: true,
    edition: opinionEdition,
    parts: [
      {
        title: '服务',
        items: [
          textItem('contract', '合同名称', { required: true }),
          textItem('contractNo', '合同编号'),
          textItem('trade', '用人单位行业'),
          textItem('service', '服务类别', {
            options: ['定期检测', '现状评价', '防护设施与防护用品效果评价', '其他委托检测'],
            required: true,
          }),
          textItem('secrecy', '涉密', { options: ['否', '是，不公开不报送'], required: true }),
          textItem('secrecyReason', '涉密依据', { hint: '涉密时填写依据的文件或部门' }),
        ],
      },
      { title: '评审要点', items: reviewPoints },
      {
        title: '意见（没有意见视为同意）',
        headings: ['部门', '意见'],
        items: [
          opinionItem('department', '发起部门意见'),
          opinionItem('laboratory', '检测部门意见'),
          opinionItem('quality', '质量管理部门意见'),
          opinionItem('head', '主管负责人意见'),
        ],
      },
    ],
    signers: [leader, technicalHead, qualityHead],
    check: (values) => [
      ...refusedPoints(reviewPoints, 'head')(values),
      ...(values['secrecy']?.startsWith('是') && !values['secrecyReason']?.trim() ? ['涉密项目请填写涉密依据'] : []),
    ],
  },
  {
    key: 'subcontract',
    no: null,
    clause: '4.3',
    title: '分包审批单',
    parts: [
      {
        title: '分包',
        items: [
          textItem('items', '分包的检测项目', { required: true }),
          textItem('what', '分包内容', { options: ['现场测量', '样品检测'], required: true }),
          textItem('why', '分包原因', {
            options: ['不具备该项目能力', '样品保存期短', '样品运输有特殊要求'],
            required: true,
          }),
        ],
      },
      {
        title: '承担机构',
        items: [
          textItem('body', '承担机构名称', { required: true }),
          textItem('licence', '资质证书编号', { required: true }),
          textItem('licenceUntil', '资质有效期至', { required: true, hint: '例如2028-05-31' }),
          textItem('ability', '具备的能力', { required: true, long: true, hint: '能力附表中的项目与方法' }),
        ],
      },
      {
        title: '同意与合同',
        items: [
          textItem('consent', '委托方书面同意', { required: true, hint: '文件名称与日期；文件存入项目的外来文件' }),
          textItem('agreement', '与承担机构的合同', { required: true, hint: '合同编号与日期，写明双方责任' }),
        ],
      },
    ],
    signers: [leader, technicalHead, qualityHead],
    check: ({ licenceUntil = '' }, _tables, today) => {
      if (!licenceUntil) return [];
      if (!/^\d{4}-\d{2}-\d{2}$/.test(licenceUntil)) return ['资质有效期应为日期，例如2028-05-31'];
      return licenceUntil < today ? [`承担机构的资质有效期至${licenceUntil}，已过期，不能分包；请核对资质证书`] : [];
    },
  },
  {
    key: 'planReviewSheet',
    no: 'N.2',
    clause: '8.2.4',
    title: '采样方案审核单',
    edition: headEdition,
    parts: [
      { title: '审核要点', headings: ['审核要点', '结果'], items: planPoints },
      { title: '意见', items: [textItem('opinion', '审核意见', { long: true, hint: '没有意见写“同意”' })] },
    ],
    signers: [leader, testingHead],
    check: refusedPoints(planPoints, 'opinion'),
  },
  {
    key: 'planRemarks',
    no: 'N.4',
    clause: '8.2.4',
    title: '采样方案审核意见采纳表',
    edition: remarkEdition,
    parts: remarkParts('方案'),
    signers: [leader, supervisor],
    check: remarkFaults,
  },
  {
    key: 'clientConfirmation',
    no: 'D.1',
    clause: '5.2.5.3',
    title: '采样方案用人单位确认单',
    parts: [
      {
        title: '确认',
        items: [
          textItem('what', '确认的内容', {
            options: ['采样方案', '采样方案的修改', noPicturesConfirmed],
            required: true,
          }),
          textItem('person', '确认人', { required: true }),
          textItem('post', '职务', { required: true }),
          textItem('on', '确认日期', { required: true, hint: '例如2026-03-02' }),
          textItem('way', '确认方式', { options: ['签字', '盖章', '电子邮件', '客户往来回复'], required: true }),
          textItem('remark', '用人单位意见', { long: true }),
        ],
      },
    ],
    signers: [leader, unrestrictedSigner('复核人')],
    check: ({ on = '' }) => (on && !/^\d{4}-\d{2}-\d{2}$/.test(on) ? ['确认日期应为日期，例如2026-03-02'] : []),
  },
];
