import { afterAll, beforeAll, expect, it } from 'vitest';
import { isExchange, type ExchangeName } from '@contract/features/platforms/exchange/adapterNames';
import { countyKinds, countyProjectFields } from '@contract/features/platforms/exchange/countyFields';
import { buildMessage, type BuiltMessage } from '@contract/features/platforms/exchange/exchangeAdapters';
import type { ExchangeModel } from '@contract/features/platforms/exchange/exchangeModel';
import { provincialGroups } from '@contract/features/platforms/exchange/provincialFields';
import { surveyBookColumns } from '@contract/features/platforms/exchange/surveyWorkbook';
import { formatMoment } from '@server/base/zone';
import {
  withPlatformAnswer,
  type ExchangeRequest,
  nextRequest,
  type ExchangeProgress,
} from '@server/features/platforms/exchange/exchangeSteps';
import { type SigningMethod, signedHeaders } from '@server/features/platforms/exchange/signedHeaders';
import { surveyFile } from '@server/features/platforms/exchange/surveyFile';
import { countyTables, exampleModel, exchangeSettings, provincialTables } from '../support/exchangeModels';
import { exampleReceiver } from '../support/exchangeReceiver';

// The three adapters and the generic connector against a receiver that checks schema, signatures, code lists, replay
// and clock (platform formats A.11, B.6, C).

let receiver: Awaited<ReturnType<typeof exampleReceiver>>;
let clock = Date.parse('2026-05-21T09:00:00+08:00');
beforeAll(async () => {
  receiver = await exampleReceiver(() => new Date(clock));
});
afterAll(() => receiver.mock.close());

type Tree = Record<string, unknown>;
const changed = <T>(value: T, change: (copy: Tree) => void): T => {
  const copy = structuredClone(value);
  change(copy as Tree);
  return copy;
};
const put = (tree: unknown, path: string, value: unknown): void => {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const at = names.reduce<Tree>((own, name) => own[name] as Tree, tree as Tree);
  if (value === undefined) delete at[last];
  else at[last] = value;
};
const built = (adapter: ExchangeName, model: ExchangeModel = exampleModel): BuiltMessage =>
  buildMessage(adapter, model, exchangeSettings, adapter === 'provincial' ? provincialTables : countyTables);

/** Returns the next request of a message, at the receiver's next second. */
function requestOf(
  message: BuiltMessage['message'],
  progress: ExchangeProgress = {},
  more: { key?: string; account?: string } = {},
) {
  clock += 1000;
  return nextRequest({
    message,
    progress,
    credentials: {
      account: more.account ?? exchangeSettings.account,
      key: more.key ?? (message.adapter === 'provincial' ? receiver.password : receiver.orgKey),
      signingKey: receiver.rsaKey,
    },
    time: formatMoment(new Date(clock), 'Asia/Shanghai'),
    org: { code: exampleModel.agency.creditCode ?? '', name: exampleModel.agency.name ?? '' },
    file: null,
  }) as ExchangeRequest;
}
async function sent({ path, body, headers }: Pick<ExchangeRequest, 'path' | 'body' | 'headers'>, at: string) {
  const response = await fetch(`${receiver.mock.url}/${at}${path ? `/${path}` : ''}`, {
    method: 'POST',
    body,
    headers,
  });
  return { status: response.status, text: await response.text() };
}
/** Sends a provincial report, altered on its way, and returns what it means. */
async function province(message: BuiltMessage['message'], alter: (body: string) => string = (body) => body, more = {}) {
  const request = requestOf(message, {}, more);
  const answer = await sent({ ...request, body: alter(String(request.body)) }, 'province');
  return withPlatformAnswer(message, request, {}, answer);
}
const reportOf = (message: BuiltMessage['message']) => (message.adapter === 'provincial' ? message.report : {});

