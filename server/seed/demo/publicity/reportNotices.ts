import type { fixedDictionaries } from '@contract/dictionaries';

type SceneName = 'survey' | 'sampling' | 'personal' | 'lab';

interface DemoReport {
  /** Index in the list of the organization's units. */
  readonly unit: number;
  readonly type: 'DQ' | 'XZ' | 'KX' | 'WT';
  /** Days from today to the publication; the survey was some weeks earlier. */
  readonly published: number;
  readonly team: readonly string[];
  readonly companion: string;
  readonly conclusion: string;
  readonly scenes: readonly SceneName[];
  readonly status?: '0' | '2';
  readonly views: number;
}

/** Captions of the pictures, with the activity that each picture shows. */
export const sceneCaptions: Readonly<
  Record<SceneName, readonly [caption: string, activity: (typeof fixedDictionaries.sceneActivity)[number]['value']]>
> = {
  survey: ['车间职业卫生现场调查（示意图）', 'survey'],
  sampling: ['作业岗位定点采样（示意图）', 'sampling'],
  personal: ['作业人员个体采样（示意图）', 'sampling'],
  lab: ['实验室仪器分析（示意图）', 'test'],
};

const allMet =
  '所检测岗位（检测点）接触的工作场所空气中化学有害因素浓度符合GBZ 2.1-2019的要求，物理因素强度符合GBZ 2.2-2007的要求。';
const noiseFacts = (posts: string) =>
  `${posts}接触的噪声强度不符合GBZ 2.2-2007的要求；其余检测岗位（检测点）接触的职业病危害因素浓度（强度）符合GBZ 2.1-2019和GBZ 2.2-2007的要求。`;

export const firstReports: readonly DemoReport[] = [
  {
    unit: 0,
    type: 'DQ',
    published: -58,
    team: ['周海涛', '骆文杰', '林思远'],
    companion: '沈建国',
    conclusion: allMet,
    scenes: ['survey', 'sampling', 'lab'],
    views: 214,
  },
  {
    unit: 20,
    type: 'XZ',
    published: -51,
    team: ['周海涛', '章雨欣', '林思远', '骆文杰'],
    companion: '斯国良',
    conclusion:
      '熔炼车间投料岗位接触的铜烟、矽尘浓度不符合GBZ 2.1-2019的要求；其余检测岗位（检测点）符合GBZ 2.1-2019和GBZ 2.2-2007的要求。',
    scenes: ['survey', 'personal', 'lab'],
    views: 388,
  },
  {
    unit: 4,
    type: 'DQ',
    published: -44,
    team: ['骆文杰', '林思远'],
    companion: '邵国良',
    conclusion: noiseFacts('磨加工车间磨床岗位'),
    scenes: ['survey', 'sampling'],
    views: 167,
  },
  {
    unit: 5,
    type: 'DQ',
    published: -37,
    team: ['周海涛', '林思远', '章雨欣'],
    companion: '贺松涛、杨志明',
    conclusion:
      '船体车间电焊岗位接触的锰及其无机化合物浓度不符合GBZ 2.1-2019的要求；其余检测岗位（检测点）符合GBZ 2.1-2019和GBZ 2.2-2007的要求。',
    scenes: ['personal', 'sampling', 'lab'],
    views: 296,
  },
  {
    unit: 2,
    type: 'KX',
    published: -31,
    team: ['周海涛', '骆文杰', '林思远'],
    companion: '陈雅琴',
    conclusion: allMet,
    scenes: ['survey', 'lab'],
    views: 141,
  },
  {
    unit: 16,
    type: 'WT',
    published: -24,
    team: ['章雨欣', '林思远'],
    companion: '姚新华',
    conclusion: '委托检测，不予评价。',
    scenes: ['sampling'],
    views: 92,
  },
  {
    unit: 9,
    type: 'DQ',
    published: -18,
    team: ['骆文杰', '章雨欣', '林思远'],
    companion: '林孝荣',
    conclusion: noiseFacts('冲压车间冲床岗位'),
    scenes: ['survey', 'sampling', 'lab'],
    views: 133,
  },
  {
    unit: 23,
    type: 'DQ',
    published: -11,
    team: ['周海涛', '林思远'],
    companion: '吕志豪',
    conclusion: noiseFacts('抛光车间抛光岗位'),
    scenes: ['survey', 'personal'],
    views: 86,
  },
  {
    unit: 18,
    type: 'DQ',
    published: -5,
    team: ['章雨欣', '林思远', '骆文杰'],
    companion: '金水根',
    conclusion: allMet,
    scenes: ['survey', 'sampling'],
    views: 41,
  },
  {
    unit: 26,
    type: 'DQ',
    published: -27,
    team: ['骆文杰', '林思远'],
    companion: '应永良',
    conclusion: allMet,
    scenes: ['sampling'],
    status: '2',
    views: 58,
  },
  {
    unit: 1,
    type: 'DQ',
    published: 0,
    team: ['周海涛', '林思远'],
    companion: '俞利平',
    conclusion: allMet,
    scenes: ['survey', 'sampling'],
    status: '0',
    views: 0,
  },
];

export const secondReports: readonly DemoReport[] = [
  {
    unit: 1,
    type: 'DQ',
    published: -33,
    team: ['翁志清', '蔡一鸣', '姜雪'],
    companion: '施佩华',
    conclusion: allMet,
    scenes: ['survey', 'lab'],
    views: 175,
  },
  {
    unit: 2,
    type: 'XZ',
    published: -9,
    team: ['蔡一鸣', '姜雪'],
    companion: '缪国兴',
    conclusion:
      '炼钢车间出钢岗位接触的高温强度不符合GBZ 2.2-2007的要求；其余检测岗位（检测点）符合GBZ 2.1-2019和GBZ 2.2-2007的要求。',
    scenes: ['personal', 'sampling'],
    views: 120,
  },
];
