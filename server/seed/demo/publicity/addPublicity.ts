import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AnyRow } from '@contract/entity';
import type { FileClass } from '@contract/field';
import { registry } from '@server/app/resources';
import { root } from '@server/base/root';
import { formatDay } from '@server/base/zone';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import type { Services } from '@server/services';
import { storeDemoFile } from '../storeDemoFile';
import { news } from './demoNews';
import { firstReports, sceneCaptions, secondReports } from './reportNotices';

const dayMs = 86_400_000;
const pictureDirectory = join(root, 'server/seed/demo/pictures');

/** Stores demonstration pictures for an organization, each once. */
export function pictureKeeper(services: Services, tx: Orm, organizationId: number) {
  const fileByName = new Map<string, Promise<string>>();
  async function keepPicture(fileName: string, fileClass: FileClass): Promise<string> {
    const name = extname(fileName) ? fileName : `${fileName}.webp`;
    const content = await readFile(join(pictureDirectory, name));
    return storeDemoFile(services, tx, { organizationId, name, content, fileClass });
  }
  return (name: string, fileClass: FileClass = 'image'): Promise<string> => {
    const fileId = fileByName.get(name) ?? keepPicture(name, fileClass);
    fileByName.set(name, fileId);
    return fileId;
  };
}

const typeNames = {
  DQ: '职业病危害因素定期检测',
  XZ: '职业病危害现状评价检测',
  KX: '职业病危害控制效果评价检测',
  WT: '职业病危害因素委托检测',
} as const;

interface DemoOrganization {
  readonly organizationId: number;
  readonly units: readonly AnyRow[];
  /** Prefix of the organization's report numbers. */
  readonly code: string;
}

/** Returns the rows of the demonstration's notices. */
function noticesOf(
  reports: typeof firstReports,
  units: readonly AnyRow[],
  date: (days: number) => string,
  code: string,
  dayMoment: (days: number) => Date,
  organizationId: number,
) {
  return reports.map(({ unit, type, published, team, companion, conclusion, status = '1', views }, index) => {
    const inspected = units[unit] as AnyRow;
    const reportDate = date(published - 3);
    const year = reportDate.slice(0, 4);
    const draft = {
      title: `${String(inspected.unitName)}${year}年度${typeNames[type]}报告公示`,
      unitName: inspected.unitName,
      reportNo: `${code}-${year}-${type}-${String(41 + index * 3).padStart(4, '0')}`,
      reportType: type,
      reportDate,
      region: inspected.region,
      address: inspected.workAddress,
      contact: inspected.contact,
      contactPhone: inspected.mobile,
      leader: team[0],
      team: team.join('、'),
      surveyors: team[0],
      surveyFrom: date(published - 26),
      surveyTo: date(published - 26),
      samplers: team.slice(0, 2).join('、'),
      samplingFrom: date(published - 20),
      samplingTo: date(published - 19),
      testers: team.at(-1),
      testFrom: date(published - 18),
      testTo: date(published - 10),
      companion,
      companionPublic: true,
      conclusion,
    };
    const extraFields = {
      status,
      viewCount: views,
      publishTime: status === '0' ? null : dayMoment(published),
      ...(status === '2'
        ? { withdrawTime: dayMoment(published + 4), withdrawReason: '报告出具后发现采样日期录入有误，更正后重新公示' }
        : {}),
    };
    return { draft, otherColumns: extraFields, organizationId };
  });
}

async function addReports(
  services: Services,
  tx: Orm,
  { organizationId, units, code }: DemoOrganization,
  reports: typeof firstReports,
): Promise<void> {
  const keepPicture = pictureKeeper(services, tx, organizationId);
  const dayMoment = (days: number) => new Date(services.now().getTime() + days * dayMs);
  const date = (days: number) => formatDay(dayMoment(days), services.env.zone);
  const rows = noticesOf(reports, units, date, code, dayMoment, organizationId);
  const ids = await insertMany(tx, registry.named('reportFormula'), rows);
  const scenes = reports.flatMap((report, index) =>
    report.scenes.map((scene, sort) => ({
      formula: ids[index] as number,
      scene,
      sort,
      takenOn: date(report.published - 20),
    })),
  );
  const drafts = await Promise.all(
    scenes.map(async ({ formula, scene, sort, takenOn }) => {
      const [caption, activity] = sceneCaptions[scene];
      return {
        draft: { formula, picture: await keepPicture(scene), caption, activity, takenOn, consented: true, sort },
        organizationId,
      };
    }),
  );
  await insertMany(tx, registry.named('reportScene'), drafts);
}

async function addNews(services: Services, tx: Orm, organizationIds: readonly [number, number]): Promise<void> {
  const [first, secondId] = organizationIds;
  const keepers = new Map([
    [first, pictureKeeper(services, tx, first)],
    [secondId, pictureKeeper(services, tx, secondId)],
  ]);
  const rows = [];
  for (const [index, { published, views, cover, ...draft }] of news.entries()) {
    const organizationId = index === news.length - 1 ? secondId : first;
    const extraFields = {
      status: '1',
      viewCount: views,
      publishTime: new Date(services.now().getTime() + published * dayMs),
    };
    rows.push({
      draft: { ...draft, cover: cover ? await keepers.get(organizationId)?.(`cover-${cover}`) : null },
      otherColumns: extraFields,
      organizationId,
    });
  }
  await insertMany(tx, registry.named('industryNews'), rows);
}

/** Adds a dozen report notices and eight articles. */
export async function addPublicity(
  services: Services,
  tx: Orm,
  firstOrganizationId: Omit<DemoOrganization, 'code'>,
  secondAgency: Omit<DemoOrganization, 'code'>,
): Promise<void> {
  await addReports(services, tx, { ...firstOrganizationId, code: 'HPJC' }, firstReports);
  await addReports(services, tx, { ...secondAgency, code: 'QLJC' }, secondReports);
  await addNews(services, tx, [firstOrganizationId.organizationId, secondAgency.organizationId]);
}
