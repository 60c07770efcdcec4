import { date, decimal, integer, text } from '@contract/field';
import { unrestrictedSigner } from './formSigners';
import { type FormTable, type FormTables, rowsOf, serviceKinds } from './formTable';
import { type FormPart, textItem, type ServiceForm, tablePart } from './serviceForm';

// Survey tables C.1–C.12 (GBZ 331-2024 5.2.3, 6.2.3.2, appendix C). Columns that the standard requires for an
// evaluation only are shown for 现状评价.

const workplaceField = text('工作场所', { required: true, max: 100 });
const unitField = text('单元', { max: 100, hint: '评价单元或车间' });
const postField = text('岗位（工种）', { max: 100 });
const nameField = (label: string) => text(label, { required: true, max: 100 });
const countField = (label: string, unitText = '') =>
  integer(label, { min: 0, max: 999_999, ...(unitText ? { unit: unitText } : {}) });

const materialTable: FormTable = {
  key: 'materials',
  columns: {
    workplace: workplaceField,
    material: nameField('名称'),
    composition: text('主要成分', { required: true, max: 300, hint: '成分及含量；不明的写“不明”' }),
    state: text('状态', { required: true, max: 50, hint: '固体写明粉状、粒状、片状、条状' }),
    yearly: text('年用量', { required: true, max: 50, hint: '数值和单位，例如12 t/a' }),
    post: postField,
    transport: text('运输方式', { max: 100 }),
    storage: text('储存方式', { max: 100 }),
    feeding: text('投料方式', { max: 100 }),
    loading: text('装卸方式', { max: 100 }),
    loadingPeriod: text('装卸周期', { max: 100 }),
  },
  evaluation: ['transport', 'storage', 'feeding', 'loading', 'loadingPeriod'],
};

const productTable: FormTable = {
  key: 'products',
  columns: {
    workplace: workplaceField,
    product: nameField('名称'),
    composition: text('主要成分', { required: true, max: 300 }),
    state: text('状态', { required: true, max: 50 }),
    yearly: text('年产量', { required: true, max: 50, hint: '数值和单位，例如500 t/a' }),
    packing: text('包装方式', { max: 100 }),
    post: text('影响岗位', { max: 100 }),
  },
};

const rayDevices: FormTable = {
  key: 'rayDevices',
  columns: {
    unit: unitField,
    workplace: workplaceField,
    device: nameField('装置名称'),
    deviceClass: text('类别', { required: true, max: 50, hint: 'Ⅰ类、Ⅱ类、Ⅲ类' }),
    model: text('型号', { max: 100 }),
    maker: text('生产厂家', { max: 100 }),
    quantity: countField('数量', '台'),
    rated: text('额定参数', { required: true, max: 100, hint: '最大管电压、管电流或能量' }),
    used: text('使用参数', { max: 100 }),
    operation: text('操作方式', { max: 100 }),
    position: text('操作位置', { max: 100, hint: '示意图上传到调查附件' }),
  },
};

const sealedSources: FormTable = {
  key: 'sealedSources',
  columns: {
    unit: unitField,
    workplace: workplaceField,
    nuclide: nameField('核素'),
    sourceClass: text('类别', { required: true, max: 50 }),
    calibratedOn: date('活度测定日期', { required: true }),
    activity: text('活度', { required: true, max: 50, hint: '数值和单位，例如3.7×10¹⁰ Bq' }),
    quantity: countField('数量', '枚'),
    position: text('安装位置', { max: 100 }),
    operation: text('操作方式', { max: 100 }),
    store: text('储存场所', { max: 100 }),
  },
};

const unsealedSources: FormTable = {
  key: 'unsealedSources',
  columns: {
    unit: unitField,
    workplace: workplaceField,
    grade: text('工作场所级别', { required: true, max: 20, hint: '甲级、乙级、丙级' }),
    nuclide: nameField('核素'),
    state: text('物理状态', { required: true, max: 50 }),
    daily: text('日操作量', { required: true, max: 50 }),
    equivalent: text('日等效最大操作量', { required: true, max: 50 }),
    yearly: text('年最大用量', { max: 50 }),
    operation: text('操作方式', { max: 100 }),
    store: text('储存场所', { max: 100 }),
  },
};

const processTable: FormTable = {
  key: 'processes',
  columns: {
    process: nameField('工艺名称'),
    flow: text('工艺流程', { required: true, max: 500 }),
    manual: text('人工操作环节', { max: 300 }),
  },
};

const equipmentTable: FormTable = {
  key: 'equipment',
  columns: {
    unit: unitField,
    workplace: workplaceField,
    machine: nameField('设备名称'),
    model: text('型号', { max: 100 }),
    total: integer('总数', { required: true, min: 0, max: 999_999, unit: '台' }),
    running: integer('运行数', { required: true, min: 0, max: 999_999, unit: '台' }),
    post: postField,
    layout: text('布局', { max: 100, hint: '集中、分散、隔离；布局图上传到调查附件' }),
  },
};

