import { unrestrictedSigner } from './formSigners';
import { textItem, checkPoint, refusedPoints, type ServiceForm } from './serviceForm';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const dayFault = (value: string | undefined, label: string): readonly string[] =>
  value && !dayPattern.test(value) ? [`${label}应为日期，例如2026-03-02`] : [];

/** Edition of the field check that asks whether the samples cover all work with contact. */
const fieldEdition = '2';

const surveyPoints = [
  checkPoint('normal', '生产状况正常'),
  checkPoint('jobs', '覆盖范围内全部工作场所和岗位'),
  checkPoint('shift', '覆盖至少一个工作班的全部作业'),
  checkPoint('hazards', '逐岗位识别危害因素并有理由'),
];
const fieldPoints = [
  checkPoint('production', '生产和防护设施正常运行，采样不受干扰'),
  checkPoint('verified', '采样对象、地点和项目已现场核实'),
  checkPoint('airtight', '采样器气密性检查合格'),
  checkPoint('connected', '连接收集器测定流量'),
  checkPoint('watched', '采样中观察了仪器运行'),
  checkPoint('worn', '采样人员遵守用人单位规定并佩戴个体防护用品'),
  checkPoint('highest', '已包括接触浓度最高和接触时间最长者，其余随机选取'),
  checkPoint('places', '流动作业接触的每个地点都设了采样点'),
  { ...checkPoint('tasks', '采样时段覆盖各岗位的全部接触作业'), added: true as const },
  checkPoint('sealed', '样品采集后立即密封，未在现场处理'),
];

/** Tests of a bulk sample (form F.3). */
export const bulkSampleItems = { organics: '挥发性组分定性分析', silica: '粉尘游离二氧化硅含量' } as const;

/** Forms for the survey and the field work (5.2.2, 5.2.3, 5.2.6.1, 5.2.6.2, F.3). */
export const fieldForms: readonly ServiceForm[] = [
  {
    key: 'surveyConfirmation',
    no: null,
    clause: '5.2.3、8.2.3.2',
    title: '现场调查确认单',
    parts: [
      { title: '调查', items: [textItem('production', '生产状况', { required: true, long: true }), ...surveyPoints] },
      {
        title: '陪同人确认',
        items: [
          textItem('escort', '陪同人', { required: true }),
          textItem('post', '职务', { required: true }),
          textItem('on', '签字日期', { required: true, hint: '例如2026-03-02；签字原件存入外来文件' }),
        ],
      },
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: [unrestrictedSigner('调查人'), unrestrictedSigner('另一调查人')],
    check: (values) => [...refusedPoints(surveyPoints, 'note')(values), ...dayFault(values['on'], '签字日期')],
  },
  {
    key: 'fieldCheck',
    no: null,
    clause: '5.2.6.1、5.2.6.2',
    title: '现场采样核查表',
    edition: fieldEdition,
    parts: [
      { title: '采样日', items: [textItem('on', '采样日期', { required: true, hint: '例如2026-03-02' })] },
      { title: '核查', items: fieldPoints },
      { title: '说明', items: [textItem('note', '说明', { long: true })] },
    ],
    signers: [unrestrictedSigner('采样人'), unrestrictedSigner('另一采样人')],
    check: (values) => [...refusedPoints(fieldPoints, 'note')(values), ...dayFault(values['on'], '采样日期')],
  },
  {
    key: 'bulkSample',
    no: 'F.3',
    clause: '5.2.4.2、5.2.6.4',
    title: '化学物质（粉尘）样品采集记录',
    parts: [
      {
        title: '样品',
        items: [
          textItem('item', '检测项目', { options: Object.values(bulkSampleItems), required: true }),
          textItem('name', '样品名称', { required: true }),
          textItem('workshop', '车间', { required: true }),
          textItem('post', '岗位', { required: true }),
          textItem('maker', '厂家与批号'),
          textItem('state', '状态', { options: ['固体', '液体', '粉尘', '其他'], required: true }),
          textItem('clarity', '澄清度', { hint: '液体时填写' }),
          textItem('colour', '颜色', { required: true }),
          textItem('amount', '数量', { required: true, hint: '例如100 mL' }),
          textItem('result', '结果', { long: true, hint: '检测完成后填写，或写检测记录编号' }),
        ],
      },
    ],
    signers: [unrestrictedSigner('采样人'), unrestrictedSigner('陪同核对人')],
    check: ({ state, clarity }) => (state === '液体' && !clarity?.trim() ? ['液体样品请填写澄清度'] : []),
  },
  {
    key: 'portableTest',
    no: null,
    clause: '5.2.6.3.1l',
    title: '现场便携检测条件记录',
    parts: [
      {
        title: '检测',
        items: [
          textItem('item', '检测项目', { required: true }),
          textItem('instrument', '便携仪器及编号', { required: true }),
          textItem('place', '检测地点', { required: true, hint: '清洁、无干扰的场所' }),
          textItem('temperature', '温度（℃）', { required: true }),
          textItem('humidity', '相对湿度（%）', { required: true }),
          textItem('suited', '环境与样品适合检测', { options: ['适合', '不适合'], required: true }),
          textItem('note', '说明', { long: true }),
        ],
      },
    ],
    signers: [unrestrictedSigner('检测人'), unrestrictedSigner('复核人')],
    check: ({ suited, note, temperature, humidity }) => [
      ...(suited === '不适合' && !note?.trim() ? ['环境不适合检测，请在说明中写采取的措施'] : []),
      ...([temperature, humidity].some((reading) => reading && !/^-?\d{1,3}(\.\d)?$/.test(reading))
        ? ['温度和相对湿度应为数字']
        : []),
    ],
  },
  {
    key: 'stockSolution',
    no: null,
    clause: '5.2.6.3.1f',
    title: '标准储备液配制记录',
    parts: [
      {
        title: '标准物质',
        items: [
          textItem('standard', '标准物质名称', { required: true }),
          textItem('batch', '批号', { required: true }),
          textItem('maker', '生产单位', { required: true }),
          textItem('standardUntil', '标准物质有效期至', { required: true, hint: '例如2028-05-31' }),
          textItem('standardNo', '标准物质管理编号', { required: true }),
        ],
      },
      {
        title: '储备液',
        items: [
          textItem('ownNo', '储备液管理编号', { required: true }),
          textItem('process', '配制过程', { required: true, long: true }),
          textItem('concentration', '浓度', { required: true, hint: '数值和单位' }),
          textItem('conditions', '配制时的温湿度', { required: true }),
          textItem('on', '配制日期', { required: true, hint: '例如2026-03-02' }),
          textItem('solutionUntil', '储备液有效期至', { required: true, hint: '例如2026-09-02' }),
          textItem('used', '引用本记录的其他任务编号', { hint: '其他任务只写本记录所属项目的编号' }),
        ],
      },
    ],
    signers: [unrestrictedSigner('配制人'), unrestrictedSigner('审核人')],
    check: ({ standardUntil, on, solutionUntil }) => [
      ...dayFault(standardUntil, '标准物质有效期'),
      ...dayFault(on, '配制日期'),
      ...dayFault(solutionUntil, '储备液有效期'),
      ...(on && standardUntil && standardUntil < on ? ['标准物质在配制时已过期'] : []),
      ...(solutionUntil && standardUntil && solutionUntil > standardUntil
        ? ['储备液有效期不能晚于标准物质有效期']
        : []),
    ],
  },
];