it('a complete report is accepted by the simulated provincial platform, with converted codes, days, numbers and units', async () => {
  const { message, faults, notes, parts } = built('provincial');
  expect([faults, notes]).toEqual([[], []]);
  expect(await province(message)).toMatchObject({ outcome: 'accepted' });
  const xml = receiver.mock.provincial.reports.get('JC-2026-0001') ?? '';
  expect(xml).not.toMatch(/\s/);
  expect(xml).toContain('<regAddress>良渚街道1号&lt;A&amp;B&gt;</regAddress>');
  expect(xml).toContain('<entrustDate>20260401</entrustDate>');
  expect(xml).toContain('<result><code>103</code><result>&lt;1.2</result><unit>1001</unit></result>');
  expect(xml).toContain('<result><code>109</code><result>0.24</result><unit>1008</unit></result>');
  expect(parts.find(({ title }) => title === '检测点（5）')?.rows[1]?.slice(-1)).toEqual([
    { sentText: '104 4.6 1001；127 9.1 1001', ourText: '4.6 mg/m³；9.1 mg/m³' },
  ]);
});

const single = ['entrustOrgInfo', 'empInfo', 'serviceArea', 'checkOrgInfo', 'writeOrgInfo', 'reportInfo'] as const;

it('every missing required field of the provincial report is named, before sending and by the simulated platform', async () => {
  const groups = single.flatMap((group) => provincialGroups[group].map((field) => ({ group, field })));
  const named: string[] = [];
  for (const { group, field } of groups) {
    const model = changed(
      exampleModel,
      (copy) => field.sourcePath.startsWith('settings') || put(copy, field.sourcePath, null),
    );
    const settings = field.sourcePath.startsWith('settings')
      ? { ...exchangeSettings, headName: null }
      : exchangeSettings;
    const { faults } = buildMessage('provincial', model, settings, provincialTables);
    expect(faults.map(({ path }) => path)).toContain(`${group}.${field.name}`);
    const { message } = built('provincial');
    const at = group === 'serviceArea' ? 'empInfo.serviceAreaList.serviceArea.0' : group;
    const report = changed(reportOf(message), (copy) => put(copy, `${at}.${field.name}`, undefined));
    const answer = await province({ adapter: 'provincial', report });
    expect(answer.outcome, `${group}.${field.name}`).toBe('rejected');
    expect(answer.message).toMatch(
      new RegExp(`^${group}\\.${field.name}（${field.label.replace(/[()]/g, '\\$&')}）：必填$`),
    );
    named.push(answer.message);
  }
  expect(new Set(named).size).toBe(groups.length);
  const { message } = built('provincial');
  for (const { name, sourcePath } of provincialGroups.detectionPoint) {
    const model = changed(exampleModel, (copy) =>
      put(copy, `points.0.${sourcePath}`, sourcePath === 'verdict' ? 'toVerify' : null),
    );
    expect(built('provincial', model).faults.map(({ path }) => path)).toContain(`detectionPoint[0].${name}`);
    const report = changed(reportOf(message), (copy) =>
      put(copy, `detectionPointList.detectionPoint.0.${name}`, undefined),
    );
    expect((await province({ adapter: 'provincial', report })).message).toContain(`detectionPoint[0].${name}`);
  }
});

it.each([
  ['header digest', /<headSign>\w/, '&lt;headSign&gt;0', 'header.headSign：签名不符'],
  ['body signature', /bodySign&gt;[\w+/]{4}/, 'bodySign&gt;AAAA', 'header.bodySign：签名不符'],
  ['signed body', /82\.4/, '72.4', 'header.bodySign：签名不符'],
  ['account', /userId&gt;ZJ-0117/, 'userId&gt;ZJ-0118', 'header.userId：没有该账号'],
  ['service', /CHECK_REPORT/, 'OTHER', 'header.service：没有业务“OTHER”'],
] as const)('the simulated provincial platform refuses a report with another %s', async (_what, find, put_, said) => {
  const pattern = find.source.startsWith('<headSign') ? /&lt;headSign&gt;\w/ : find;
  const answer = await province(built('provincial').message, (body) => {
    expect(body).toMatch(pattern);
    return body.replace(pattern, (old) => (pattern === find ? put_ : old.endsWith('0') ? '&lt;headSign&gt;1' : put_));
  });
  expect(answer).toMatchObject({ outcome: 'rejected', message: said });
});

