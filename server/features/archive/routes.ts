import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import {
  archiveProject,
  editArchivePermissions,
  viewArchivePermissions,
} from '@contract/features/archive/archiveProject';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { type ArchiveProgress, type ArchiveView, documentsText } from '@contract/features/archive/archiveWire';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { projectOf } from '@server/features/projects/projectStage';
import { dueAfterIssue } from '@server/features/projects/workCalendar';
import { archivedByOf } from '@server/features/records/archivedPaper';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { contentFingerprint, currentFingerprint } from '@server/signing/seenFingerprint';
import { locationBody, setLocation } from './archiveLocation';
import { lastIssue, yearsOfProject } from './archiveMove';
import { blockersOf, checkedDocuments, frozenList } from './checkedDocuments';
import { documentRoutes } from './documentRoutes';
import { explainMissing } from './explainMissing';
import { listArchives } from './listArchives';
import { projectGapsOf, type TimeStops } from './projectGaps';
import { qualityOf } from './projectQuality';
import { shownProject, rowText, rowTextOrNull } from './shownProject';

const tag = archiveProject.label;

const reasonBody = z.object({
  id: idSchema,
  key: z.string().min(1).max(80),
  reason: z
    .string({ error: () => archiveTexts.reasonMissing })
    .trim()
    .min(1, archiveTexts.reasonMissing)
    .max(300, '原因不能超过300个字'),
});

/** Export of the list, whose column of files is drawn from two numbers. */
const exported = {
  entity: archiveProject,
  texts: { documents: (row: AnyRow) => documentsText(row as unknown as Partial<ArchiveProgress>) },
};

/** Returns a project's archive: documents, obstacles to 归档, retention and place. */
async function archiveView(context: CrudContext, call: Call<unknown>): Promise<ArchiveView> {
  const { services } = context;
  const { orm } = services.database;
  const project = await shownProject(context, call, idParam(call));
  const storedMark = await currentFingerprint(orm, 'project', project.id);
  const documents = await checkedDocuments(services, orm, {
    id: project.id,
    stage: project.stage,
    incoming: project.incoming,
  });
  const rule = await yearsOfProject(orm, project, formatDay(services.now(), services.env.zone));
  const ownYears = typeof project.retainYears === 'number' ? project.retainYears : null;
  return {
    project: {
      id: project.id,
      version: project.version,
      code: rowText(project.code),
      projectName: rowText(project.projectName),
      unitName: rowText(project.belongInspectName),
      stage: rowText(project.stage),
      incoming: project.incoming === true,
    },
    documents,
    asSeen: { ...storedMark, ...contentFingerprint({ documents: frozenList(documents) }) },
    blockers: (await blockersOf(orm, project.id, documents)).map(({ title }) => title),
    retention: {
      archivedOn: rowTextOrNull(project.archivedOn),
      archivedBy: await archivedByOf(orm, project),
      years: ownYears ?? rule,
      hasOwnPeriod: ownYears !== null,
      ruleYears: rule,
      until: rowTextOrNull(project.retainUntil),
      dueOn: (await dueAfterIssue(orm, project.organizationId, await lastIssue(orm, project.id)))?.archiveBy ?? null,
    },
    place: { shelfNo: rowTextOrNull(project.shelfNo), boxNo: rowTextOrNull(project.boxNo) },
  };
}

/**
 * Routes of 质控归档: a project's checklist and quality control, its place and term, and all documents as one ZIP. 归档
 * itself is a move of the project.
 * @param timeStops what rules of time stop, from another subject
 */
export function archiveRoutes(timeStops: TimeStops): (services: Services, registry: Registry) => Route[] {
  return (services, registry) => routesWith(timeStops, services, registry);
}

/** Returns the routes that read the archives: gaps of a project, list, checklist and quality control. */
function archiveReadingRoutes(services: Services, registry: Registry, timeStops: TimeStops): Route[] {
  const { path } = archiveProject;
  const { database } = services;
  const { orm } = database;
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: `${path}/lacks/:id`,
      permission: [permissionOf(projectEntity, 'list')],
      tag,
      summary: '一个项目后续步骤还缺的内容',
      handle: async (call) => projectGapsOf(context, await projectOf(orm, registry, call, idParam(call)), timeStops),
    }),
    route({
      method: 'GET',
      path,
      permission: viewArchivePermissions,
      tag,
      summary: '项目及其档案：报告编号、签发日期、档案文件是否齐全',
      exported,
      query: { page: '页码，从0开始', size: '每页条数', sort: '排序', reportNos: '报告编号' },
      handle: async (call) => listArchives(context, call, readQuery(call.request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      permission: viewArchivePermissions,
      tag,
      summary: '项目的档案：每份文件是否已有、签名是否有效、保存期限、存放位置',
      handle: (call) => archiveView(context, call),
    }),
    route({
      method: 'GET',
      path: `${path}/:id/quality`,
      permission: viewArchivePermissions,
      tag,
      summary: '项目的质控：每份检测记录应做、完成、合格的质控与逐项判定',
      async handle(call) {
        const project = await projectOf(orm, registry, call, idParam(call));
        return qualityOf(context, orm, call, project.id);
      },
    }),
  ];
}

function routesWith(timeStops: TimeStops, services: Services, registry: Registry): Route[] {
  const { path } = archiveProject;
  const { database } = services;
  const context = { services, registry };

  return [
    ...archiveReadingRoutes(services, registry, timeStops),
    ...documentRoutes(context),
    route({
      method: 'PUT',
      path: `${path}/reason`,
      permission: editArchivePermissions,
      tag,
      summary: '说明档案中缺失文件的原因',
      body: reasonBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            const row = await projectOf(tx, registry, call, call.body.id, 'update');
            await explainMissing(services, tx, call, row);
            return { id: row.id };
          }),
        );
        return ok(archiveTexts.explainedSaved);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/place`,
      permission: editArchivePermissions,
      tag,
      summary: '填写档案的架号、盒号与保存年限',
      body: locationBody,
      async handle(call) {
        await database.transaction((tx) => once(tx, call, () => setLocation(context, tx, call)));
        return ok(archiveTexts.placeSaved);
      },
    }),
  ];
}