const jobTable: FormTable = {
  key: 'jobs',
  columns: {
    unit: unitField,
    workplace: workplaceField,
    post: text('岗位（工种）', { required: true, max: 100 }),
    total: countField('总人数', '人'),
    perShift: countField('每班人数', '人'),
    place: text('作业地点', { max: 100 }),
    content: text('作业内容', { max: 300 }),
    shift: text('班制', { max: 50 }),
    mode: text('作业方式', { max: 50, hint: '手工、半自动、自动' }),
    kind: text('作业类型', { required: true, max: 20, hint: '固定或流动' }),
    hazard: text('危害因素', { required: true, max: 100 }),
    source: text('来源', { max: 200 }),
    hours: decimal('日接触时间', { digits: 2, min: '0', max: '24', unit: 'h/d' }),
    days: decimal('周工作天数', { digits: 1, min: '0', max: '7', unit: 'd/w' }),
    contact: text('接触类型', { max: 20, hint: '稳定或不稳定' }),
    labour: text('劳动强度', { max: 20, hint: '检测高温时填写' }),
  },
  evaluation: ['mode'],
};

const unstableJobs: FormTable = {
  key: 'unstableJobs',
  columns: {
    unit: unitField,
    workplace: workplaceField,
    post: text('岗位（工种）', { required: true, max: 100 }),
    worker: text('劳动者', { max: 50 }),
    place: text('接触地点', { max: 100 }),
    content: text('作业内容', { max: 300 }),
    hazard: text('危害因素', { required: true, max: 100 }),
    moment: text('接触时机或时段', { max: 100 }),
    times: integer('每班次数', { min: 1, max: 99, unit: '次/班' }),
    minutes: integer('每次时长', { min: 1, max: 480, unit: 'min' }),
    gap: integer('两次间隔', { min: 0, max: 1440, unit: 'min' }),
    hours: decimal('日接触时间', { digits: 2, min: '0', max: '24', unit: 'h/d' }),
    days: decimal('周工作天数', { digits: 1, min: '0', max: '7', unit: 'd/w' }),
  },
};

const installationTable: FormTable = {
  key: 'installations',
  columns: {
    unit: unitField,
    workplace: workplaceField,
    kind: text('设施类别', { max: 50, hint: '防尘、防毒、防噪声、防暑降温、放射防护' }),
    installation: nameField('设施名称'),
    parameters: text('技术参数', { max: 200 }),
    total: countField('总数'),
    running: text('运行数或运行情况', { max: 100 }),
    position: text('设置位置', { max: 100 }),
    upkeep: text('维护情况', { max: 200 }),
  },
  evaluation: ['parameters', 'upkeep'],
};

const ppeTable: FormTable = {
  key: 'ppe',
  columns: {
    kind: text('类别', { max: 50, hint: '呼吸防护、听力防护、手部防护等' }),
    article: nameField('名称'),
    maker: text('生产厂家', { max: 100 }),
    model: text('型号', { max: 100 }),
    performance: text('防护性能', { max: 200 }),
    post: postField,
    worn: text('佩戴情况', { max: 100 }),
    replacement: text('更换周期', { max: 100 }),
  },
  evaluation: ['performance'],
};

const servicePart: FormPart = {
  title: '服务',
  items: [textItem('service', '服务类别', { options: serviceKinds, required: true })],
};
const notePart: FormPart = { title: '说明', items: [textItem('note', '说明', { long: true })] };
const surveySigners = [unrestrictedSigner('调查人'), unrestrictedSigner('另一调查人')] as const;

const employerItems = [
  textItem('name', '用人单位名称', { required: true }),
  textItem('code', '统一社会信用代码', { required: true }),
  textItem('registered', '注册地址', { required: true }),
  textItem('workAddress', '技术服务地址', { required: true, long: true, hint: '每行一处' }),
  textItem('trade', '行业', { required: true }),
  textItem('economicType', '经济类型', { required: true }),
  textItem('scale', '企业规模', { required: true }),
  textItem('legalPerson', '法定代表人', { required: true }),
  textItem('founded', '投产时间'),
  textItem('staff', '在册职工人数', { required: true }),
  textItem('agencyStaff', '劳务派遣人数', { required: true, hint: '没有写0' }),
  textItem('contact', '联系人', { required: true }),
  textItem('phone', '联系电话', { required: true }),
  textItem('mail', '电子邮箱'),
  textItem('fax', '传真'),
];

const wholeNumberPattern = /^\d{1,7}$/;

/** Lists machines with more running units than existing units. */
const runningFaults = (tables: FormTables): string[] =>
  rowsOf(tables, equipmentTable).flatMap(({ machine, total, running }) =>
    Number(running) > Number(total) ? [`设备“${String(machine)}”的运行数大于总数，请核对`] : [],
  );

