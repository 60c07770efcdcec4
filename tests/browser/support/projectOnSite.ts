import type { AnyRow } from '@contract/entity';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import { statementEdition } from '@contract/workflow/signatureTexts';
import { password } from './productServer';

type Json = Record<string, unknown>;

/** Returns a function that sends requests as one of the demonstration's people. */
export async function person(url: string, username: string, secret = password) {
  const call = async <B = Json>(method: string, path: string, body?: unknown, token?: string): Promise<B> => {
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as B;
  };
  const { token } = await call<{ token: string }>('POST', 'auth/login', { username, password: secret });
  return <B = Json>(method: string, path: string, body?: unknown) => call<B>(method, path, body, token);
}

const places = ['喷漆岗', '调漆岗', '烘干岗', '打磨岗', '检验岗', '补漆岗', '仓库管理岗', '废气处理岗', '包装岗'];

type Caller = Awaited<ReturnType<typeof person>>;

/** The people who bring a project to its sampling. */
export interface Crew {
  readonly sales: Caller;
  readonly field: Caller;
  readonly reviewer: Caller;
  readonly approver: Caller;
}

async function crewOf(
  url: string,
  [sales, field, reviewer, approver]: readonly [string, string, string, string],
): Promise<Crew> {
  return {
    sales: await person(url, sales),
    field: await person(url, field),
    reviewer: await person(url, reviewer),
    approver: await person(url, approver),
  };
}

/** Crew of the demonstration's second organization, whose administrator and salesperson add the others and a client. */
async function crewElsewhere(url: string): Promise<Crew> {
  const admin = await person(url, 'admin2');
  const { content: roles } = await admin<{ content: AnyRow[] }>('GET', 'api/role?page=0&size=50');
  for (const [userName, nickName, role] of [
    ['field2', '韦国栋', '现场人员'],
    ['reviewer2', '盛丽华', '复核人'],
    ['approver2', '翟明远', '授权签字人'],
  ] as const) {
    const first = 'First-2026#lab';
    await admin('POST', 'api/user/add', {
      userName,
      nickName,
      password: first,
      enabled: '1',
      expiryDate: '2099-01-01',
      roles: roles.filter(({ name }) => name === role).map(({ id }) => id),
    });
    // A password set by another person only allows changing it.
    await (
      await person(url, userName, first)
    )('PUT', 'api/user/password', { oldPassword: first, newPassword: password });
  }
  const crew = await crewOf(url, ['sales2', 'field2', 'reviewer2', 'approver2']);
  for (const signer of [crew.field, crew.reviewer, crew.approver])
    await signer('PUT', 'api/user/signingStatement', { edition: statementEdition });
  await crew.sales('POST', 'api/inspectUnit/add', { unitName: '苏州衡昌电子有限公司' });
  return crew;
}

/** Variations of a project on site. */
export interface Otherwise {
  /** Replaces the texts that people type. */
  readonly words?: (usual: string) => string;
  /** Runs while the plan is open. */
  readonly planning?: (project: unknown) => Promise<void>;
}

/**
 * Creates a project ready for sampling by the product's own requests, each by the responsible person: nine points with
 * four samples and two people for one day, with two blanks, forty numbers. CAPTCHA is off.
 */
