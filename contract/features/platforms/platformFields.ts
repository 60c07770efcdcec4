import { verdicts } from '@contract/arithmetic/limits/resultJudgement';
import { fixedDictionaries } from '@contract/dictionaries';
import { joinModes, teamLeaderDuty, resultTypes, type SectionName, teamMemberDuty } from './platformPayload';

/** Page on which a field is entered; `placeLinks.ts` builds the link. */
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
  (name: string, label: string, options: Partial<Omit<PlatformField, 'name' | 'label'>> = {}): PlatformField => ({
    name,
    label,
    place,
    ...options,
  });
const requiredOption = { required: true } as const;
const codedField = (dict: string) => ({ coded: true, dict }) as const;
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
      organization('name', '机构名称', requiredOption),
      organization('creditCode', '机构统一社会信用代码', requiredOption),
      organization('qualNo', '资质证书编号', { ...requiredOption, filledAs: 'qualification' }),
      organization('leader', '机构联系人', { ...requiredOption, filledAs: 'contact' }),
      organization('phone', '机构联系电话', requiredOption),
    ],
  },
  project: {
    label: '技术服务项目',
    place: 'project',
    fields: [
      project('code', '项目编号', requiredOption),
      report('reportNo', '报告编号', requiredOption),
      project('serviceType', '服务类别', { ...requiredOption, ...codedField('projectType'), filledAs: 'type' }),
      project('contractDate', '合同签订日期', { filledAs: 'contractOn' }),
      survey('surveyDate', '现场调查日期', requiredOption),
      project('sampleDates', '现场采样日期', { ...requiredOption, place: 'sampling' }),
      report('reportDate', '报告签发日期', requiredOption),
      project('leader', '项目负责人', requiredOption),
      project('members', '项目组成员', { ...requiredOption, filledAs: 'team' }),
      project('accompanier', '用人单位陪同人', { ...requiredOption, place: 'companion' }),
    ],
  },
  employer: {
    label: '用人单位',
    place: 'unit',
    fields: [
      unit('name', '用人单位名称', { ...requiredOption, filledAs: 'unitName' }),
      unit('creditCode', '用人单位统一社会信用代码', { ...requiredOption, filledAs: 'iuiCode' }),
      unit('regAddr', '注册地址', { ...requiredOption, filledAs: 'registeredAddress' }),
      unit('workAddr', '工作场所地址', { ...requiredOption, filledAs: 'workAddress' }),
      unit('areaCode', '所在地区', { ...requiredOption, coded: true, filledAs: 'region' }),
      unit('industryCode', '行业分类', { ...requiredOption, ...codedField('industry'), filledAs: 'industry' }),
      unit('scale', '企业规模', { ...requiredOption, ...codedField('unitScale') }),
      unit('ecoType', '经济类型', { ...requiredOption, ...codedField('economicType'), filledAs: 'economicType' }),
      unit('contact', '联系人', requiredOption),
      unit('phone', '联系电话', { ...requiredOption, filledAs: 'mobile' }),
      unit('headcount', '职工总数', { ...requiredOption, filledAs: 'workerCount' }),
      unit('exposedCount', '接触职业病危害人数', requiredOption),
    ],
  },
  points: {
    label: '检测岗位',
    many: true,
    required: true,
    place: 'survey',
    fields: [
      survey('workshop', '车间'),
      survey('post', '岗位', requiredOption),
      survey('location', '检测地点'),
      survey('hazardCode', '危害因素代码', { coded: true }),
      survey('hazardName', '危害因素名称', requiredOption),
      survey('headcount', '接触人数', requiredOption),
      survey('exposeHoursPerDay', '日接触时间', requiredOption),
      survey('daysPerWeek', '周工作天数', requiredOption),
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
      report('hazard', '危害因素', requiredOption),
      report('type', '指标', { ...requiredOption, ...oneOf(asWords(resultTypes)) }),
      report('value', '结果', { ...requiredOption, factored: true }),
      report('unit', '单位', { coded: true }),
      report('limit', '限值'),
      report('standardCode', '判定标准'),
      report('conclusion', '结论', { ...requiredOption, ...oneOf(verdicts) }),
    ],
  },
  summary: {
    label: '结果汇总',
    place: 'report',
    fields: [
      report('pointTotal', '检测岗位数', requiredOption),
      report('overPoints', '超标岗位数', requiredOption),
      report('overHazards', '超标因素'),
    ],
  },
  attachments: {
    label: '附件',
    many: true,
    place: 'report',
    fields: [
      report('name', '文件名称', requiredOption),
      report('sha256', '散列值', requiredOption),
      report('size', '大小（字节）'),
    ],
  },
};

/** Fields of each person in a project's team. */
export const memberFields: readonly PlatformField[] = [
  at('person')('name', '姓名', { ...requiredOption, filledAs: 'nickName' }),
  at('person')('certNo', '技术人员证书编号', requiredOption),
  at('person')('role', '职责', oneOf(asWords([teamLeaderDuty, teamMemberDuty]))),
];