it('the simulated provincial platform refuses a wrong password, a repeat, another clock, blanks, a document type and unknown codes', async () => {
  const { message } = built('provincial');
  expect((await province(message, undefined, { key: 'wrong' })).message).toBe('header.headSign：签名不符');
  const request = requestOf(message);
  await sent(request, 'province');
  expect(withPlatformAnswer(message, request, {}, await sent(request, 'province')).message).toBe(
    'header.headSign：重复的请求',
  );
  for (const minutes of [11, -11]) {
    const late = requestOf(message);
    clock += minutes * 60_000;
    expect(withPlatformAnswer(message, late, {}, await sent(late, 'province')).message).toContain(
      '与平台时间相差超过10分钟',
    );
    clock += Math.max(0, -minutes) * 60_000;
  }
  expect((await province(message, (body) => body.replace('&lt;body&gt;', ' &lt;body&gt;'))).message).toBe(
    'data：报文中不能有空白',
  );
  expect(
    (await province(message, (body) => body.replace('<soapenv:Envelope', '<!DOCTYPE x><soapenv:Envelope'))).outcome,
  ).toBe('rejected');
  const report = changed(reportOf(message), (copy) =>
    put(copy, 'detectionPointList.detectionPoint.0.checkItemCode', '129999'),
  );
  expect((await province({ adapter: 'provincial', report })).message).toContain('“129999”不在平台目录中');
  const unit = changed(reportOf(message), (copy) =>
    put(copy, 'detectionPointList.detectionPoint.2.resultList.result.0.unit', '1001'),
  );
  expect((await province({ adapter: 'provincial', report: unit })).message).toContain('单位“1001”与结果项“115”不符');
  const alone = changed(exampleModel, (copy) => put(copy, 'participants', [exampleModel.participants[0]]));
  expect((await province(built('provincial', alone).message)).message).toBe('participantList：现场调查应有2人以上');
});

it('contradictions in the data for a platform, such as more exposed people than staff, are named before sending', () => {
  const model = changed(exampleModel, (copy) => {
    put(copy, 'workplace.exposed', 300);
    put(copy, 'service.surveyFrom', '2026-03-31');
    put(copy, 'points.0.day', '2026-05-13');
    put(copy, 'participants', [exampleModel.participants[0]]);
  });
  expect(built('provincial', model).faults.map(({ message }) => message)).toEqual([
    '接触职业病危害人数300大于职工总数260',
    '现场调查日期2026-03-31早于委托日期2026-04-01',
    '喷漆岗位（点位01）的甲苯检测日期2026-05-13不在采样日期2026-05-12至2026-05-12内',
    '现场调查人员应不少于2人，现为1人',
    '现场采样人员应不少于2人，现为1人',
  ]);
});

it('a value without a platform code is named once, with its code table; values that the platform does not take are left out with a note', () => {
  const model = changed(exampleModel, (copy) => {
    put(copy, 'points.0.hazard', '二甲苯');
    put(copy, 'points.1.hazard', '二甲苯');
    put(copy, 'workplace.scale', '9');
  });
  const { faults } = built('provincial', model);
  expect(faults.map(({ kind, table, own, place }) => [kind, table, own, place])).toEqual([
    ['unmapped', 'scale', '9', 'codes'],
    ['unmapped', 'hazard', '二甲苯', 'codes'],
  ]);
  const without = [
    ...provincialTables.filter(({ own }) => own !== '高温'),
    { table: 'hazard', own: '高温', code: '-' } as const,
  ];
  const { notes, message } = buildMessage('provincial', exampleModel, exchangeSettings, without);
  expect(notes).toEqual(['喷漆岗位（点位01）的高温：平台不接收该项目，不上报']);
  expect(JSON.stringify(message)).not.toContain('130201');
});