export async function projectOnSite(
  url: string,
  crew?: Crew,
  { words = (usual) => usual, planning }: Otherwise = {},
): Promise<{ id: number; code: string }> {
  const { sales, field, reviewer, approver } = crew ?? (await crewOf(url, ['sales', 'field', 'reviewer', 'approver']));
  const [unit] = (await sales<{ content: AnyRow[] }>('GET', 'api/inspectUnit?page=0&size=1')).content;
  const { user } = await field<{ user: { id: number } }>('GET', 'auth/info');
  const { body: made } = await sales<{ body: AnyRow }>('POST', 'api/project/add', {
    projectName: words('定期检测'),
    belongInspect: unit?.id,
    type: 'DQ',
    leader: user.id,
    team: [user.id],
  });
  const project = made.id;
  const move = (who: Caller, path: string, id: unknown, name: string, more: Json = {}) =>
    who('PUT', `${path}/move`, { id, move: name, ...more });
  await move(sales, 'api/project', project, 'submitContract');
  await reviewer('POST', 'api/contractReview/add', {
    project,
    requirement: 'yes',
    method: 'yes',
    ability: 'yes',
    schedule: 'yes',
    subcontract: 'na',
    secrecy: 'yes',
    price: 'yes',
    conclusion: '同意承接',
  });
  await move(reviewer, 'api/project', project, 'passContract');
  const benzene = (
    await field<{ content: AnyRow[] }>('GET', `api/hazard?page=0&size=500&name=${encodeURIComponent('苯')}`)
  ).content.find(({ name }) => name === '苯');
  const [item] = (await field<{ content: AnyRow[] }>('GET', `api/labMethodItem?page=0&size=1&hazard=${benzene?.id}`))
    .content;
  const hazard = benzene?.id;
  const [workshop, post] = [words('喷涂车间'), words('喷漆工')];
  await field('PUT', 'api/siteHazard/saveAll', {
    rows: [{ project, workshop, post, hazard, workers: 4, hoursPerDay: '8', remark: words('') }],
  });
  const { survey } = await field<{ survey: AnyRow }>('GET', `api/siteSurvey/of/${project}`);
  await field('PUT', 'api/siteSurvey/edit', {
    ...survey,
    surveyedOn: '2026-03-02',
    surveyors: [user.id],
    remark: '王工同行',
  });
  await move(field, 'api/project', project, 'endSurvey');
  await planning?.(project);
  const shownPlan = () => field<{ plan: AnyRow; asSeen: SeenFingerprint }>('GET', `api/samplePlan/of/${project}`);
  const planOf = async () => (await shownPlan()).plan;
  const row = {
    project,
    workshop,
    hazard,
    method: item?.method,
    medium: '活性炭管',
    points: 1,
    samplesPerDay: 4,
    days: 1,
    blanks: 2,
    hoursPerDay: '8',
    remark: '按合同约定的点数采样',
  };
  await field('PUT', 'api/sampleSiteHazard/saveAll', {
    rows: [
      ...places.map((place, index) => ({
        ...row,
        rowSort: index + 1,
        siteNo: String(index + 1),
        place: words(place),
        mode: 'area',
        period: 'short',
        flow: '0.1',
        minutes: 15,
      })),
      {
        ...row,
        rowSort: 20,
        siteNo: '10',
        place: words('喷漆工（个体）'),
        mode: 'personal',
        period: 'long',
        flow: '0.05',
        minutes: 240,
        points: 2,
        samplesPerDay: 1,
      },
    ],
  });
  await field('PUT', 'api/samplePlan/edit', { ...(await planOf()), remark: words('喷漆工由个体采样覆盖') });
  for (const [who, name] of [
    [field, 'submit'],
    [reviewer, 'review'],
    [approver, 'approve'],
  ] as const) {
    const { plan, asSeen } = await shownPlan();
    // A signature applies to the version and the content that the person saw.
    await move(who, 'api/samplePlan', plan.id, name, { version: plan.version, asSeen, password });
  }
  return { id: project, code: String((await field<AnyRow>('GET', `api/project/${project}`)).code) };
}

/** Creates samples of another organization by the product's own requests. */
export async function simultaneousSamples(url: string, sampledOn: string): Promise<AnyRow[]> {
  const crew = await crewElsewhere(url);
  const { id: project } = await projectOnSite(url, crew);
  await crew.field('POST', 'api/samplingDay/add', { project, sampledOn, collectors: [] });
  return (await crew.field<{ content: AnyRow[] }>('GET', `api/sample?project=${project}&page=0&size=100&sort=id,asc`))
    .content;
}