/** Lists jobs of an unknown kind, and mobile or unstable jobs without a row in table C.10 (5.2.3.2 f). */
function unstableFaults(tables: FormTables): string[] {
  const rows = rowsOf(tables, jobTable);
  const describedPosts = new Set(rowsOf(tables, unstableJobs).map((row) => String(row['post'])));
  const kinds = rows.some(({ kind }) => kind && kind !== '固定' && kind !== '流动');
  const contacts = rows.some(({ contact }) => contact && contact !== '稳定' && contact !== '不稳定');
  const undescribedPosts = new Set(
    rows.flatMap(({ kind, contact, post: job }) =>
      (kind === '流动' || contact === '不稳定') && !describedPosts.has(String(job)) ? [String(job)] : [],
    ),
  );
  return [
    ...(kinds ? ['作业类型应为固定或流动'] : []),
    ...(contacts ? ['接触类型应为稳定或不稳定'] : []),
    ...(undescribedPosts.size
      ? [`流动或接触不稳定的岗位请在表C.10写明时机、地点和频次：${[...undescribedPosts].join('、')}`]
      : []),
  ];
}

/**
 * Returns the names of the materials of unknown composition in table C.2. Their volatile components are analysed before
 * the plan (GBZ 331-2024 5.2.4.2 a).
 */
export const unknownMaterials = (tables: FormTables): string[] =>
  rowsOf(tables, materialTable).flatMap(({ material, composition }) =>
    /不明|未知|不详/.test(String(composition ?? '')) ? [String(material)] : [],
  );

/** Returns the places at which moving jobs are in contact with a hazard: tables C.9 and C.10. */
export function movingContacts(tables: FormTables): { post: string; place: string; hazard: string }[] {
  const movingPosts = new Set(
    rowsOf(tables, jobTable).flatMap(({ kind, post: job }) => (kind === '流动' ? [String(job)] : [])),
  );
  return rowsOf(tables, unstableJobs).flatMap(({ post: job, place, hazard }) =>
    movingPosts.has(String(job)) && place && hazard
      ? [{ post: String(job), place: String(place), hazard: String(hazard) }]
      : [],
  );
}

/** Forms of the survey: tables C.1 to C.12 of appendix C. */
export const surveyForms: readonly ServiceForm[] = [
  {
    key: 'surveyEmployer',
    no: 'C.1',
    clause: '5.2.2.1a、5.2.3.2a',
    title: '用人单位基本情况调查表',
    parts: [servicePart, { title: '用人单位', items: employerItems }, notePart],
    signers: surveySigners,
    check: ({ staff, agencyStaff }) =>
      [staff, agencyStaff].some((staffCount) => staffCount && !wholeNumberPattern.test(staffCount))
        ? ['人数应为整数']
        : [],
  },
  {
    key: 'surveyMaterials',
    no: 'C.2、C.3',
    clause: '5.2.3.2b',
    title: '原辅材料与产品调查表',
    parts: [servicePart, tablePart('表C.2 原辅材料', materialTable), tablePart('表C.3 产品', productTable), notePart],
    signers: surveySigners,
  },
  {
    key: 'surveyRadiation',
    no: 'C.4～C.6',
    clause: '5.2.3.2c',
    title: '放射源与射线装置调查表',
    parts: [
      servicePart,
      tablePart('表C.4 射线装置', rayDevices),
      tablePart('表C.5 密封源', sealedSources),
      tablePart('表C.6 非密封源', unsealedSources),
      notePart,
    ],
    signers: surveySigners,
  },
  {
    key: 'surveyProcess',
    no: 'C.7、C.8',
    clause: '5.2.3.2d',
    title: '生产工艺与设备调查表',
    parts: [
      servicePart,
      tablePart('表C.7 生产工艺', processTable),
      tablePart('表C.8 生产设备', equipmentTable),
      notePart,
    ],
    signers: surveySigners,
    check: (_values, tables) => runningFaults(tables),
  },
  {
    key: 'surveyJobs',
    no: 'C.9、C.10',
    clause: '5.2.3.2e、5.2.3.2f',
    title: '岗位与接触情况调查表',
    parts: [
      servicePart,
      tablePart('表C.9 岗位与职业病危害因素', jobTable),
      tablePart('表C.10 不稳定接触', unstableJobs),
      notePart,
    ],
    signers: surveySigners,
    check: (_values, tables) => unstableFaults(tables),
  },
  {
    key: 'surveyProtection',
    no: 'C.11、C.12',
    clause: '5.2.3.2g、5.2.3.2h',
    title: '防护设施与个体防护用品调查表',
    parts: [
      servicePart,
      tablePart('表C.11 防护设施', installationTable),
      tablePart('表C.12 个体防护用品', ppeTable),
      notePart,
    ],
    signers: surveySigners,
  },
];