/** Sends what a county platform has not taken, until it has all or refuses something. */
async function county(message: BuiltMessage['message'], begun: ExchangeProgress = {}, key?: string) {
  const steps: string[] = [];
  let progress = begun;
  for (;;) {
    const request = requestOf(message, progress, key ? { key } : {}) as ExchangeRequest | null;
    if (!request) return { steps, progress, outcome: 'accepted', message: '' };
    steps.push(request.path);
    const answer = withPlatformAnswer(message, request, progress, await sent(request, 'county'));
    if (answer.outcome !== 'accepted') return { steps, progress, outcome: answer.outcome, message: answer.message };
    ({ progress } = answer);
  }
}
const kindsOf = (message: BuiltMessage['message']) => (message.adapter === 'county' ? message.kinds : []);

it('the county platform receives the project and one call for each kind of result; after a change only the changed kinds are sent', async () => {
  const { message, faults } = built('county');
  expect(faults).toEqual([]);
  const { steps, progress, outcome } = await county(message);
  expect([outcome, steps]).toEqual([
    'accepted',
    [
      'ThirdPrjInfo/add',
      'ThirdPrjChemistry/add',
      'ThirdPrjDust/add',
      'ThirdPrjNoise/add',
      'ThirdPrjUltrRay/add',
      'ThirdPrjHighTem/add',
    ],
  ]);
  const held = receiver.mock.county.projects.get(progress.id ?? '');
  expect(held?.kinds.get('ThirdPrjDust')?.[0]).toMatchObject({
    totalCtwa: '4.6',
    totalExceedPeak: '9.1',
    totalJudgeResult: '3',
    factorId: '110201',
  });
  expect(held?.kinds.get('ThirdPrjHighTem')?.[0]).toMatchObject({ touchTime: '100', checkValue: '27.1' });
  const corrected = changed(exampleModel, (copy) => put(copy, 'points.2.results.0.text', '86.1'));
  expect((await county(built('county', corrected).message, progress)).steps).toEqual(['ThirdPrjNoise/add']);
  const renamed = changed(corrected, (copy) => put(copy, 'service.reportDate', '2026-05-21'));
  expect((await county(built('county', renamed).message, progress)).steps).toContain('ThirdPrjInfo/edit');
});

it('a push to the county platform whose kinds of results are partly refused continues with the refused kind at the next attempt', async () => {
  const { message } = built('county');
  const broken = changed(message, (copy) => put(copy, 'kinds.1.children.0.factorId', '999'));
  const first = await county(broken);
  expect([first.outcome, first.steps.at(-1)]).toEqual(['rejected', 'ThirdPrjDust/add']);
  expect(first.message).toBe('ThirdPrjDust[0].factorId（危害因素编号）：“999”不在平台目录中');
  expect(Object.keys(first.progress.done ?? {})).toEqual(['project', 'ThirdPrjChemistry/add']);
  const again = await county(message, first.progress);
  expect([again.outcome, again.steps[0]]).toEqual(['accepted', 'ThirdPrjDust/add']);
});

it('every missing required field of the county platform’s project and its rows is named', async () => {
  const { message } = built('county');
  for (const { name, sourcePath } of countyProjectFields) {
    const missing = changed(message, (copy) => put(copy, `project.${name}`, undefined));
    expect((await county(missing)).message).toContain(`project.${name}`);
    if (sourcePath === 'standardId' || sourcePath.startsWith('settings')) continue;
    const model = changed(exampleModel, (copy) => put(copy, sourcePath, null));
    expect(built('county', model).faults.map(({ path }) => path)).toContain(`project.${name}`);
  }
  for (const [at, { path }] of kindsOf(message).entries()) {
    const kind = countyKinds.find((countyKind) => path === `${countyKind.path}/add`);
    for (const { name, isRequired } of kind?.fields ?? []) {
      if (!isRequired) continue;
      const missing = changed(message, (copy) => put(copy, `kinds.${at}.children.0.${name}`, undefined));
      expect((await county(missing)).message, `${path} ${name}`).toContain(`.${name}`);
    }
  }
  expect((await county(message, {}, 'wrong')).message).toBe('机构或密钥不正确');
});

