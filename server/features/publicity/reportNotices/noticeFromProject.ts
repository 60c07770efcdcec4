import { and, eq, isNull } from 'drizzle-orm';
import type { Draft } from '@contract/entity';
import { phoneOf } from '@contract/features/customers/entities/inspectUnit';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import { inspectUnitTable, projectTable, userTable } from '@server/db/schema';
import { chosenContact } from '@server/features/projects/chosenContact';
import { notFound } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

type NoticeDraft = Partial<Draft<typeof reportFormula>>;

/**
 * Returns the fields of a notice that its project and the inspected unit can fill; leaves out empty values.
 * @throws Refusal 404 for a project that the viewer may not see
 */
export async function draftFromProject(
  { database: { orm } }: Services,
  registry: Registry,
  viewer: Viewer,
  id: number,
): Promise<NoticeDraft> {
  const [projectRow] = await orm
    .select({
      project: projectTable.id,
      projectName: projectTable.projectName,
      reportType: projectTable.type,
      leader: userTable.nickName,
      unitName: inspectUnitTable.unitName,
      region: inspectUnitTable.region,
      workAddress: inspectUnitTable.workAddress,
      registeredAddress: inspectUnitTable.registeredAddress,
      contact: inspectUnitTable.contact,
      mobile: inspectUnitTable.mobile,
      landline: inspectUnitTable.landline,
      chosen: projectTable.contact,
    })
    .from(projectTable)
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .leftJoin(userTable, eq(userTable.id, projectTable.leader))
    .where(and(eq(projectTable.id, id), isNull(projectTable.deleteTime), scopeOf(registry.named('project'), viewer)));
  if (!projectRow) throw notFound('所选项目不存在或已被删除');
  const {
    projectName,
    workAddress,
    registeredAddress,
    mobile,
    landline,
    contact,
    chosen: contactId,
    ...same
  } = projectRow;
  const person = (await chosenContact(orm, contactId)) ?? { contact, mobile, landline };
  const draft = {
    ...same,
    contact: person.contact,
    title: `${projectName}报告公示`,
    address: workAddress ?? registeredAddress,
    contactPhone: phoneOf(person),
  };
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null));
}
