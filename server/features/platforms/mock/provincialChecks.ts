import { elementAt } from '../exchange/xml';

// Checks of the receiver of provincial check reports (platform formats A.4–A.9, A.11). The lists are repeated here,
// so that a mistake in the tables of the adapter is found.

type ValueCheck = (value: string) => boolean;
const patternCheck =
  (expression: RegExp): ValueCheck =>
  (value) =>
    expression.test(value);
const isOneOf = (...values: readonly string[]): ValueCheck => {
  const set = new Set(values);
  return (value) => set.has(value);
};
const isPresent: ValueCheck = (value) => value !== '';

const creditSet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Checks the check character of a unified social credit code (GB 32100-2015). */
function isCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false;
  let sum = 0;
  for (let index = 0; index < 17; index += 1) sum += creditSet.indexOf(code.charAt(index)) * (3 ** index % 31);
  return creditSet.indexOf(code.charAt(17)) === (31 - (sum % 31)) % 31;
}

const economicType = isOneOf(
  ...(
    '100 110 120 130 140 141 142 143 149 150 151 159 160 170 171 172 173 174 175 179 190 ' +
    '200 210 220 230 240 290 300 310 320 330 340 390 900'
  ).split(' '),
);
const isDay: ValueCheck = (value) =>
  /^\d{8}$/.test(value) &&
  !Number.isNaN(Date.parse(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}T00:00:00Z`));
const numberCheck =
  (maxValue: number, digits: RegExp): ValueCheck =>
  (value) =>
    digits.test(value) && Number(value) <= maxValue;
const countCheck = patternCheck(/^\d{1,6}$/);

type CheckedFields = readonly (readonly [name: string, check: ValueCheck])[];
const checkedGroups: Readonly<Record<string, CheckedFields>> = {
  entrustOrgInfo: [
    ['entrustOrgName', isPresent],
    ['creditCode', isCreditCode],
    ['entrustDate', isDay],
  ],
  empInfo: [
    ['empName', isPresent],
    ['creditCode', isCreditCode],
    ['economicTypeCode', economicType],
    ['industryCategoryCode', patternCheck(/^\d{4}$/)],
    ['scaleCode', isOneOf('1', '2', '3', '4', '5')],
    ['areaCode', patternCheck(/^\d{9}$/)],
    ['areaName', isPresent],
    ['regAddress', isPresent],
    ['employeesTotalNum', countCheck],
    ['contactHazardNum', countCheck],
    ['fieldCode', isOneOf('1', '2', '3', '4', '5', '6')],
    ['address', isPresent],
    ['contactPerson', isPresent],
    ['contactPhone', isPresent],
  ],
  checkOrgInfo: [
    ['creditCode', isCreditCode],
    ['orgName', isPresent],
    ['projectDirectorName', isPresent],
    ['orgDirectorName', isPresent],
  ],
  writeOrgInfo: [
    ['creditCode', isCreditCode],
    ['orgName', isPresent],
  ],
  reportInfo: [
    ['code', isPresent],
    ['checkType', isOneOf('10', '20', '30', '31', '32', '33')],
    ['reportDate', isDay],
    ['preparer', isPresent],
    ['preparerPhone', isPresent],
    ['issuer', isPresent],
    ['beginSurveyDate', isDay],
    ['endSurveyDate', isDay],
    ['beginSamplingDate', isDay],
    ['endSamplingDate', isDay],
  ],
};
const serviceArea: CheckedFields = [
  ['serviceAreaCode', patternCheck(/^\d{9}$/)],
  ['serviceAddress', isPresent],
];
const pointFields: CheckedFields = [
  ['checkItemCode', patternCheck(/^1[123]\d{4}$/)],
  ['workArea', isPresent],
  ['detectionArea', isPresent],
  ['dailyContactTime', numberCheck(24, /^\d{1,2}(\.\d{1,2})?$/)],
  ['weekWorkDay', numberCheck(7, /^\d(\.\d{1,2})?$/)],
  ['pointName', isPresent],
  ['conclusion', isOneOf('0', '1')],
  ['checkDate', isDay],
];
const resultValue = patternCheck(/^<?\d+(\.\d+)?$/);

/** Result codes by the class of the item, and the units allowed for each (A.5, A.6). */
const resultsOfClass: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '11': { '104': ['1001'], '105': ['1001'], '127': ['1001'], '128': ['1001'] },
  '12': { '101': ['1001'], '102': ['1001'], '103': ['1001'], '129': ['1001'] },
  '13': {
    '106': ['1009', '1010'],
    '107': ['1011'],
    '108': ['1007'],
    '109': ['1008', '1012'],
    '110': ['1000'],
    '113': ['1000'],
    '114': ['1014'],
    '115': ['1016'],
    '116': ['1016'],
    '117': ['1016'],
    '118': ['1017'],
    '121': ['1019'],
    '130': ['1018'],
    '131': ['1000'],
    '132': ['1014'],
  },
};

const textAt = (source: unknown, ...path: readonly string[]): string => {
  const element = elementAt(source, ...path);
  return typeof element === 'string' ? element : '';
};
const listAt = (source: unknown, ...path: readonly string[]): readonly unknown[] => {
  const element = elementAt(source, ...path);
  return Array.isArray(element) ? (element as unknown[]) : element === undefined || element === '' ? [] : [element];
};

/** Returns the first field that is missing or wrong. */
function wrongIn(source: unknown, path: string, fields: CheckedFields): string | null {
  for (const [name, valueCheck] of fields) {
    const value = textAt(source, name);
    if (value === '') return `${path}.${name}：必填`;
    if (!valueCheck(value)) return `${path}.${name}：“${value}”不合要求`;
  }
  return null;
}

interface CodeLists {
  readonly items: Pick<ReadonlySet<string>, 'has'>;
  readonly areas: Pick<ReadonlySet<string>, 'has'>;
}

/** Checks a point with its results. */
function wrongPoint(point: unknown, index: number, report: unknown, codeLists: CodeLists): string | null {
  const path = `detectionPoint[${index}]`;
  const fault = wrongIn(point, path, pointFields);
  if (fault) return fault;
  const itemCode = textAt(point, 'checkItemCode');
  if (!codeLists.items.has(itemCode)) return `${path}.checkItemCode：检测项目“${itemCode}”不在平台目录中`;
  const day = textAt(point, 'checkDate');
  if (day < textAt(report, 'reportInfo', 'beginSamplingDate') || day > textAt(report, 'reportInfo', 'endSamplingDate'))
    return `${path}.checkDate：不在采样日期内`;
  const results = listAt(point, 'resultList', 'result');
  if (results.length === 0) return `${path}.resultList：没有结果`;
  const allowedResults = resultsOfClass[itemCode.slice(0, 2)] ?? {};
  for (const result of results) {
    const [code, value, unit] = [textAt(result, 'code'), textAt(result, 'result'), textAt(result, 'unit')];
    const units = allowedResults[code];
    if (!units) return `${path}.code：结果项“${code}”与检测项目不符`;
    if (!units.includes(unit)) return `${path}.unit：单位“${unit}”与结果项“${code}”不符`;
    if (!resultValue(value)) return `${path}.result：“${value}”不是数值`;
  }
  return null;
}

/** Checks the people who took part (A.11, 6; GBZ 331-2024 5.2.3.1, 5.2.6.2.2). */
function wrongPeople(report: unknown, hasTests: boolean): string | null {
  const people = listAt(report, 'reportInfo', 'participantList', 'participant');
  const withItem = (code: string) =>
    people.filter((person) =>
      listAt(person, 'serviceItemList', 'serviceItem').some((item) => textAt(item, 'itemCode') === code),
    );
  if (people.some((person) => textAt(person, 'name') === '')) return 'participant.name：必填';
  if (people.some((person) => listAt(person, 'serviceItemList', 'serviceItem').length === 0))
    return 'participant.serviceItemList：没有服务事项';
  for (const person of people)
    for (const item of listAt(person, 'serviceItemList', 'serviceItem'))
      if (!/^[1-4]$/.test(textAt(item, 'itemCode')) || textAt(item, 'itemName') === '')
        return 'participant.serviceItem：服务事项不合要求';
  if (withItem('1').length < 2) return 'participantList：现场调查应有2人以上';
  if (withItem('2').length < 2) return 'participantList：现场采样应有2人以上';
  if (hasTests && withItem('3').length === 0) return 'participantList：没有实验室检测人员';
  return null;
}

/** Days in their required order (A.11, 5). */
const dayFields = [
  ['entrustOrgInfo', 'entrustDate'],
  ['reportInfo', 'beginSurveyDate'],
  ['reportInfo', 'endSurveyDate'],
  ['reportInfo', 'beginSamplingDate'],
  ['reportInfo', 'endSamplingDate'],
  ['reportInfo', 'reportDate'],
] as const;

/**
 * Checks a report.
 * @returns the reason of a refusal, which names the element; null for an accepted report
 */
export function checkReport(report: unknown, codeLists: CodeLists): string | null {
  for (const [name, fields] of Object.entries(checkedGroups)) {
    const fault = wrongIn(elementAt(report, name), name, fields);
    if (fault) return fault;
  }
  const areas = listAt(report, 'empInfo', 'serviceAreaList', 'serviceArea');
  if (areas.length === 0) return 'empInfo.serviceAreaList：必填';
  for (const area of areas) {
    const fault = wrongIn(area, 'serviceArea', serviceArea);
    if (fault) return fault;
  }
  for (const area of [
    textAt(report, 'empInfo', 'areaCode'),
    ...areas.map((listedArea) => textAt(listedArea, 'serviceAreaCode')),
  ])
    if (!codeLists.areas.has(area)) return `empInfo.areaCode：地区“${area}”不在平台目录中`;
  if (Number(textAt(report, 'empInfo', 'contactHazardNum')) > Number(textAt(report, 'empInfo', 'employeesTotalNum')))
    return 'empInfo.contactHazardNum：不能大于职工总数';
  for (const [index, [group, name]] of dayFields.entries()) {
    const before = dayFields[index - 1];
    if (before && textAt(report, ...before) > textAt(report, group, name)) return `${group}.${name}：日期先后不符`;
  }
  const points = listAt(report, 'detectionPointList', 'detectionPoint');
  if (points.length === 0) return 'detectionPointList：没有检测点';
  for (const [index, point] of points.entries()) {
    const fault = wrongPoint(point, index, report, codeLists);
    if (fault) return fault;
  }
  return wrongPeople(
    report,
    points.some((point) => /^1[12]/.test(textAt(point, 'checkItemCode'))),
  );
}