it('the survey workbook is accepted by the simulated vendor platform, and each missing cell is named', async () => {
  const { message, faults } = built('surveyBook');
  if (message.adapter !== 'surveyBook') throw new Error('another adapter');
  expect(faults).toEqual([]);
  const upload = async (rows: readonly (readonly string[])[], headers: Record<string, string> = {}) => {
    const body = new FormData();
    body.set('file', new Blob([await surveyFile({ ...message, rows })]), '调查表.xlsx');
    const all = { token: 'T-44', organization: exampleModel.agency.creditCode ?? '', project: 'P-1', ...headers };
    const { text } = await sent({ path: '', body, headers: all }, 'survey/import');
    return JSON.parse(text) as { code: string; message: string };
  };
  expect(await upload(message.rows)).toMatchObject({ code: '200' });
  expect(receiver.mock.survey.acceptedRows.get('P-1')?.[0]?.slice(0, 5)).toEqual([
    '涂装车间',
    '喷漆工',
    '喷漆岗位',
    '甲苯',
    '8',
  ]);
  expect((await upload(message.rows, { token: 'T-45' })).code).toBe('401');
  const [row = []] = message.rows;
  for (const [at, { label, isRequired, sourcePath }] of surveyBookColumns.entries()) {
    if (!isRequired) continue;
    const said = await upload([row.map((cell, own) => (own === at ? '' : cell))]);
    expect(said, label).toMatchObject({ code: '400', message: `第2行“${label}”必填` });
    if (Object.hasOwn(exampleModel.survey[0] ?? {}, sourcePath)) {
      const model = changed(exampleModel, (copy) => put(copy, `survey.0.${sourcePath}`, null));
      expect(built('surveyBook', model).faults.map((fault) => fault.label)).toContain(`第1行：${label}`);
    }
  }
});

it.each(['bearer', 'md5', 'hmacSha256', 'hmacSm3', 'rsaSha256', 'sm2'] as const)(
  'a request of the generic platform connector signed by %s is taken once, and refused with another body, key or clock',
  async (signing: SigningMethod) => {
    const keys = {
      account: signing,
      key: receiver.shared,
      signingKey: signing === 'sm2' ? receiver.smKey : receiver.rsaKey,
    };
    const post = async (headers: Record<string, string>, body: string, key: string) => {
      const { status } = await sent({ path: 'data', body, headers: { ...headers, 'idempotency-key': key } }, 'generic');
      return status;
    };
    const body = '{"reportNo":"JC-2026-0001"}';
    const headers = signedHeaders(signing, body, clock, keys);
    expect(await post(headers, body, `${signing}:1`)).toBe(200);
    if (signing === 'bearer') return expect(await post({ authorization: 'Bearer x' }, body, 'x')).toBe(401);
    expect(await post(headers, body, `${signing}:2`)).toBe(401);
    expect(await post(signedHeaders(signing, body, clock, keys), '{}', `${signing}:3`)).toBe(401);
    expect(await post(signedHeaders(signing, body, clock - 11 * 60_000, keys), body, `${signing}:4`)).toBe(401);
    const { 'x-signature': signature = '', ...rest } = signedHeaders(signing, body, clock, keys);
    const other = `${signature.startsWith('3') ? '4' : '3'}${signature.slice(1)}`;
    expect(await post({ ...rest, 'x-signature': other }, body, `${signing}:5`)).toBe(401);
  },
);

it('the names of platform adapters are recognised, and a credit code with a wrong check character is refused', async () => {
  expect(['provincial', 'county', 'surveyBook', 'generic', null].map(isExchange)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  const { message } = built('provincial');
  const report = changed(reportOf(message), (copy) => put(copy, 'empInfo.creditCode', '91330110MA2DEHX801'));
  expect((await province({ adapter: 'provincial', report })).message).toContain('“91330110MA2DEHX801”不合要求');
});
