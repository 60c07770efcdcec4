import { eq, inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { pictureAddress } from '@contract/fields/richText';
import type { Answer } from '@contract/wire';
import {
  announcementSendTable,
  industryNewsTable,
  outsideTaskTable,
  projectTable,
  reportFormulaTable,
  reportSceneTable,
  reportTable,
  storedFileTable,
  userUnitsTable,
} from '@server/db/schema';
import type { Route } from '@server/http/route';
import { asStored } from '../support/asStored';
import { reportBench } from '../support/reportBench';
import type { TestServer } from '../support/server';
import { apk, png, sendForm } from '../support/uploads';
import { declaredRoutes, isStanding, type Standing, standingOf } from './declared';
import { kinds, planted } from './plantedRows';
import { type Trial, trialOf } from './trial';

// Rows in states reached by the product's own calls, in two organizations, since rows planted below every rule reach
// none of them.

/** Subject of a call; a call that needs a missing part is not made. */
interface Thing {
  readonly project?: number;
  readonly report?: number;
  /** Code on the report. */
  readonly code?: string;
  readonly task?: number;
  readonly notice?: number;
  readonly scene?: number;
  readonly news?: number;
  readonly cover?: string;
  /** An upload that is public without login. */
  readonly open?: string;
  /** Picture of the notice of the report. */
  readonly picture?: string;
  /** A received notice. */
  readonly message?: number;
  /** A received notice that shows a picture, and the picture. */
  readonly letter?: number;
  readonly shown?: string;
  /** An upload of a person. */
  readonly brought?: string;
}

interface Person {
  readonly id: number;
  readonly token: string;
}

interface Callers {
  readonly everybody: readonly Person[];
  /** External, of the own organization. */
  readonly reviewer: number;
  readonly enterprise: number;
}

const words = {
  region: '浙江省/杭州市/滨江区',
  address: '江虹南路382号',
  contact: '陈雅琴',
  contactPhone: '18768403517',
  leader: '王组长',
  team: '王组长、李检测',
  companion: '沈建国',
  samplers: '王采样',
  samplingFrom: '2026-05-10',
  samplingTo: '2026-05-10',
};
const sceneOf = (picture: string) => ({
  picture,
  caption: '喷漆岗位采样',
  activity: 'sampling',
  takenOn: '2026-05-10',
});

const publication = (thing: Thing): object => ({
  id: thing.report,
  draft: words,
  scenes: [sceneOf(String(thing.picture))],
});

interface Asking {
  /** Parts of the subject, in the order of the path. */
  readonly of: readonly (keyof Thing)[];
  readonly query?: string;
  readonly body?: (thing: Thing) => object;
}

const asking: Readonly<Record<string, Asking>> = {
  'GET api/enterprise/projects/:id': { of: ['project'] },
  'GET api/enterprise/projects/:id/matters': { of: ['project'] },
  'GET api/enterprise/reports/:id/duties': { of: ['report'] },
  'GET api/enterprise/reports/:id/pdf': { of: ['report'] },
  'POST api/report/publicationPreview': { of: ['report'], body: publication },
  'POST api/report/publicationCopy': { of: ['report'], body: publication },
  'GET api/sfQualityDetail/report/:id/:report': { of: ['task', 'report'] },
  'GET api/file/open/:id': { of: ['open'] },
  'GET api/public/industryNews/:id': { of: ['news'] },
  'GET api/public/industryNews/:id/picture/:picture': { of: ['news', 'cover'] },
  'GET api/public/orgReportFormula/:id': { of: ['notice'] },
  'GET api/public/orgReportFormula/:id/picture/:picture': { of: ['notice', 'scene'] },
  'GET api/public/orgReportFormula/:id/report': { of: ['notice'] },
  'GET api/public/verifyReport': { of: ['code'], query: '?code=:code' },
  'POST api/public/complaint': { of: ['code'], body: ({ code }) => ({ code, content: '异议' }) },
  'PUT api/ohitAnnouncementSend/edit': { of: ['message'], body: ({ message }) => ({ id: message }) },
  'GET api/ohitAnnouncementSend/:id/picture/:file': { of: ['letter', 'shown'] },
  'PUT api/user/signature': { of: ['brought'], body: ({ brought }) => ({ fileId: brought }) },
};

/** @returns undefined where the subject lacks a part, or has fewer parts than `least` */
function trialAbout({ method, path }: Pick<Route, 'method' | 'path'>, thing: Thing, least: number): Trial | undefined {
  const call = asking[`${method} ${path}`];
  if (!call) throw new Error(`nothing tells what ${method} ${path} is about`);
  const values = call.of.map((name) => thing[name]);
  if (values.includes(undefined) || values.length < least) return undefined;
  const left = values.map(String);
  return { path: `${path}${call.query ?? ''}`.replace(/:\w+/g, () => left.shift() ?? ''), body: call.body?.(thing) };
}

async function keeperOf(server: TestServer, organizationId: number, userName: string): Promise<Person> {
  const permissions = [
    'outsideTask:add',
    'industryNews:add',
    'industryNews:status',
    'announcement:add',
    'announcement:status',
    'organization:list',
    'organization:edit',
    'report:list',
    'project:list',
  ];
  const id = await server.rows.user({ userName, organizationId, roles: [await server.rows.role({ permissions })] });
  return { id, token: await server.login(userName) };
}

/** Creates the work of one organization. */
async function agencyOf(server: TestServer, home: number, mark: string, reviewer: number) {
  const { orm } = server.database;
  const bench = await reportBench(server, { home, mark });
  const keeper = await keeperOf(server, home, `keeper${mark}`);

  async function done<B = Answer<AnyRow>>(who: Person, method: string, path: string, body?: unknown): Promise<B> {
    const answer = await server.ask<B>(method, path, { token: who.token, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }
  async function upload(who: Person): Promise<string> {
    const { body, text } = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
      token: who.token,
      fields: { fileClass: 'image' },
      content: png(),
    });
    if (!body.body) throw new Error(text);
    return body.body.id;
  }

  const codeOf = async (report: number): Promise<string> =>
    String(
      (await orm.select({ code: reportTable.verifyCode }).from(reportTable).where(eq(reportTable.id, report)))[0]?.code,
    );

  async function issued(by = reviewer) {
    const { project, report } = await bench.issued();
    const made = await done(keeper, 'POST', 'api/sfQualityDetail/add', {
      project: project.id,
      reviewer: by,
      checkForm: 'record',
      dueOn: '2099-01-01',
    });
    // Drawn on the first request, and stored.
    if ((await server.ask('GET', `api/report/pdf/${report.id}`, { token: keeper.token })).status !== 200)
      throw new Error('no paper of the report');
    return {
      project: project.id,
      report: report.id,
      code: await codeOf(report.id),
      task: Number(made.body?.id),
      picture: await upload(bench.people.reporter),
    };
  }

  return {
    keeper,
    done,
    upload,
    issued,
    /**
     * Creates a report that is being written; with a paper, which the product does not store yet, so that only its
     * state excludes it.
     */
    async unissued() {
      const { project, report } = await bench.reporting();
      // A check is assigned only on an issued report.
      await orm.update(reportTable).set({ state: 'issued' }).where(eq(reportTable.id, report.id));
      const made = await done(keeper, 'POST', 'api/sfQualityDetail/add', {
        project: project.id,
        reviewer,
        checkForm: 'record',
        dueOn: '2099-01-01',
      });
      await orm
        .update(reportTable)
        .set({ state: 'drafting', pdf: await upload(keeper) })
        .where(eq(reportTable.id, report.id));
      return {
        project: project.id,
        report: report.id,
        code: await codeOf(report.id),
        task: Number(made.body?.id),
        picture: await upload(bench.people.reporter),
      };
    },
    /** Creates an issued report, with its notice and an article. */
    async published() {
      const made = await issued();
      await orm.update(projectTable).set({ stage: 'archived' }).where(eq(projectTable.id, made.project));
      const picture = await upload(bench.people.reporter);
      const { body } = await done<Answer<{ notice: number }>>(bench.people.reporter, 'PUT', 'api/report/publish', {
        id: made.report,
        draft: words,
        scenes: [sceneOf(picture)],
        withReport: true,
      });
      const notice = Number(body?.notice);
      const [scene] = await orm
        .select({ id: reportSceneTable.id })
        .from(reportSceneTable)
        .where(eq(reportSceneTable.formula, notice));
      const cover = await upload(keeper);
      const article = await done(keeper, 'POST', 'api/industryNews/add', {
        title: '职业病危害因素检测新规',
        category: 'policy',
        cover,
        content: '<p>正文</p>',
      });
      const news = Number(article.body?.id);
      await done(keeper, 'PUT', 'api/industryNews/publish', {
        rows: [{ id: news, version: Number(article.body?.version) }],
      });
      return { ...made, notice, scene: Number(scene?.id), news, cover };
    },
    async withdraw({ report, news }: { readonly report: number; readonly news: number }): Promise<void> {
      await done(bench.people.reporter, 'PUT', 'api/report/withdraw', { id: report, reason: '更正' });
      await done(keeper, 'PUT', 'api/industryNews/withdraw', {
        rows: await asStored(server, industryNewsTable, [news]),
        reason: '更正',
      });
    },
    /** Makes it the organization's only logo, which is public: the upload planted as one stays private. */
    async logo(): Promise<string> {
      const { version } = await done<AnyRow>(keeper, 'GET', `api/organization/${home}`);
      const logo = await upload(keeper);
      await done(keeper, 'PUT', 'api/organization/edit', { id: home, version, logo, favicon: null });
      return logo;
    },
    /** Sends a notice to everybody of the organization; returns each person's copy. */
    async told(): Promise<{
      readonly announcement: number;
      readonly picture: string;
      readonly copies: ReadonlyMap<number, number>;
    }> {
      const picture = await upload(keeper);
      const made = await done(keeper, 'POST', 'api/ohitAnnouncement/add', {
        titile: '停电通知',
        msgCategory: '1',
        priority: '0',
        msgContent: `<p><img src="${pictureAddress(picture)}"></p>`,
      });
      const announcement = Number(made.body?.id);
      await done(keeper, 'PUT', 'api/ohitAnnouncement/send', { id: announcement, to: { kind: 'all', ids: [] } });
      const rows = await orm
        .select({ id: announcementSendTable.id, userId: announcementSendTable.userId })
        .from(announcementSendTable)
        .where(eq(announcementSendTable.anntId, announcement));
      return { announcement, picture, copies: new Map(rows.map(({ id, userId }) => [userId, id])) };
    },
  };
}

/** A call about a row with this relation to the caller. */
export interface StandingTrial extends Trial {
  readonly standing: Standing;
}

/**
 * Creates the rows. The projects of the own organization are the enterprise's and its tasks the reviewer's, except one
 * project, which is another enterprise's and checked by another reviewer.
 * @returns the calls of a route by that person, one for each relation with a row; none for other routes
 */
export async function standingRows(
  server: TestServer,
  { everybody, reviewer, enterprise }: Callers,
): Promise<(route: Route, person: number) => StandingTrial[]> {
  const {
    database: { orm },
    rows,
  } = server;
  const away = await rows.organization({ name: '乙检测中心', code: 'YC', qualification: '（浙）职卫检字第013号' });
  const own = await agencyOf(server, planted.own, 'Own', reviewer);
  const foreign = await agencyOf(server, away, 'Away', await rows.user({ organizationId: away, isOutside: true }));
  await rows.user({ userName: 'publisher', isAdmin: true });
  const publisher = await server.login('publisher');
  const deletedNow = { deleteTime: new Date() };
  const draft = async (organizationId: number): Promise<number> =>
    rows.project({ organizationId, belongInspect: await rows.inspectUnit({ organizationId }), stage: 'draft' });
  const appPackage = async (versionName: string): Promise<{ id: number; open: string }> => {
    const { body, text } = await sendForm<Answer<{ id: number; path: string }>>(server, 'api/apkAffix/upload', {
      token: publisher,
      fields: { versionName },
      name: `labapp-${versionName}.apk`,
      content: apk(versionName),
    });
    if (!body.body) throw new Error(text);
    return { id: body.body.id, open: body.body.path.split('/').at(-1) ?? '' };
  };

  const issued = {
    own: await own.issued(),
    another: await own.issued(await rows.user({ organizationId: planted.own, isOutside: true })),
    foreign: await foreign.issued(),
  };
  const unissued = { own: await own.unissued(), foreign: await foreign.unissued() };
  const unready = {
    own: { ...unissued.own, project: await draft(planted.own) },
    foreign: { ...unissued.foreign, project: await draft(away) },
  };
  const gone = await own.published();
  const units = await orm
    .selectDistinct({ unit: projectTable.belongInspect })
    .from(projectTable)
    .where(inArray(projectTable.id, [issued.own.project, unissued.own.project, unready.own.project, gone.project]));
  await orm
    .insert(userUnitsTable)
    .values(units.map(({ unit }, index) => ({ ownerId: enterprise, targetId: unit, position: 10 + index })));

  const taken = await own.published();
  await own.withdraw(taken);
  const [formerLogo, formerPackage] = [await own.logo(), await appPackage('1.0.1')];
  const removed = await server.ask('DELETE', 'api/apkAffix/delete', { token: publisher, body: [formerPackage.id] });
  if (removed.status !== 200) throw new Error(removed.text);
  const common = await appPackage('1.0.2');
  // Below the rules: nothing deletes what was issued or is public.
  for (const [table, id] of [
    [projectTable, gone.project],
    [reportTable, gone.report],
    [outsideTaskTable, gone.task],
    [reportFormulaTable, gone.notice],
    [industryNewsTable, gone.news],
  ] as const) {
    await orm.update(table).set(deletedNow).where(eq(table.id, id));
  }
  const open = {
    own: { ...(await own.published()), open: await own.logo() },
    foreign: { ...(await foreign.published()), open: await foreign.logo() },
  };

  const [told, recalled, lost, abroad] = [await own.told(), await own.told(), await own.told(), await foreign.told()];
  await own.done(own.keeper, 'PUT', 'api/ohitAnnouncement/recall', { id: recalled.announcement });
  // Nor does a call delete a received notice, or an upload on the day of its upload.
  await orm.update(announcementSendTable).set(deletedNow).where(eq(announcementSendTable.anntId, lost.announcement));
  const brought = new Map<number, readonly [kept: string, deleted: string]>();
  for (const person of everybody) brought.set(person.id, [await own.upload(person), await own.upload(person)]);
  await orm
    .update(storedFileTable)
    .set(deletedNow)
    .where(
      inArray(
        storedFileTable.id,
        [...brought.values()].map(([, deleted]) => deleted),
      ),
    );
  const [colleagues, strangers] = [await own.upload(own.keeper), await foreign.upload(foreign.keeper)];
  const letterTo = ({ copies, picture }: typeof told, person: number): Thing => ({
    message: copies.get(person),
    letter: copies.get(person),
    shown: picture,
  });

  const byProject: Partial<Record<Standing, Thing>> = {
    ...issued,
    stray: { task: issued.own.task, report: issued.another.report },
    unready: unready.own,
    foreignUnready: unready.foreign,
    deleted: gone,
  };
  const byPublication: Partial<Record<Standing, Thing>> = {
    ...open,
    common,
    stray: { notice: open.own.notice, scene: taken.scene, news: open.own.news, cover: taken.cover },
    unready: { code: unready.own.code },
    foreignUnready: { code: unready.foreign.code },
    // A report whose notice was withdrawn or replaced is still issued, and its code says so.
    withdrawn: { ...taken, code: undefined, open: formerLogo },
    deleted: { ...gone, code: undefined, open: formerPackage.open },
  };
  const byPerson = (person: number): Partial<Record<Standing, Thing>> => ({
    own: { ...letterTo(told, person), brought: brought.get(person)?.[0] },
    another: { ...letterTo(told, own.keeper.id), brought: colleagues },
    foreign: { ...letterTo(abroad, foreign.keeper.id), brought: strangers },
    stray: { letter: told.copies.get(person), shown: recalled.picture },
    // It can still be marked as read.
    withdrawn: { ...letterTo(recalled, person), message: undefined },
    deleted: { ...letterTo(lost, person), brought: brought.get(person)?.[1] },
  });

  return (route, person) => {
    const kind = declaredRoutes.get(`${route.method} ${route.path}`)?.rows;
    if (!isStanding(kind)) return [];
    if (kind === 'platformBin')
      return kinds.map((one) => ({ ...trialOf(route, one), standing: standingOf(kind, one) }));
    const things = kind === 'published' ? byPublication : kind === 'personal' ? byPerson(person) : byProject;
    return (Object.entries(things) as [Standing, Thing][]).flatMap(([standing, thing]) => {
      const trial = trialAbout(route, thing, standing === 'stray' ? 2 : 1);
      return trial ? [{ ...trial, standing }] : [];
    });
  };
}
