import { verdicts } from '@contract/arithmetic/limits/judgement';
import { fixedDictionaries } from '@contract/dictionaries';
import { joinModes, leading, resultTypes, type SectionName, taking } from './platformPayload';

/** Page on which a field is entered; `fieldPlaces.ts` builds the link. */
export type Place = 'organization' | 'project' | 'survey' | 'sampling' | 'companion' | 'unit' | 'report' | 'person';

export interface PlatformField {
  readonly name: string;
  readonly label: string;
  /** Required by the platforms. */
  readonly required?: true;
  readonly place: Place;
  /** Name of the field on that page, where it differs. */
  readonly filledAs?: string;
  /** The field is a code, for which platforms have their own values. */
  readonly coded?: true;
  /** The field is a number that a factor for the unit of its line converts. */
  readonly factored?: true;
  /** Dictionary of the code. */
  readonly dict?: string;
  /** Possible codes, where there is no dictionary. */
  readonly values?: readonly CodeWord[];
}

interface CodeWord {
  readonly value: string;
  readonly label: string;
}

interface PlatformSection {
  readonly label: string;
  /** The section has several lines instead of one. */
  readonly many?: true;
  /** At least one line is required. */
  readonly required?: true;
  readonly place: Place;
  readonly fields: readonly PlatformField[];
}

const at =
  (place: Place) =>
  (name: string, label: string, more: Partial<Omit<PlatformField, 'name' | 'label'>> = {}): PlatformField => ({
    name,
    label,
    place,
    ...more,
  });
const must = { required: true } as const;
const code = (dict: string) => ({ coded: true, dict }) as const;
const oneOf = (values: readonly CodeWord[]) => ({ coded: true, values }) as const;
const asWords = (values: readonly string[]): CodeWord[] => values.map((value) => ({ value, label: value }));
const organization = at('organization');
const project = at('project');
const unit = at('unit');
const survey = at('survey');
const report = at('report');

const modes = fixedDictionaries.samplingMode;

/** Every field of DOMAIN §7.8: label, requirement, and the page where it is entered. */
export const platformSections: Readonly<Record<SectionName, PlatformSection>> = {
  org: {
    label: '技术服务机构',
    place: 'organization',
    fields: [
      organization('name', '机构名称', must),
      organization('creditCode', '机构统一社会信用代码', must),
      organization('qualNo', '资质证书编号', { ...must, filledAs: 'qualification' }),
      organization('leader', '机构联系人', { ...must, filledAs: 'contact' }),
      organization('phone', '机构联系电话', must),
    ],
  },
  project: {
    label: '技术服务项目',
    place: 'project',
    fields: [
      project('code', '项目编号', must),
      report('reportNo', '报告编号', must),
      project('serviceType', '服务类别', { ...must, ...code('projectType'), filledAs: 'type' }),
      project('contractDate', '合同签订日期', { filledAs: 'contractOn' }),
      survey('surveyDate', '现场调查日期', must),
      project('sampleDates', '现场采样日期', { ...must, place: 'sampling' }),
      report('reportDate', '报告签发日期', must),
      project('leader', '项目负责人', must),
      project('members', '项目组成员', { ...must, filledAs: 'team' }),
      project('accompanier', '用人单位陪同人', { ...must, place: 'companion' }),
    ],
  },
  employer: {
    label: '用人单位',
    place: 'unit',
    fields: [
      unit('name', '用人单位名称', { ...must, filledAs: 'unitName' }),
      unit('creditCode', '用人单位统一社会信用代码', { ...must, filledAs: 'iuiCode' }),
      unit('regAddr', '注册地址', { ...must, filledAs: 'registeredAddress' }),
      unit('workAddr', '工作场所地址', { ...must, filledAs: 'workAddress' }),
      unit('areaCode', '所在地区', { ...must, coded: true, filledAs: 'region' }),
      unit('industryCode', '行业分类', { ...must, ...code('industry'), filledAs: 'industry' }),
      unit('scale', '企业规模', { ...must, ...code('unitScale') }),
      unit('ecoType', '经济类型', { ...must, ...code('economicType'), filledAs: 'economicType' }),
      unit('contact', '联系人', must),
      unit('phone', '联系电话', { ...must, filledAs: 'mobile' }),
      unit('headcount', '职工总数', { ...must, filledAs: 'workerCount' }),
      unit('exposedCount', '接触职业病危害人数', must),
    ],
  },
  points: {
    label: '检测岗位',
    many: true,
    required: true,
    place: 'survey',
    fields: [
      survey('workshop', '车间'),
      survey('post', '岗位', must),
      survey('location', '检测地点'),
      survey('hazardCode', '危害因素代码', { coded: true }),
      survey('hazardName', '危害因素名称', must),
      survey('headcount', '接触人数', must),
      survey('exposeHoursPerDay', '日接触时间', must),
      survey('daysPerWeek', '周工作天数', must),
      survey(
        'sampleMode',
        '采样方式',
        oneOf([
          ...modes,
          { value: joinModes(modes.map(({ value }) => value)), label: modes.map(({ label }) => label).join('、') },
        ]),
      ),
    ],
  },
  results: {
    label: '检测结果',
    many: true,
    required: true,
    place: 'report',
    fields: [
      report('pointIdx', '岗位序号'),
      report('hazard', '危害因素', must),
      report('type', '指标', { ...must, ...oneOf(asWords(resultTypes)) }),
      report('value', '结果', { ...must, factored: true }),
      report('unit', '单位', { coded: true }),
      report('limit', '限值'),
      report('standardCode', '判定标准'),
      report('conclusion', '结论', { ...must, ...oneOf(verdicts) }),
    ],
  },
  summary: {
    label: '结果汇总',
    place: 'report',
    fields: [
      report('pointTotal', '检测岗位数', must),
      report('overPoints', '超标岗位数', must),
      report('overHazards', '超标因素'),
    ],
  },
  attachments: {
    label: '附件',
    many: true,
    place: 'report',
    fields: [report('name', '文件名称', must), report('sha256', '散列值', must), report('size', '大小（字节）')],
  },
};

/** Fields of each person in a project's team. */
export const memberFields: readonly PlatformField[] = [
  at('person')('name', '姓名', { ...must, filledAs: 'nickName' }),
  at('person')('certNo', '技术人员证书编号', must),
  at('person')('role', '职责', oneOf(asWords([leading, taking]))),
];
