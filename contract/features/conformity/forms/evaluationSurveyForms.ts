import { date, integer, text } from '@contract/field';
import { unrestrictedSigner } from './formSigners';
import { type FormTable, rowsOf, serviceKinds } from './formTable';
import { type FormPart, textItem, type ServiceForm, tablePart } from './serviceForm';

// Further survey of an evaluation: tables C.13–C.32 (GBZ 331-2024 6.2.6.2, appendix C).

const nameField = (label: string) => text(label, { required: true, max: 100 });
const wordsField = (label: string, max = 200) => text(label, { max });
const countField = (label: string, unit = '') => integer(label, { min: 0, max: 999_999, ...(unit ? { unit } : {}) });
const tableOf = (key: string, columns: FormTable['columns']): FormTable => ({ key, columns });

const operationField = {
  capacity: tableOf('capacity', {
    product: nameField('产品'),
    design: wordsField('设计能力'),
    change: wordsField('变化情况'),
    present: text('现有能力', { required: true, max: 200 }),
  }),
  areas: tableOf('areas', {
    area: nameField('功能区'),
    buildings: wordsField('建（构）筑物'),
    wind: wordsField('与主导风向的关系'),
    content: wordsField('说明'),
  }),
  layouts: tableOf('layouts', {
    building: nameField('建筑物'),
    floor: wordsField('楼层', 50),
    content: wordsField('布置内容', 300),
  }),
  rescue: tableOf('rescue', {
    kind: nameField('类别'),
    installation: nameField('设施名称'),
    parameters: wordsField('技术参数'),
    quantity: countField('数量'),
    position: wordsField('设置位置'),
    running: wordsField('运行情况'),
    upkeep: wordsField('维护情况'),
  }),
};

const buildings = {
  ventilation: tableOf('ventilation', {
    building: nameField('工作场所'),
    kind: wordsField('通风方式', 100),
    system: wordsField('系统名称', 100),
    parameters: wordsField('风量等参数'),
    state: wordsField('运行情况'),
  }),
  airFlow: tableOf('airFlow', {
    building: nameField('工作场所'),
    supply: wordsField('送风'),
    exhaust: wordsField('排风'),
    organisation: wordsField('气流组织'),
  }),
  light: tableOf('light', {
    building: nameField('工作场所'),
    daylight: wordsField('采光'),
    lamp: wordsField('照明方式与灯具'),
    emergency: wordsField('应急照明'),
  }),
  constructions: tableOf('constructions', {
    building: nameField('建筑物'),
    facing: wordsField('朝向', 50),
    floors: countField('层数'),
    height: wordsField('层高', 50),
    distance: wordsField('间距', 50),
    material: wordsField('墙面与地面材料'),
  }),
  rooms: tableOf('rooms', {
    room: nameField('用室名称'),
    largestShift: countField('最大班人数', '人'),
    women: countField('女工人数', '人'),
    quantity: countField('数量'),
    position: wordsField('位置'),
    fittings: wordsField('设施'),
  }),
};

const management = {
  bodies: tableOf('bodies', {
    body: nameField('管理机构'),
    full: countField('专职人数', '人'),
    part: countField('兼职人数', '人'),
    duties: wordsField('职责', 300),
  }),
  plans: tableOf('plans', {
    plan: nameField('防治计划与实施方案'),
    on: date('制定日期'),
    done: wordsField('落实情况', 300),
  }),
  rules: tableOf('rules', {
    rule: nameField('制度或操作规程'),
    on: date('发布日期'),
    done: wordsField('执行情况', 300),
  }),
  rescueBody: tableOf('rescueBody', {
    body: nameField('救援机构或人员'),
    duties: wordsField('职责'),
    contact: wordsField('联系方式', 100),
  }),
  drills: tableOf('drills', {
    plan: nameField('应急预案'),
    drilledOn: date('演练日期'),
    content: wordsField('演练内容与评估', 300),
  }),
  signs: tableOf('signs', {
    workplace: nameField('工作场所'),
    hazard: wordsField('危害因素', 100),
    sign: nameField('警示标识或告知卡'),
    position: wordsField('设置位置'),
    state: wordsField('完好情况', 100),
  }),
  declarations: tableOf('declarations', {
    kind: text('申报类型', { required: true, max: 50, hint: '初次、变更、年度更新' }),
    on: date('申报日期', { required: true }),
    receipt: wordsField('回执编号', 100),
  }),
  files: tableOf('files', {
    file: nameField('档案名称'),
    content: wordsField('内容', 300),
    keeper: wordsField('保管人', 50),
  }),
  funds: tableOf('funds', {
    item: nameField('费用项目'),
    amount: wordsField('金额（万元）', 50),
    year: integer('年度', { min: 1990, max: 2100 }),
  }),
};

