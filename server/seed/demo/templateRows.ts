import type { DemoTemplate } from './templates';

type Row = DemoTemplate['rows'][number];

const post = (
  workshop: string,
  name: string,
  workContent: string,
  shift: string,
  hoursPerDay: string,
  workers: number,
  ...hazards: readonly (readonly [hazard: string, source: string, controls: string, ppe: string])[]
): Row[] =>
  hazards.map(([hazard, source, controls, ppe]) => ({
    workshop,
    post: name,
    workContent,
    shift,
    hoursPerDay,
    daysPerWeek: '5',
    workers,
    hazard,
    source,
    controls,
    ppe,
  }));

export const surveyTemplates: readonly DemoTemplate[] = [
  {
    name: '机械加工企业现场调查模板',
    industry: 'C34',
    common: true,
    state: 'published',
    remark: '适用于机加工、焊接、涂装俱全的通用设备制造企业',
    rows: [
      ...post('机加工车间', '车工', '轴类、盘类零件车削', '白班', '8', 12, [
        '噪声',
        '车床运转',
        '减振垫',
        '防噪声耳塞',
      ]),
      ...post(
        '机加工车间',
        '磨工',
        '工件磨削',
        '白班',
        '6',
        4,
        ['砂轮磨尘', '砂轮磨削', '局部排风罩', '防尘口罩'],
        ['噪声', '磨床运转', '减振垫', '防噪声耳塞'],
      ),
      ...post(
        '焊接车间',
        '二氧化碳保护焊工',
        '结构件焊接',
        '白班',
        '6',
        8,
        ['电焊烟尘', '焊接', '移动式焊烟净化器', '防尘口罩'],
        ['锰及其无机化合物(按MnO2计)', '焊接', '移动式焊烟净化器', '防尘口罩'],
        ['臭氧', '电弧', '全面通风', '无'],
        ['紫外辐射', '电弧', '遮光屏', '焊接面罩'],
        ['噪声', '打磨', '无', '防噪声耳塞'],
      ),
      ...post(
        '涂装车间',
        '喷漆工',
        '工件喷漆',
        '白班',
        '4',
        3,
        ['苯', '油漆、稀释剂挥发', '水帘喷漆房', '防毒面具'],
        ['甲苯', '油漆、稀释剂挥发', '水帘喷漆房', '防毒面具'],
        ['二甲苯(全部异构体)', '油漆、稀释剂挥发', '水帘喷漆房', '防毒面具'],
        ['乙酸丁酯', '油漆、稀释剂挥发', '水帘喷漆房', '防毒面具'],
      ),
      ...post('公用工程', '配电巡检工', '配电房巡检', '三班两运转', '1', 3, [
        '工频电场',
        '变压器、配电柜',
        '隔离',
        '无',
      ]),
    ],
  },
  {
    name: '铸造企业现场调查模板',
    industry: 'C33',
    state: 'published',
    remark: '砂型铸造，含熔炼、造型、清砂',
    rows: [
      ...post(
        '熔炼工段',
        '炉前工',
        '加料、熔炼、浇注',
        '两班制',
        '7',
        10,
        ['高温', '中频炉、浇包', '移动风扇、送冷风', '隔热服'],
        ['一氧化碳(非高原)', '熔炼、浇注', '炉口集气罩', '无'],
        ['其他粉尘', '炉料', '炉口集气罩', '防尘口罩'],
      ),
      ...post(
        '造型工段',
        '造型工',
        '混砂、造型、合箱',
        '两班制',
        '7.5',
        14,
        ['矽尘(10%≤游离SiO2含量≤50%)', '混砂、落砂', '密闭、局部排风', '防尘口罩'],
        ['噪声', '振实台', '减振', '防噪声耳塞'],
      ),
      ...post(
        '清理工段',
        '清砂工',
        '落砂、抛丸、打磨',
        '两班制',
        '7',
        9,
        ['矽尘(50%<游离SiO2含量≤80%)', '抛丸、打磨', '抛丸机除尘', '防尘口罩'],
        ['噪声', '抛丸机、角磨机', '隔声间', '防噪声耳塞'],
        ['手传振动', '手持角磨机', '无', '防振手套'],
      ),
    ],
  },
  {
    name: '木质家具企业现场调查模板',
    industry: 'C21',
    state: 'draft',
    remark: '编制中，待补充水性漆工段',
    rows: [
      ...post(
        '开料车间',
        '开料工',
        '板材锯切',
        '白班',
        '8',
        6,
        ['木粉尘(硬)', '锯切', '中央除尘', '防尘口罩'],
        ['噪声', '推台锯', '无', '防噪声耳塞'],
      ),
      ...post(
        '油漆车间',
        '底漆工',
        '喷底漆、打磨',
        '白班',
        '6',
        5,
        ['甲苯', '油漆挥发', '水帘柜', '防毒面具'],
        ['二甲苯(全部异构体)', '油漆挥发', '水帘柜', '防毒面具'],
        ['甲醛', '板材、胶水', '全面通风', '无'],
      ),
    ],
  },
];

