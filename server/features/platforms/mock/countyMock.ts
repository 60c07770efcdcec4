// Receiver of the county platform (platform formats B): project, file, results by kind, and returns.

/** Account for training: accepts every organisation that uses this key and number. */
interface AnyCounty {
  readonly orgKey: string;
  /** Platform's number of the organisation. */
  readonly orgId: string;
}

interface CountyAccount extends AnyCounty {
  readonly orgCode: string;
  readonly orgName: string;
}

interface ReturnedProject {
  readonly id: string;
  readonly checkId: string;
  readonly returnTime: string;
  readonly reason: string;
  readonly loadTime: string;
}

interface CountyProject {
  readonly id: string;
  project: Readonly<Record<string, unknown>>;
  readonly files: string[];
  /** Rows by the path of their call. A second call of the same kind replaces the first. */
  readonly kinds: Map<string, readonly Readonly<Record<string, unknown>>[]>;
}

export interface CountyMock {
  readonly projects: Map<string, CountyProject>;
  /** Returned projects that a query gives. A test fills the list. */
  readonly returns: ReturnedProject[];
  receive(path: string, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

type SentRow = Readonly<Record<string, unknown>>;
const textOrEmpty = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : '';
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const countPattern = /^\d{1,6}$/;
const numberPattern = /^<?\d+(\.\d+)?$/;
const nonEmpty = /^.+$/s;

type FieldRules = Readonly<Record<string, RegExp>>;
const projectRules: FieldRules = {
  checkType: /^[234]$/,
  comCode: /^[0-9A-HJ-NPQRTUWXY]{18}$/,
  comName: nonEmpty,
  projectCode: nonEmpty,
  projectName: nonEmpty,
  projectArea: nonEmpty,
  projectAreaCode: /^\d{6,12}$/,
  projectAddress: nonEmpty,
  checkDateStart: dayPattern,
  checkDateEnd: dayPattern,
  targetStandardId: /^[12]$/,
  reportDate: dayPattern,
  riskLevel: /^[12]$/,
  victimsNum: countPattern,
  labourCountNum: countPattern,
  registerName: nonEmpty,
  registerTime: dayPattern,
  belongThirdOrgId: nonEmpty,
};
const placeRules: FieldRules = {
  workUnitName: nonEmpty,
  workJobName: nonEmpty,
  workNum: countPattern,
  checkPointName: nonEmpty,
};
const factorRules: FieldRules = { factorId: nonEmpty, factorName: nonEmpty };
/** Returns the name of a field for a dust fraction, or for a row without a fraction. */
const fieldName = (prefix: string, name: string): string =>
  prefix ? `${prefix}${name}` : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
const judgementRules: FieldRules = { [fieldName('', 'JudgeResult')]: /^[123]$/ };
const withTime: FieldRules = { touchTime: numberPattern };

interface CallKind {
  readonly requiredFields: FieldRules;
  readonly optionalFields?: FieldRules;
  /** A row contains at least one of these fields. */
  readonly oneOf?: readonly string[];
}
const physicalKind = (
  requiredRules: FieldRules,
  optionalRules: FieldRules = {},
  oneOf?: readonly string[],
): CallKind => ({
  requiredFields: { ...placeRules, ...requiredRules, ...judgementRules },
  optionalFields: optionalRules,
  ...(oneOf ? { oneOf } : {}),
});
const reductionRules = (prefix = ''): FieldRules => ({
  [fieldName(prefix, 'ReductionFactorType')]: /^[12]$/,
  [fieldName(prefix, 'ReductionFactor')]: numberPattern,
});
const numberRules = (...names: readonly string[]): FieldRules =>
  Object.fromEntries(names.map((name) => [name, numberPattern]));

const callKinds: Readonly<Record<string, CallKind>> = {
  ThirdPrjChemistry: {
    requiredFields: { ...placeRules, ...factorRules, ...judgementRules },
    optionalFields: { ...numberRules('cmeCmac', 'ctwa', 'csteCstel', 'exceedPeak'), ...reductionRules() },
    oneOf: ['cmeCmac', 'ctwa', 'csteCstel'],
  },
  ThirdPrjDust: {
    requiredFields: { ...placeRules, ...factorRules },
    optionalFields: {
      ...numberRules(
        'totalCtwa',
        'totalRange',
        'totalExceedPeak',
        'respirableCtwa',
        'respirableRange',
        'respirableExceedPeak',
      ),
      ...reductionRules('total'),
      ...reductionRules('respirable'),
      totalJudgeResult: /^[123]$/,
      respirableJudgeResult: /^[123]$/,
    },
    oneOf: ['totalCtwa', 'respirableCtwa'],
  },
  ThirdPrjNoise: physicalKind(
    {},
    { noiseType: /^[1-4]$/, touchTimes: countPattern, ...numberRules('checkValue', 'checkValue840', 'noisePeak') },
    ['checkValue', 'checkValue840', 'noisePeak'],
  ),
  ThirdPrjHighTem: physicalKind({ ...withTime, checkValue: numberPattern }, { physicalStrength: /^[0-3]$/ }),
  ThirdPrjFrequency: physicalKind({ ...withTime, freqStrength: numberPattern }),
  ThirdPrjUltrRay: physicalKind(withTime, numberRules('irradiance', 'exposure'), ['irradiance', 'exposure']),
  ThirdPrjHandVibr: physicalKind({ ...withTime, accelet4h: numberPattern }),
  ThirdPrjUhfr: physicalKind(withTime, numberRules('powerDensity', 'uhfrStrength'), ['powerDensity', 'uhfrStrength']),
  ThirdPrjHighFreq: physicalKind(withTime, numberRules('frequency', 'eletricStrength', 'magneticStrength'), [
    'eletricStrength',
  ]),
  ThirdPrjLaserRadi: physicalKind(withTime, numberRules('exposAmount', 'radiance'), ['exposAmount', 'radiance']),
  ThirdPrjMicroRadi: physicalKind({}, numberRules('daily', 'average'), ['daily', 'average']),
  ThirdPrjIllum: physicalKind({ checkValue: numberPattern }),
  ThirdPrjAirSpeed: physicalKind({ checkValue: numberPattern }),
};

/** Returns the first field that is missing, wrong or unknown. */
function wrongIn(row: SentRow, path: string, requiredRules: FieldRules, optionalRules: FieldRules = {}): string | null {
  for (const [name, rule] of Object.entries(requiredRules)) {
    if (textOrEmpty(row[name]) === '') return `${path}.${name}：必填`;
    if (!rule.test(textOrEmpty(row[name]))) return `${path}.${name}：“${textOrEmpty(row[name])}”不合要求`;
  }
  for (const [name, value] of Object.entries(row)) {
    if (Object.hasOwn(requiredRules, name)) continue;
    const rule = optionalRules[name];
    if (!rule) return `${path}.${name}：没有该字段`;
    if (!rule.test(textOrEmpty(value))) return `${path}.${name}：“${textOrEmpty(value)}”不合要求`;
  }
  return null;
}

function wrongRows(
  path: string,
  kind: CallKind,
  rows: unknown,
  factors: Pick<ReadonlySet<string>, 'has'>,
): string | null {
  if (!Array.isArray(rows) || rows.length === 0) return `${path}.children：没有数据`;
  for (const [index, row] of (rows as SentRow[]).entries()) {
    const fault = wrongIn(row, `${path}[${index}]`, kind.requiredFields, kind.optionalFields);
    if (fault) return fault;
    if (kind.oneOf && !kind.oneOf.some((name) => textOrEmpty(row[name]) !== ''))
      return `${path}[${index}].${kind.oneOf[0] ?? ''}：没有结果`;
    if (kind.requiredFields['factorId'] && !factors.has(textOrEmpty(row['factorId'])))
      return `${path}[${index}].factorId：“${textOrEmpty(row['factorId'])}”不在平台目录中`;
    const shiftPercent = Number(textOrEmpty(row['touchTime']));
    if (path === 'ThirdPrjHighTem' && !(shiftPercent > 0 && shiftPercent <= 100))
      return `${path}[${index}].touchTime：应大于0且不超过100`;
    if (path === 'ThirdPrjDust')
      for (const part of ['total', 'respirable'])
        if (textOrEmpty(row[`${part}Ctwa`]) !== '' && textOrEmpty(row[`${part}JudgeResult`]) === '')
          return `${path}[${index}].${part}JudgeResult：必填`;
  }
  return null;
}

/** Returns the account of a message. In training every organisation has one. */
const accountsOf =
  (accounts: readonly CountyAccount[] | AnyCounty) =>
  (body: SentRow): AnyCounty | undefined =>
    'orgId' in accounts
      ? accounts
      : accounts.find(({ orgCode, orgName }) => orgCode === body['orgCode'] && orgName === body['orgName']);

/** Starts a receiver without projects. */
export function countyMock(
  accounts: readonly CountyAccount[] | AnyCounty,
  factors: Pick<ReadonlySet<string>, 'has'>,
): CountyMock {
  const accountOf = accountsOf(accounts);
  const projects = new Map<string, CountyProject>();
  const returns: ReturnedProject[] = [];
  const no = (code: string, message: string) => ({ code, message, body: null });
  const successAnswer = (body: unknown = null) => ({ code: '200', message: '操作成功', body });

  /** Adds or changes a project. A project with a known number is changed. */
  function project(body: SentRow, edit: boolean): SentRow {
    const { orgCode: _code, orgName: _name, orgKey: _key, id, ...projectFields } = body;
    const fault = wrongIn(projectFields, 'project', projectRules);
    if (fault) return no('400', fault);
    if (textOrEmpty(projectFields['checkDateStart']) > textOrEmpty(projectFields['checkDateEnd']))
      return no('400', 'project.checkDateEnd：早于开始日期');
    if (textOrEmpty(projectFields['checkDateEnd']) > textOrEmpty(projectFields['reportDate']))
      return no('400', 'project.reportDate：早于采样日期');
    if (Number(projectFields['victimsNum']) > Number(projectFields['labourCountNum']))
      return no('400', 'project.victimsNum：不能大于职工总数');
    if (textOrEmpty(projectFields['belongThirdOrgId']) !== accountOf(body)?.orgId)
      return no('400', 'project.belongThirdOrgId：没有该机构');
    const knownProject = edit
      ? projects.get(textOrEmpty(id))
      : [...projects.values()].find((candidate) => candidate.project['projectCode'] === projectFields['projectCode']);
    if (edit && !knownProject) return no('400', 'project.id：没有该项目');
    if (knownProject) {
      knownProject.project = projectFields;
      return successAnswer(knownProject.id);
    }
    const newProject: CountyProject = {
      id: `P${projects.size + 1}`,
      project: projectFields,
      files: [],
      kinds: new Map(),
    };
    projects.set(newProject.id, newProject);
    return successAnswer(newProject.id);
  }

  return {
    projects,
    returns,
    receive(path, body) {
      const account = accountOf(body);
      if (!account || account.orgKey !== body['orgKey']) return no('401', '机构或密钥不正确');
      if (path === 'ThirdPrjInfo/add' || path === 'ThirdPrjInfo/edit') return project(body, path.endsWith('edit'));
      if (path === 'queryHealthOnlineAuditResults') return successAnswer(returns);
      const heldProject = projects.get(textOrEmpty(body['belongThirdPrjId']));
      if (!heldProject) return no('400', 'belongThirdPrjId：没有该项目');
      if (path === 'ThirdPrjAffix/addAffix') {
        if (!/^[1-6]$/.test(textOrEmpty(body['affixType']))) return no('400', 'affix.affixType：不合要求');
        if (textOrEmpty(body['files']) === '') return no('400', 'affix.files：没有文件');
        heldProject.files.push(textOrEmpty(body['files']));
        return successAnswer();
      }
      const name = path.replace(/\/add$/, '');
      const kind = Object.hasOwn(callKinds, name) && path.endsWith('/add') ? callKinds[name] : undefined;
      if (!kind) return no('404', `没有接口“${path}”`);
      const fault = wrongRows(name, kind, body['children'], factors);
      if (fault) return no('400', fault);
      heldProject.kinds.set(name, body['children'] as SentRow[]);
      return successAnswer();
    },
  };
}