const earlierTables = {
  advice: tableOf('advice', {
    source: nameField('报告与日期'),
    advice: text('建议', { required: true, max: 500 }),
    done: text('落实情况', { required: true, max: 500 }),
  }),
  health: tableOf('health', {
    kind: text('检查类型', { required: true, max: 50, hint: '上岗前、在岗期间、离岗时、应急' }),
    year: integer('年度', { required: true, min: 1990, max: 2100 }),
    body: wordsField('检查机构', 100),
    due: countField('应检人数', '人'),
    examined: countField('实检人数', '人'),
    suspected: countField('疑似职业病', '人'),
    contraindication: countField('职业禁忌证', '人'),
    handling: wordsField('处理情况', 300),
  }),
};

const servicePart: FormPart = {
  title: '服务',
  items: [textItem('service', '服务类别', { options: serviceKinds, required: true })],
};
const notePart: FormPart = { title: '说明', items: [textItem('note', '说明', { long: true })] };
const surveySigners = [unrestrictedSigner('调查人'), unrestrictedSigner('另一调查人')] as const;
const partsOf = (tables: readonly (readonly [title: string, table: FormTable])[]): readonly FormPart[] => [
  servicePart,
  ...tables.map(([title, table]) => tablePart(title, table)),
  notePart,
];

/** Minimum number of years whose health checks an evaluation surveys (6.2.2.4). */
const healthYears = 3;

/** Forms for the further survey of an evaluation: tables C.13 to C.32. */
export const evaluationSurveyForms: readonly ServiceForm[] = [
  {
    key: 'surveyRunning',
    no: 'C.13～C.16',
    clause: '6.2.6.2',
    title: '运行、布局与应急救援调查表',
    parts: partsOf([
      ['表C.13 产品与生产能力', operationField.capacity],
      ['表C.14 总体布局', operationField.areas],
      ['表C.15 建筑物内布置', operationField.layouts],
      ['表C.16 应急救援设施', operationField.rescue],
    ]),
    signers: surveySigners,
  },
  {
    key: 'surveyBuildings',
    no: 'C.17～C.21',
    clause: '6.2.6.2',
    title: '建筑卫生学与辅助用室调查表',
    parts: partsOf([
      ['表C.17 通风', buildings.ventilation],
      ['表C.18 气流组织', buildings.airFlow],
      ['表C.19 采光与照明', buildings.light],
      ['表C.20 建筑物', buildings.constructions],
      ['表C.21 辅助用室', buildings.rooms],
    ]),
    signers: surveySigners,
  },
  {
    key: 'surveyManagement',
    no: 'C.22～C.30',
    clause: '6.2.6.2',
    title: '职业卫生管理调查表',
    parts: partsOf([
      ['表C.22 管理机构', management.bodies],
      ['表C.23 防治计划', management.plans],
      ['表C.24 管理制度', management.rules],
      ['表C.25 救援机构', management.rescueBody],
      ['表C.26 应急预案与演练', management.drills],
      ['表C.27 警示标识', management.signs],
      ['表C.28 职业病危害申报', management.declarations],
      ['表C.29 职业卫生档案', management.files],
      ['表C.30 职业卫生费用', management.funds],
    ]),
    signers: surveySigners,
  },
  {
    key: 'surveyEarlier',
    no: 'C.31、C.32',
    clause: '6.2.6.2、6.2.2.4',
    title: '以往建议与职业健康检查调查表',
    parts: partsOf([
      ['表C.31 以往报告的建议与落实', earlierTables.advice],
      ['表C.32 职业健康检查', earlierTables.health],
    ]),
    signers: surveySigners,
    check: ({ note: reason }, tables) => {
      const years = new Set(rowsOf(tables, earlierTables.health).map(({ year }) => String(year))).size;
      return years > 0 && years < healthYears && !reason?.trim()
        ? [`职业健康检查只有${years}个年度，应为近${healthYears}年，请补充或在说明中写原因`]
        : [];
    },
  },
];