const btx = '苯系物 溶剂解吸-气相色谱法';
const plan = (
  place: string,
  hazard: string,
  method: string,
  mode: 'area' | 'personal',
  period: 'short' | 'long',
  points: number,
  samplesPerDay: number,
  remark: string | null = null,
): Row => ({
  place,
  hazard,
  method,
  mode,
  period,
  points,
  samplesPerDay,
  days: 3,
  blanks: method.includes('测量') || method === '直读仪器法' ? 0 : 2,
  remark,
});

export const planTemplates: readonly DemoTemplate[] = [
  {
    name: '涂装作业采样方案模板',
    industry: 'C36',
    common: true,
    state: 'published',
    remark: '评价检测3个工作班；定期检测时把采样天数改为1',
    rows: [
      ...['苯', '甲苯', '二甲苯(全部异构体)'].flatMap((hazard) => [
        plan('喷漆岗位', hazard, btx, 'personal', 'long', 2, 1),
        plan('喷漆岗位', hazard, btx, 'area', 'short', 1, 3, '浓度最高时段'),
      ]),
      plan('喷漆岗位', '乙酸丁酯', '有机溶剂 溶剂解吸-气相色谱法', 'area', 'short', 1, 3, '浓度最高时段'),
      plan('调漆间', '甲苯', btx, 'area', 'short', 1, 3),
      plan('喷漆岗位', '噪声', '噪声测量', 'area', 'short', 1, 1, '每点读数3次'),
    ],
  },
  {
    name: '焊接作业采样方案模板',
    industry: 'C34',
    state: 'published',
    remark: '手工焊与二氧化碳保护焊',
    rows: [
      plan('焊接岗位', '电焊烟尘', '滤膜质量法测总粉尘', 'personal', 'long', 3, 1),
      plan('焊接岗位', '锰及其无机化合物(按MnO2计)', '金属 火焰原子吸收分光光度法', 'personal', 'long', 3, 1),
      plan('焊接岗位', '臭氧', '无机化合物 分光光度法', 'area', 'short', 2, 3, '电弧引燃后采样'),
      plan('焊接岗位', '紫外辐射', '紫外辐射测量', 'area', 'short', 2, 1, '面罩内外分别测量'),
      plan('焊接岗位', '噪声', '噪声测量', 'personal', 'long', 3, 1, '个人噪声剂量计'),
    ],
  },
  {
    name: '铸造作业采样方案模板',
    industry: 'C33',
    state: 'draft',
    remark: '编制中',
    rows: [
      plan(
        '造型岗位',
        '矽尘(10%≤游离SiO2含量≤50%)',
        '滤膜质量法测呼吸性粉尘',
        'personal',
        'long',
        4,
        1,
        '同时采集积尘测游离二氧化硅',
      ),
      plan('清砂岗位', '矽尘(50%<游离SiO2含量≤80%)', '滤膜质量法测呼吸性粉尘', 'personal', 'long', 3, 1),
      plan('炉前', '一氧化碳(非高原)', '直读仪器法', 'area', 'short', 2, 3),
      plan('炉前', '高温', '高温测量', 'area', 'short', 2, 1),
    ],
  },
];

const watchedRow = (industry: string, hazard: string, indicator: string, required: boolean, posts: string): Row => ({
  industry,
  hazard,
  indicator,
  required,
  posts,
});

export const monitoringTemplates: readonly DemoTemplate[] = [
  {
    name: '制造业重点职业病危害因素监测模板',
    industry: 'C33',
    common: true,
    state: 'published',
    remark: '按省级年度监测方案逐年修订',
    rows: [
      watchedRow('C33', '矽尘(10%≤游离SiO2含量≤50%)', '呼尘PC-TWA、游离SiO₂', true, '造型工、清砂工'),
      watchedRow('C33', '噪声', '8h等效声级', true, '抛丸工、打磨工'),
      watchedRow('C36', '苯', 'PC-TWA、PC-STEL', true, '喷漆工、调漆工'),
      watchedRow('C36', '电焊烟尘', '总尘PC-TWA', true, '焊工'),
      watchedRow('C36', '锰及其无机化合物(按MnO2计)', 'PC-TWA', true, '焊工'),
      watchedRow('C38', '铅烟', 'PC-TWA', true, '焊锡工、铸板工'),
      watchedRow('C39', '正己烷', 'PC-TWA、PC-STEL', false, '清洗工、擦拭工'),
      watchedRow('C19', '1,2-二氯乙烷', 'PC-TWA、PC-STEL', true, '刷胶工'),
    ],
  },
  {
    name: '建材与化工监测项目模板',
    industry: 'C30',
    state: 'published',
    remark: '含石材、水泥、化学原料',
    rows: [
      watchedRow('C30', '水泥粉尘(游离SiO2含量<10%)', '总尘、呼尘PC-TWA', true, '包装工、巡检工'),
      watchedRow('C30', '矽尘(50%<游离SiO2含量≤80%)', '呼尘PC-TWA、游离SiO₂', true, '切割工、打磨工'),
      watchedRow('C30', '石棉纤维(石棉含量>10%)', '纤维计数PC-TWA', true, '配料工'),
      watchedRow('C26', '苯', 'PC-TWA、PC-STEL', true, '装卸工、巡检工'),
      watchedRow('C26', '氯', 'MAC', false, '加氯工'),
      watchedRow('C26', 'N,N-二甲基甲酰胺', 'PC-TWA', false, '配料工'),
    ],
  },
];
